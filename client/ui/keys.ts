// A screen's own keys: attached while the screen is there, off where the person has switched single keys off, at the
// places that the person has chosen. Enter and Escape, Tab and arrows are no single characters and always work.
import { createContext, useContext, useEffect, useMemo, useRef } from "react";
import type { KeyChoices } from "#client/outbox/database";
import { type KeyRow, rowOf } from "#client/player/keys";
import { useSingleKeys } from "./preferences.ts";

export type { KeyRow };

export const keyRow = <Act extends string>(act: Act, code: string, label: string, shift = false): KeyRow<Act> => ({
  act,
  code,
  shift,
  label,
  repeats: false,
});

/** Keys that the person in force has moved or switched off on this device. */
export const KeyChoicesContext = createContext<KeyChoices>({});

/** The rows as the person has them: an act with a key of its own loses its others, one switched off has none. */
export function chosenRows<Act extends string>(
  rows: readonly KeyRow<Act>[],
  choices: KeyChoices,
): readonly KeyRow<Act>[] {
  if (!rows.some(({ act }) => choices[act] !== undefined)) return rows;
  const moved = new Set<Act>();
  return rows.flatMap((row) => {
    const choice = choices[row.act];
    if (choice === undefined) return [row];
    if (choice === null || moved.has(row.act)) return [];
    moved.add(row.act);
    return [{ ...row, ...choice }];
  });
}

export function useChosenRows<Act extends string>(rows: readonly KeyRow<Act>[]): readonly KeyRow<Act>[] {
  const choices = useContext(KeyChoicesContext);
  return useMemo(() => chosenRows(rows, choices), [rows, choices]);
}

/** What a hint beside a control prints: the key of its act as the person has it, nothing where it has none. */
export function useKeyLabel(): (act: string, first: string) => string | undefined {
  const choices = useContext(KeyChoicesContext);
  const [single] = useSingleKeys();
  return (act, first) => {
    const choice = choices[act];
    return !single || choice === null ? undefined : (choice?.label ?? first);
  };
}

const always = new Set(["Enter", "NumpadEnter", "Escape"]);
const isEnter = (event: KeyboardEvent): boolean => event.code === "Enter" || event.code === "NumpadEnter";

/** Enter on a focused button or link belongs to it; held down it presses nothing a second time. */
function belongsToControl(event: KeyboardEvent): boolean {
  const target = event.target;
  if (!(target instanceof Element) || target.closest("button, a[href], summary") === null) return false;
  if (event.repeat && (isEnter(event) || event.code === "Space")) event.preventDefault();
  return isEnter(event);
}

export function useKeys<Act extends string>(given: readonly KeyRow<Act>[], act: (act: Act) => void, on = true): void {
  const [single] = useSingleKeys();
  const rows = useChosenRows(given);
  const latest = useRef(act);
  latest.current = act;
  useEffect(() => {
    if (!on) return;
    const working = single ? rows : rows.filter((row) => always.has(row.code));
    const listen = (event: KeyboardEvent) => {
      if (belongsToControl(event)) return;
      const row = rowOf(event, working);
      if (row === undefined) return;
      event.preventDefault();
      if (!event.repeat || row.repeats) latest.current(row.act);
    };
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  }, [rows, single, on]);
}

/** Enter is ignored this long after a screen appears, so that the key which sent the last answer sends no second. */
const enterGuardMs = 300;

export function useEnterGuard(screen: string): () => boolean {
  const since = useRef({ screen, at: performance.now() });
  if (since.current.screen !== screen) since.current = { screen, at: performance.now() };
  return () => performance.now() - since.current.at >= enterGuardMs;
}
