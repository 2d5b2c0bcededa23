// A timing whose clock the test moves.
import type { Timing } from "#client/capture/timing";

export function timingAt(clock: { ms: number }): Timing {
  return {
    shown: () => undefined,
    input: () => undefined,
    playing: () => undefined,
    sinceShown: () => clock.ms,
    latencyMs: () => clock.ms,
    activeMs: () => clock.ms,
    stop: () => undefined,
  };
}
