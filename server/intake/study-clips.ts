// clips.csv: the clips of an emotion study, as items in one caption condition or in two.
import { id as idSchema } from "#schemas/basics";
import type { Expected } from "#schemas/expected";
import { emotionIds, labelById } from "#schemas/labels";
import type { TableWish } from "#schemas/new-study";
import { rights as allRights, type EmotionItem, type Rights, type StudyFile } from "#schemas/study";
import { cutLine } from "../media/verdict.ts";
import { attentionFault } from "./attention.ts";
import type { Faults } from "./faults.ts";
import { clipFields } from "./mapping.ts";
import type { MediaIntake } from "./study-media.ts";
import { flagOf, onceEach, type Row, readMapped, readTable } from "./table.ts";

const asked = ["sentiment", ...emotionIds] as const;
const columns = {
  required: ["clip"],
  optional: [
    ...([
      "video",
      "caption",
      "signer",
      "source",
      "start",
      "end",
      "rights",
      "credit",
      "practice",
      "attention",
      "reason",
    ] as const),
    ...asked.map((label) => `expected_${label}` as const),
  ],
} as const;
type Column = (typeof columns)["required" | "optional"][number];

export type ClipRow = Row<Column>;
export interface ClipTable {
  readonly file: string;
  readonly rows: readonly ClipRow[];
  /** Names of clips may be anything; where one is no id, its id is made from it. */
  readonly freeNames: boolean;
}

/** The rows of clips.csv, or of somebody's own table of clips with its columns mapped. */
export function clipTable(bytes: Uint8Array, wish: TableWish | undefined, faults: Faults): ClipTable | undefined {
  const file = wish?.file ?? "clips.csv";
  const rows =
    wish === undefined
      ? readTable<Column>(bytes, file, columns, faults)
      : readMapped<Column>(bytes, file, mappedFields, wish.columns, faults);
  return rows && { file, rows, freeNames: wish !== undefined };
}

const mappedFields = [...clipFields, ...asked.map((label) => ({ name: `expected_${label}`, needed: false, also: [] }))];

/** Clips that only ratings name: no more is known of them. */
export function clipsNamed(file: string, names: readonly { name: string; line: number }[]): ClipTable {
  return { file, rows: names.map(({ name, line }) => ({ line, cells: { clip: name } })), freeNames: true };
}

export async function readClips(
  { file, rows, freeNames }: ClipTable,
  study: StudyFile,
  media: MediaIntake,
  faults: Faults,
): Promise<EmotionItem[]> {
  const ids = safeIds();
  if (rows.length === 0) faults.add(file, null, "there is no clip in it", "Give a row for each clip.");
  const once = onceEach(file, "clip", faults);
  const { captions } = study.settings;
  const captioned = rows.find((row) => row.cells.caption !== undefined);
  if (captioned !== undefined && captions === undefined)
    faults.add(
      file,
      captioned.line,
      "clips have captions, and nobody has said whether they are shown",
      'Choose in study.json: "settings": {"captions": "hidden"}, "shown" or "shown-after".',
    );
  if (captioned === undefined && captions !== undefined && captions !== "hidden")
    faults.add(
      "study.json",
      null,
      `captions are "${captions}", and no clip has one`,
      'Fill in the column "caption" or take the setting out.',
    );
  const items: EmotionItem[] = [];
  let lacking = 0;
  for (const { line, cells } of rows) {
    const { clip: name = "", caption, signer, source, credit, rights = "team" } = cells;
    const cut = cutOf(cells, file, line, faults);
    once(name, line);
    const clip = freeNames ? ids(name) : name;
    if (!idSchema.safeParse(clip).success || clip.endsWith("~caption"))
      faults.add(
        file,
        line,
        `the clip's id "${clip}" is not allowed`,
        "Use letters a-z, digits and . _ ~ - only (not ending in ~caption).",
      );
    if (!(allRights as readonly string[]).includes(rights))
      faults.add(
        file,
        line,
        `the rights "${rights}" are not known`,
        `They may be: ${allRights.join(", ")}; empty means team.`,
      );
    const practice = flagOf(cells.practice);
    if (practice === undefined)
      faults.add(file, line, `"practice" is "${cells.practice}"`, "Write 1 for practice, 0 or nothing else.");
    const attention = flagOf(cells.attention);
    if (attention === undefined)
      faults.add(file, line, `"attention" is "${cells.attention}"`, "Write 1 where it checks attention, or nothing.");
    attentionFault(attention === true, practice === true, study, file, line, faults);
    const expected = expectedOf(cells, file, line, faults);
    if (expected !== undefined && practice === false && attention === false)
      faults.add(
        file,
        line,
        `"${clip}" is no practice clip and has an expected answer`,
        'Write 1 under "practice", or take the expected answer and its reason out.',
      );
    const video = cells.video ?? media.matching(name, file, line);
    if (video === undefined) lacking += 1;
    const facts =
      video === undefined
        ? undefined
        : await media.take({
            ...{ file, line, name: video, kind: "video", rights: rights as Rights },
            ...(cut === undefined ? {} : { made: cut }),
            ...(credit === undefined ? {} : { credit }),
          });
    if (facts === undefined && video !== undefined) continue;
    const common = {
      protocol: "emotion" as const,
      practice: practice === true,
      ...(attention === true ? { attention: true } : {}),
      ...(expected === undefined ? {} : { expected }),
      clip,
      ...(facts === undefined ? {} : { media: facts.hash }),
      ...(caption === undefined ? {} : { caption }),
      ...(signer === undefined ? {} : { signer }),
      ...(source === undefined ? {} : { source }),
    };
    const shown = captions === "shown" && caption !== undefined;
    items.push({ ...common, id: clip, name, condition: shown ? "shown" : "hidden" });
    if (captions === "shown-after" && caption !== undefined) {
      items.push({ ...common, id: `${clip}~caption`, name: `${name}~caption`, condition: "shown", locks: clip });
    }
  }
  if (lacking > 0)
    faults.warn(`${lacking} of ${rows.length} clips have no file yet; they are shown to nobody till it comes`);
  return items;
}

/** An id for each name: itself, or what an id may hold of it; no two the same. */
export function safeIds(): (name: string) => string {
  const taken = new Set<string>();
  return (name) => {
    const stem = idOf(name);
    let id = stem;
    for (let k = 2; taken.has(id); k++) id = `${stem}-${k}`;
    taken.add(id);
    return id;
  };
}

/** A name as an id: what an id may not hold becomes a dash. */
const idOf = (name: string): string =>
  name
    .normalize("NFC")
    .replace(/[^A-Za-z0-9._~-]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 150) || "clip";

const place = /^(\d{1,6}(\.\d{1,6})?|(\d{1,2}:)?[0-5]?\d:[0-5]\d(\.\d{1,6})?)$/;
const seconds = (text: string): number => text.split(":").reduce((sum, part) => sum * 60 + Number(part), 0);

/** Where a clip is cut from: the ffmpeg line for it; undefined where the row does not say. */
function cutOf(cells: ClipRow["cells"], file: string, line: number, faults: Faults): string | undefined {
  const { clip = "", video = `${idOf(clip)}.mp4`, source, start, end } = cells;
  if (start === undefined && end === undefined) return undefined;
  if (source === undefined || start === undefined || end === undefined) {
    faults.add(file, line, "a cut needs source, start and end", "Give all three, or leave start and end empty.");
    return undefined;
  }
  if (!place.test(start) || !place.test(end) || seconds(start) >= seconds(end)) {
    const mend = "Give seconds (12.5) or a time (0:00:12.5), the end after the start.";
    faults.add(file, line, `the cut from "${start}" to "${end}" is not possible`, mend);
    return undefined;
  }
  if (video.startsWith("/") || video.includes("\\") || video.split("/").includes("..")) return undefined;
  return cutLine(source, start, end, `media/${video}`);
}

/** The ffmpeg lines of every row that says where it is cut from, for a shell; no name in it can be taken as a command. */
export function cutList({ file, rows }: ClipTable, faults: Faults): string[] {
  return rows.flatMap(({ line, cells }) => cutOf(cells, file, line, faults) ?? []);
}

/** The coordinator's expected ratings and their reason; undefined where the row has none. */
function expectedOf(cells: ClipRow["cells"], file: string, line: number, faults: Faults): Expected | undefined {
  const values = new Map<string, number>();
  for (const label of asked) {
    const cell = cells[`expected_${label}`];
    if (cell === undefined) continue;
    const { least, greatest } = labelById(label) as { least: number; greatest: number };
    const value = /^[+-]?\d{1,2}$/.test(cell.trim()) ? Number(cell) : Number.NaN;
    if (!(value >= least && value <= greatest))
      faults.add(
        file,
        line,
        `"expected_${label}" is "${cell}"`,
        `Give a whole number from ${least} to ${greatest}, or nothing.`,
      );
    values.set(label, value);
  }
  const { reason } = cells;
  if (values.size === 0 && reason === undefined) return undefined;
  const emotions = Object.fromEntries([...values].filter(([label]) => label !== "sentiment"));
  const sentiment = values.get("sentiment");
  return {
    ...(sentiment === undefined ? {} : { sentiment }),
    ...(Object.keys(emotions).length === 0 ? {} : { emotions }),
    ...(reason === undefined ? {} : { reason }),
  };
}
