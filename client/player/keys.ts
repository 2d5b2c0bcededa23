// Keys by their place on the keyboard (event.code), as rows that a screen attaches and its key sheet shows.
// Nothing is read while an input method composes, in a text field, or with Ctrl, Alt or Meta held.

export interface KeyRow<Act extends string = string> {
  readonly act: Act;
  readonly code: string;
  readonly shift: boolean;
  /** What the key sheet prints. */
  readonly label: string;
  /** A held key repeats this act; all others happen once a press. */
  readonly repeats: boolean;
}

export type PlayerAct =
  | "toggle"
  | "frame-back"
  | "frame-on"
  | "ten-back"
  | "ten-on"
  | "replay"
  | "loop"
  | "loop-start"
  | "loop-end"
  | "slower"
  | "faster"
  | "normal-speed"
  | "mirror"
  | "zoom";

const row = (act: PlayerAct, code: string, label: string, shift = false, repeats = false): KeyRow<PlayerAct> => ({
  act,
  code,
  shift,
  label,
  repeats,
});

export const playerKeys: readonly KeyRow<PlayerAct>[] = [
  row("toggle", "Space", "Space"),
  row("frame-back", "Comma", ",", false, true),
  row("frame-on", "Period", ".", false, true),
  row("ten-back", "Comma", "Shift + ,", true, true),
  row("ten-on", "Period", "Shift + .", true, true),
  row("replay", "KeyR", "R"),
  row("loop", "KeyL", "L"),
  row("loop-start", "BracketLeft", "["),
  row("loop-end", "BracketRight", "]"),
  row("slower", "Minus", "-"),
  row("faster", "Equal", "="),
  row("normal-speed", "Backslash", "\\"),
  row("mirror", "KeyM", "M"),
  row("zoom", "KeyV", "V"),
];

const textFields =
  "input:not([type=radio], [type=checkbox], [type=button], [type=range]), textarea, select, [contenteditable]";
const pressed =
  "button, a[href], summary, input:not([type=range]), [role=button], [role=radio], [role=checkbox], [role=switch], [role=option]";

/**
 * The row of a key press, or nothing. Space on a focused button, link or choice belongs to that control, unless it or
 * something around it carries `data-keys="stage"`. While a modal dialog is open the screen behind it gets no keys.
 */
export function rowOf<Act extends string>(event: KeyboardEvent, rows: readonly KeyRow<Act>[]): KeyRow<Act> | undefined {
  if (event.defaultPrevented || event.isComposing || event.keyCode === 229) return undefined;
  if (event.ctrlKey || event.altKey || event.metaKey) return undefined;
  if (document.querySelector("dialog:modal") !== null) return undefined;
  const target = event.composedPath()[0];
  if (target instanceof Element) {
    if (target.closest(textFields) !== null) return undefined;
    const theirs = event.code === "Space" && target.closest(pressed) !== null;
    if (theirs && target.closest('[data-keys="stage"]') === null) return undefined;
  }
  return rows.find((candidate) => candidate.code === event.code && candidate.shift === event.shiftKey);
}

/** Calls `act` for each press that a row knows, until the returned function is called. */
export function attachKeys<Act extends string>(
  target: EventTarget,
  rows: readonly KeyRow<Act>[],
  act: (act: Act) => void,
): () => void {
  const listen = (event: Event) => {
    if (!(event instanceof KeyboardEvent)) return;
    const row = rowOf(event, rows);
    if (row === undefined) return;
    event.preventDefault();
    if (!event.repeat || row.repeats) act(row.act);
  };
  target.addEventListener("keydown", listen);
  return () => target.removeEventListener("keydown", listen);
}
