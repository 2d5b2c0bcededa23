// Slows down guessing: counts failed tries per address. Right tries are never counted, since a whole campus may come
// from one address.
import type { Context } from "hono";
import { Problem } from "#schemas/problem";

const failuresAMinute = 30;
const minute = 60_000;

export class Guesses {
  #failed = new Map<string, number[]>();
  readonly #clock: () => Date;
  constructor(clock: () => Date) {
    this.#clock = clock;
  }

  #recent(address: string): number[] {
    const since = this.#clock().getTime() - minute;
    return (this.#failed.get(address) ?? []).filter((at) => at > since);
  }

  /** Throws `too-many-tries` where the address has failed too often within a minute. */
  check(address: string): void {
    if (this.#recent(address).length >= failuresAMinute) throw new Problem("too-many-tries");
  }

  /** Notes a failed try; throws `too-many-tries` instead of letting the caller tell what was wrong with it. */
  failed(address: string): void {
    if (this.#failed.size > 10_000)
      this.#failed = new Map([...this.#failed].filter(([a]) => this.#recent(a).length > 0));
    const recent = this.#recent(address);
    if (recent.length >= failuresAMinute) throw new Problem("too-many-tries");
    this.#failed.set(address, [...recent, this.#clock().getTime()]);
  }
}

/** The address of the other end of the connection. Headers that a client may write itself are not believed. */
export function addressOf(c: Context): string {
  const env = c.env as { incoming?: { socket?: { remoteAddress?: string } } } | undefined;
  return env?.incoming?.socket?.remoteAddress ?? "unknown";
}
