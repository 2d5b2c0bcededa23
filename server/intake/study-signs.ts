// signs.csv: the signed forms of a study's texts, each a video below help/ or media/, named by the place of its text.
import type { Item } from "#schemas/study";
import { type SignVideo, textPlace } from "#schemas/texts";
import type { Faults } from "./faults.ts";
import type { MediaIntake } from "./study-media.ts";
import { onceEach, readTable } from "./table.ts";

const file = "signs.csv";
const columns = { required: ["place", "video"], optional: ["freeze_ms", "credit"] } as const;

/** An option is named by its item's name in the file: `option:<name>:<letter>`. */
export async function readSigns(
  bytes: Uint8Array,
  items: readonly Item[],
  media: MediaIntake,
  faults: Faults,
): Promise<SignVideo[]> {
  const once = onceEach(file, "place", faults);
  const byName = new Map(items.map((item) => [item.name, item]));
  const shown = new Set(items.flatMap((item) => item.media ?? []));
  const out: SignVideo[] = [];
  for (const { line, cells } of readTable<"place" | "video" | "freeze_ms" | "credit">(bytes, file, columns, faults) ??
    []) {
    const { place: told = "", video = "", freeze_ms = "0", credit } = cells;
    once(told, line);
    const place = placeOf(told, byName);
    if (place === undefined) {
      faults.add(
        file,
        line,
        `no text stands at the place "${told.slice(0, 60)}"`,
        "Places: instructions, question, help, consent:SECTION, step:STEP, label:LABEL, value:LABEL:VALUE, option:ITEM:LETTER.",
      );
      continue;
    }
    if (!/^\d{1,8}$/.test(freeze_ms)) {
      faults.add(
        file,
        line,
        `"freeze_ms" ${freeze_ms} is no number of milliseconds`,
        "Give a whole number, or leave it empty.",
      );
      continue;
    }
    const facts = await media.take({
      ...{ file, line, name: video, kind: "video", rights: "team" },
      ...(credit === undefined ? {} : { credit }),
    });
    if (facts === undefined) continue;
    if (shown.has(facts.hash)) {
      faults.add(
        file,
        line,
        `"${video}" is what an item shows; it would tell the answer`,
        "Give another video of this text.",
      );
      continue;
    }
    out.push({ place, media: facts.hash, freezeMs: Number(freeze_ms), ...(credit === undefined ? {} : { credit }) });
  }
  return out;
}

function placeOf(told: string, byName: ReadonlyMap<string, Item>): string | undefined {
  const [, name, letter] = /^option:(.+):([A-D])$/.exec(told) ?? [];
  if (name === undefined) return told.startsWith("option:") || !textPlace.safeParse(told).success ? undefined : told;
  const item = byName.get(name);
  const options: Partial<Record<string, string | undefined>> = item?.protocol === "choice" ? item.options : {};
  return item === undefined || options[letter as string] === undefined ? undefined : `option:${item.id}:${letter}`;
}
