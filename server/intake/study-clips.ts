// clips.csv: the clips of an emotion study, as items in one caption condition or in two.
import { id as idSchema } from "#schemas/basics";
import type { Expected } from "#schemas/expected";
import { emotionIds, labelById } from "#schemas/labels";
import { rights as allRights, type EmotionItem, type Rights, type StudyFile } from "#schemas/study";
import { cutLine } from "../media/verdict.ts";
import type { Faults } from "./faults.ts";
import type { MediaIntake } from "./study-media.ts";
import { flagOf, onceEach, readTable } from "./table.ts";

const file = "clips.csv";
const asked = ["sentiment", ...emotionIds] as const;
const columns = {
  required: ["clip", "video"],
  optional: [
    ...(["caption", "signer", "source", "start", "end", "rights", "credit", "practice", "reason"] as const),
    ...asked.map((label) => `expected_${label}` as const),
  ],
} as const;
type Column = (typeof columns)["required" | "optional"][number];

export async function readClips(
  bytes: Uint8Array,
  study: StudyFile,
  media: MediaIntake,
  faults: Faults,
): Promise<EmotionItem[]> {
  const rows = readTable<Column>(bytes, file, columns, faults);
  if (rows === undefined) return [];
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
  for (const { line, cells } of rows) {
    const { clip = "", video = "", caption, signer, source, credit, rights = "team" } = cells;
    const made = cutOf(cells, line, faults);
    once(clip, line);
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
    const expected = expectedOf(cells, line, faults);
    if (expected !== undefined && practice === false)
      faults.add(
        file,
        line,
        `"${clip}" is no practice clip and has an expected answer`,
        'Write 1 under "practice", or take the expected answer and its reason out.',
      );
    const facts = await media.take({
      file,
      line,
      name: video,
      kind: "video",
      rights: rights as Rights,
      ...(made === undefined ? {} : { made }),
      ...(credit === undefined ? {} : { credit }),
    });
    if (facts === undefined) continue;
    const common = {
      protocol: "emotion" as const,
      practice: practice === true,
      ...(expected === undefined ? {} : { expected }),
      clip,
      media: facts.hash,
      ...(caption === undefined ? {} : { caption }),
      ...(signer === undefined ? {} : { signer }),
      ...(source === undefined ? {} : { source }),
    };
    const shown = captions === "shown" && caption !== undefined;
    items.push({ ...common, id: clip, name: clip, condition: shown ? "shown" : "hidden" });
    if (captions === "shown-after" && caption !== undefined) {
      const again = `${clip}~caption`;
      items.push({ ...common, id: again, name: again, condition: "shown", locks: clip });
    }
  }
  return items;
}

const place = /^(\d{1,6}(\.\d{1,6})?|(\d{1,2}:)?[0-5]?\d:[0-5]\d(\.\d{1,6})?)$/;
const seconds = (text: string): number => text.split(":").reduce((sum, part) => sum * 60 + Number(part), 0);

/** Where a clip is cut from: the ffmpeg line for it; undefined where the row does not say. */
function cutOf(cells: { readonly [K in Column]?: string }, line: number, faults: Faults): string | undefined {
  const { video = "", source, start, end } = cells;
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
  return cutLine(source, start, end, `media/${video}`);
}

/** The coordinator's expected ratings and their reason; undefined where the row has none. */
function expectedOf(cells: { readonly [K in Column]?: string }, line: number, faults: Faults): Expected | undefined {
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
