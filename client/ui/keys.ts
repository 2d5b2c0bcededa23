// A screen's own keys: attached while the screen is there, off where the person has switched single keys off.
// Enter and Escape, Tab and arrows are no single characters and always work.
import { useEffect, useRef } from "react";
import { attachKeys, type KeyRow } from "#client/player/keys";
import { useSingleKeys } from "./preferences.ts";

export type { KeyRow };

export const keyRow = <Act extends string>(act: Act, code: string, label: string, shift = false): KeyRow<Act> => ({
  act,
  code,
  shift,
  label,
  repeats: false,
});

const always = new Set(["Enter", "NumpadEnter", "Escape"]);

export function useKeys<Act extends string>(rows: readonly KeyRow<Act>[], act: (act: Act) => void, on = true): void {
  const [single] = useSingleKeys();
  const latest = useRef(act);
  latest.current = act;
  useEffect(() => {
    if (!on) return;
    const working = single ? rows : rows.filter((row) => always.has(row.code));
    return attachKeys(window, working, (done) => latest.current(done));
  }, [rows, single, on]);
}

/** Enter is ignored this long after a screen appears, so that the key which sent the last answer sends no second. */
export const enterGuardMs = 300;

export function useEnterGuard(screen: string): () => boolean {
  const since = useRef({ screen, at: performance.now() });
  if (since.current.screen !== screen) since.current = { screen, at: performance.now() };
  return () => performance.now() - since.current.at >= enterGuardMs;
}
