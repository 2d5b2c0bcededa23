// The key sheet of the clip screen: its own keys, then the player's.
import { playerKeys } from "#client/player/keys";
import type { Words } from "#client/words/en";
import type { KeyLine } from "../shell/help.tsx";
import { keyRow } from "../ui/keys.ts";

export type ClipAct = "go-on" | "skip" | "help" | "clear" | "leave";

export const clipKeys = [
  keyRow<ClipAct>("go-on", "Enter", "Enter"),
  keyRow<ClipAct>("go-on", "NumpadEnter", "Enter"),
  keyRow<ClipAct>("skip", "KeyS", "S"),
  keyRow<ClipAct>("help", "Slash", "?", true),
  keyRow<ClipAct>("clear", "Backspace", "Backspace"),
  keyRow<ClipAct>("leave", "Escape", "Esc"),
];

/** The player's rows of the sheet, each act once, pairs in one line. */
export function playerLines(words: Words): KeyLine[] {
  const label = (act: string) => playerKeys.find((row) => row.act === act)?.label ?? "";
  const pair = (one: string, other: string) => `${label(one)}  ${label(other)}`;
  return [
    { keys: label("toggle"), does: words.keys.play },
    { keys: pair("frame-back", "frame-on"), does: words.keys.frames },
    { keys: pair("ten-back", "ten-on"), does: words.keys.tenFrames },
    { keys: label("replay"), does: words.keys.replay },
    { keys: label("loop"), does: words.keys.loop },
    { keys: pair("slower", "faster"), does: words.keys.speed },
    { keys: label("normal-speed"), does: words.keys.normal },
    { keys: label("mirror"), does: words.keys.mirror },
    { keys: label("zoom"), does: words.keys.zoom },
  ];
}

export const keyLines = (words: Words): KeyLine[] => [
  { keys: "1–7", does: words.steps.sentimentShort },
  { keys: "0–3", does: words.steps.emotionsShort },
  { keys: "0–100  ←  →  PgUp  PgDn", does: words.steps.confidenceShort },
  { keys: "Enter", does: words.keys.goOn },
  { keys: "Ctrl + Enter", does: words.annotate.send },
  { keys: "Backspace", does: words.keys.clear },
  { keys: "I  O  E  B  Z  W", does: words.cue.marks },
  { keys: "S", does: words.keys.skip },
  { keys: "?", does: words.keys.sheet },
  { keys: "Esc", does: words.keys.leave },
  ...playerLines(words),
];
