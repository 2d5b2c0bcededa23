// Files of clips that come after their study, matched by the clip's name or by the number at the end of both names.
import { Problem } from "#schemas/problem";
import type { MediaStore } from "#server/media/store";
import { attachMedia } from "#server/store/late-media";
import type { Store } from "#server/store/open";
import { itemsOf, studyById } from "#server/store/studies";
import { keepFiles } from "./bring-in.ts";
import { gather } from "./faults.ts";
import type { FolderSource } from "./source.ts";
import { type FileReport, mediaOf } from "./study-media.ts";

export interface LateFiles {
  readonly study: string;
  /** Items that got their file now, and those that still have none. */
  readonly filled: number;
  readonly lacking: number;
  readonly files: readonly FileReport[];
}

/** Problem "not-found" without the study, "bad-study" with every fault of the files; nothing is stored then. */
export async function bringFiles(
  deps: { readonly store: Store; readonly media: MediaStore },
  study: string,
  source: FolderSource,
  { by, now }: { readonly by: string; readonly now: Date },
): Promise<LateFiles> {
  if ((await studyById(deps.store, study)) === undefined)
    throw new Problem("not-found", `there is no study "${study}" here`);
  const faults = gather();
  const media = mediaOf(source, faults);
  const clips = new Map<string, string>();
  for (const item of await itemsOf(deps.store, study))
    if (item.protocol === "emotion" && item.media === undefined)
      clips.set(item.clip, item.name.replace(/~caption$/, ""));
  const hashes = new Map<string, string>();
  for (const [clip, name] of clips) {
    const file = media.matching(name, "clips", 0);
    if (file === undefined) continue;
    const facts = await media.take({ file: name, line: 0, name: file, kind: "video", rights: "team" });
    if (facts !== undefined) hashes.set(clip, facts.hash);
  }
  if (faults.list.length > 0)
    throw new Problem(
      "bad-study",
      "the files have faults; nothing was stored",
      faults.list.map((fault) => (fault.line === 0 ? { ...fault, line: null } : fault)),
    );
  const kept = await keepFiles(deps.media, source, { staged: media.staged() });
  const late = { hashes, media: media.media(), by, now };
  const filled = await attachMedia(deps.store, study, late).catch(async (error: unknown) => {
    for (const hash of kept) await deps.media.remove(hash);
    throw error;
  });
  const left = (await itemsOf(deps.store, study)).filter(
    (item) => item.protocol === "emotion" && item.media === undefined,
  ).length;
  return { study, filled, lacking: left, files: media.report() };
}
