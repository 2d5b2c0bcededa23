// The one table of keys: what each does on which screen. Screens attach its rows, the sheet in Help prints them, the
// panel changes them. A key is a place on the keyboard (event.code); the player's own rows come from the player.
import type { KeyChoices } from "#client/outbox/database";
import { type KeyRow, playerKeys } from "#client/player/keys";
import { chosenRows, keyRow } from "#client/ui/keys";
import type { Words } from "#client/words/en";

export type ClipAct = "go-on" | "skip" | "help" | "clear" | "leave";
export const clipKeys = [
  keyRow<ClipAct>("go-on", "Enter", "Enter"),
  keyRow<ClipAct>("go-on", "NumpadEnter", "Enter"),
  keyRow<ClipAct>("skip", "KeyS", "S"),
  keyRow<ClipAct>("help", "Slash", "?", true),
  keyRow<ClipAct>("clear", "Backspace", "Backspace"),
  keyRow<ClipAct>("leave", "Escape", "Esc"),
];

export type CueFunction = "grammar" | "feeling" | "both" | "unsure";
export type CueAct = "in" | "out" | "hold" | "box" | "undo" | "sign" | "emotion" | CueFunction;
export const cueKeys = [
  keyRow<CueAct>("in", "KeyI", "I"),
  keyRow<CueAct>("out", "KeyO", "O"),
  keyRow<CueAct>("hold", "KeyE", "E"),
  keyRow<CueAct>("box", "KeyB", "B"),
  keyRow<CueAct>("undo", "KeyZ", "Z"),
  keyRow<CueAct>("sign", "KeyW", "W"),
  keyRow<CueAct>("emotion", "KeyN", "N"),
  keyRow<CueAct>("grammar", "KeyG", "G"),
  keyRow<CueAct>("feeling", "KeyF", "F"),
  keyRow<CueAct>("both", "KeyH", "H"),
  keyRow<CueAct>("unsure", "KeyU", "U"),
];

export type QuizAct = `option-${1 | 2 | 3 | 4}` | "go-on" | "take-back" | "flag" | "help" | "leave";
export const quizKeys = [
  ...([1, 2, 3, 4] as const).flatMap((at) => [
    keyRow<QuizAct>(`option-${at}`, `Digit${at}`, String(at)),
    keyRow<QuizAct>(`option-${at}`, `Numpad${at}`, String(at)),
    keyRow<QuizAct>(`option-${at}`, `Key${"ABCD"[at - 1]}`, "ABCD"[at - 1] as string),
  ]),
  keyRow<QuizAct>("go-on", "Enter", "Enter"),
  keyRow<QuizAct>("go-on", "NumpadEnter", "Enter"),
  keyRow<QuizAct>("take-back", "Backspace", "Backspace"),
  keyRow<QuizAct>("flag", "KeyF", "F"),
  keyRow<QuizAct>("help", "Slash", "?", true),
  keyRow<QuizAct>("leave", "Escape", "Esc"),
];

export type Screen = "clip" | "question";
export type Group = "player" | "clip" | "cue" | "question";
const groupsOn: Readonly<Record<Screen, readonly Group[]>> = {
  clip: ["player", "clip", "cue"],
  question: ["player", "question"],
};
const rowsOf: Readonly<Record<Group, readonly KeyRow[]>> = {
  player: playerKeys,
  clip: clipKeys,
  cue: cueKeys,
  question: quizKeys,
};

/** Enter, Esc, Tab, arrows and their like are no single characters: they always work and mean one thing. */
const fixed =
  /^(Enter|NumpadEnter|Escape|Backspace|Delete|Tab|Arrow\w+|Page\w+|Home|End|Insert|F\d+|CapsLock|ContextMenu)$/;
const digit = /^(Digit|Numpad)\d$/;

export interface KeyEntry {
  readonly group: Group;
  readonly act: string;
  readonly does: string;
  /** As it is printed, several where several keys do it; empty where it has none. */
  readonly keys: readonly string[];
  readonly chosen: boolean;
}

/** What every act does, in words. */
function actWords(words: Words): Readonly<Record<string, string>> {
  const { player, keys, cue } = words;
  return {
    toggle: keys.play,
    "frame-back": player.frameBack,
    "frame-on": player.frameOn,
    "ten-back": player.tenBack,
    "ten-on": player.tenOn,
    replay: player.replay,
    loop: player.loop,
    "loop-start": player.loopStart,
    "loop-end": player.loopEnd,
    slower: player.slower,
    faster: player.faster,
    "normal-speed": player.normalSpeed,
    mirror: player.mirror,
    zoom: player.zoom,
    "go-on": keys.goOn,
    skip: keys.skip,
    help: keys.sheet,
    clear: keys.clear,
    leave: keys.leave,
    in: cue.start,
    out: cue.end,
    hold: `${cue.start} – ${cue.end}`,
    box: cue.box,
    undo: keys.undo,
    sign: words.recorder.signIt,
    emotion: cue.emotion,
    ...cue.functions,
    ...Object.fromEntries([1, 2, 3, 4].map((at) => [`option-${at}`, keys.option(at)])),
    "take-back": keys.undo,
    flag: keys.flag,
  };
}

/** Every key of the screens given, with its place as the person has it now. */
export function keyEntries(words: Words, screens: readonly Screen[], choices: KeyChoices): KeyEntry[] {
  const does = actWords(words);
  const groups = [...new Set(screens.flatMap((screen) => groupsOn[screen]))];
  return groups.flatMap((group) => {
    const rows = chosenRows(rowsOf[group], choices);
    return [...new Set(rowsOf[group].map(({ act }) => act))].map((act) => ({
      group,
      act,
      does: does[act] ?? act,
      keys: [...new Set(rows.filter((row) => row.act === act).map(({ label }) => label))],
      chosen: choices[act] !== undefined,
    }));
  });
}

/** Acts whose key is a single character may have another, or none. */
export const mayChange = (act: string): boolean =>
  Object.values(rowsOf).some((rows) => rows.some((row) => row.act === act && !fixed.test(row.code)));

type Refusal = { readonly why: "fixed" | "digits" } | { readonly why: "used"; readonly act: string };

/** Why an act cannot have this key: it is fixed, it gives values, or something on the same screen has it. */
export function refusalOf(
  act: string,
  key: { readonly code: string; readonly shift: boolean },
  choices: KeyChoices,
): Refusal | undefined {
  if (fixed.test(key.code)) return { why: "fixed" };
  const screens = (Object.keys(groupsOn) as Screen[]).filter((screen) =>
    groupsOn[screen].some((group) => rowsOf[group].some((row) => row.act === act)),
  );
  if (digit.test(key.code) && screens.includes("clip")) return { why: "digits" };
  for (const group of new Set(screens.flatMap((screen) => groupsOn[screen])))
    for (const row of chosenRows(rowsOf[group], choices))
      if (row.act !== act && row.code === key.code && row.shift === key.shift) return { why: "used", act: row.act };
  return undefined;
}
