// What was understood of the files of a study, in the shape that the desk and the command show; nothing is stored.
import type { StudyPreview } from "#schemas/new-study";
import type { FolderSource } from "./source.ts";
import type { LookedOver } from "./study-folder.ts";

const mostFaults = 200;
const video = /\.(mp4|m4v|webm)$/i;
const table = /\.(json|jsonl|csv|tsv)$/i;
/** Tables of a study folder in which nothing else stands. */
const ownTables = /^(study\.json|report\.json|(key|people|signs)\.csv)$/;

export function studyPreviewOf(looked: LookedOver, source: FolderSource, taken: boolean): StudyPreview {
  const { read, faults, report, warnings } = looked;
  const has = (name: string): boolean => source.find(name) !== undefined;
  return {
    study: read === undefined ? null : aboutOf(read.draft, taken),
    asksAbout: !has("study.json"),
    entries: has("questions.jsonl") ? null : (source.find("entries.csv") ?? null),
    tables: source.names.filter((name) => table.test(name) && !ownTables.test(name)).slice(0, 100),
    videos: source.names.filter((name) => video.test(name)).length,
    clipTable: has("clips.csv"),
    files: report.map(({ file, state, facts, notes }) => ({
      ...{ file, state, notes: [...notes] },
      ...(facts === undefined ? {} : { facts }),
    })),
    faults: faults.slice(0, mostFaults).map((fault) => ({ ...fault })),
    moreFaults: Math.max(0, faults.length - mostFaults),
    warnings: [...warnings],
  };
}

function aboutOf(draft: NonNullable<LookedOver["read"]>["draft"], taken: boolean): NonNullable<StudyPreview["study"]> {
  const { study, items, people, media, answers } = draft;
  return {
    id: study.id,
    title: study.title,
    protocol: study.protocol,
    definition: study,
    items: items.filter((item) => !item.practice).length,
    practice: items.filter((item) => item.practice).length,
    people: people.length,
    media: media.length,
    bytes: media.reduce((sum, medium) => sum + medium.bytes, 0),
    taken,
    answers: answers?.given.length ?? 0,
    lacking: items.filter((item) => item.protocol === "emotion" && item.media === undefined).length,
  };
}
