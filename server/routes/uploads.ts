// A study comes in by screen: files go up, what was understood is shown, then it is stored; or a quiz is built from the
// tables that went up. Only coordinators, each only their own uploads.
import { createHash, randomBytes } from "node:crypto";
import { zipSync } from "fflate";
import { type Context, Hono } from "hono";
import * as z from "zod/mini";
import {
  type BuiltQuizAnswer,
  builtQuiz,
  comparedTags,
  newUpload,
  pickedClips,
  pickWish,
  previewRequest,
  quizWish,
  storedStudy,
  studyPreview,
  tablePreview,
  tableWish,
  uploadedFile,
} from "#schemas/new-study";
import { Problem } from "#schemas/problem";
import { moreItems, moreWish } from "#schemas/set-up";
import { body, described, query } from "#server/access/described";
import { memberWith, personOf } from "#server/access/rights";
import type { Deps } from "#server/deps";
import { type NamedBytes, type QuizFolder, quizFolder } from "#server/exports/quiz-folder";
import { addItems, lookAtMore } from "#server/intake/add-items";
import { bringIn } from "#server/intake/bring-in";
import { pickClips } from "#server/intake/clip-picks";
import { composed } from "#server/intake/compose";
import { cutScript } from "#server/intake/cut-list";
import { type LookedOver, lookOver, tableLimit } from "#server/intake/study-folder";
import { studyPreviewOf } from "#server/intake/study-preview";
import { previewTable, tableOf } from "#server/intake/table-preview";
import { compareTags, suggestedTags } from "#server/intake/tags";
import { type Upload, Uploads } from "#server/intake/uploads";
import { accountOf } from "#server/store/accounts";
import { studyById } from "#server/store/studies";

const quizFiles = ["study.json", "questions.jsonl", "key.csv", "report.json"] as const;

interface Read {
  readonly changes: number;
  /** What was said beside the files. */
  readonly told: string;
  readonly secret: string;
  readonly looked: LookedOver;
}

export function uploadsRoutes(deps: Deps & { readonly uploadsDir: string }): Hono {
  const uploads = new Uploads(deps.uploadsDir);
  const reads = new WeakMap<Upload, Read>();
  const quizzes = new WeakMap<Upload, QuizFolder>();

  const coordinator = async (c: Context): Promise<string> => {
    const person = await personOf(c, deps);
    if ((await accountOf(deps.store, person)) === undefined) throw new Problem("not-yours");
    return person;
  };
  const own = async (c: Context): Promise<Upload> => uploads.of(c.req.param("upload") ?? "", await coordinator(c));

  /** Reads the upload, or remembers what was read since its last file. */
  async function readOf(upload: Upload, { about, table: wish }: z.infer<typeof previewRequest>) {
    const files = await uploads.source(upload);
    try {
      const table = await tableOf(files, wish);
      const source = composed(files, about, table);
      const told = JSON.stringify([about ?? null, table ?? null]);
      const before = reads.get(upload);
      if (before?.changes === upload.changes && before.told === told) return { source, read: before };
      const secret = randomBytes(16).toString("hex");
      const looked = await lookOver(source, { secret, ...(table === undefined ? {} : { table }) });
      const read: Read = { changes: upload.changes, told, secret, looked };
      reads.set(upload, read);
      return { source, read };
    } catch (error) {
      await files.close();
      throw error;
    }
  }

  async function tableIn(upload: Upload, name: string): Promise<NamedBytes> {
    const source = await uploads.source(upload);
    try {
      const stored = source.find(name);
      if (stored === undefined) throw new Problem("bad-value", `${name} was not uploaded`);
      if (source.size(stored) > tableLimit) throw new Problem("bad-value", `${name} is too large for a table`);
      return { file: name, bytes: await source.read(stored) };
    } finally {
      await source.close();
    }
  }

  return new Hono()
    .post("/api/uploads", described("Begin an upload of a study's files", newUpload, ["not-yours"]), async (c) =>
      c.json({ upload: (await uploads.begin(await coordinator(c), deps.clock())).id }),
    )
    .put(
      "/api/uploads/:upload/file",
      described("Upload one file, as its bytes", uploadedFile, ["not-found", "not-yours", "too-large", "bad-value"]),
      query(z.object({ name: z.string().check(z.minLength(1), z.maxLength(2000)) })),
      async (c) => {
        const upload = await own(c);
        const { name } = c.req.valid("query");
        const bytes = await uploads.put(upload, name, c.req.raw.body);
        const allBytes = [...upload.sizes.values()].reduce((sum, size) => sum + size, 0);
        return c.json({ name, bytes, files: upload.sizes.size, allBytes });
      },
    )
    .post(
      "/api/uploads/:upload/preview",
      described("What was understood, fault by fault; nothing is stored", studyPreview, ["not-found", "bad-study"]),
      body(previewRequest),
      async (c) => {
        const { source, read } = await readOf(await own(c), c.req.valid("json"));
        try {
          const id = read.looked.read?.draft.study.id;
          const taken = id !== undefined && (await studyById(deps.store, id)) !== undefined;
          return c.json(studyPreviewOf(read.looked, source, taken));
        } finally {
          await source.close();
        }
      },
    )
    .post(
      "/api/uploads/:upload/table",
      described("What was understood of one table; nothing is stored", tablePreview, ["not-found", "bad-value"]),
      body(tableWish),
      async (c) => {
        const wish = c.req.valid("json");
        return c.json(previewTable((await tableIn(await own(c), wish.file)).bytes, wish));
      },
    )
    .get(
      "/api/uploads/:upload/cuts.sh",
      described("The ffmpeg lines that cut the clips of a table", z.any(), ["not-found", "bad-value"]),
      query(z.object({ table: z._default(z.string().check(z.maxLength(1000)), "clips.csv") })),
      async (c) => {
        const { table: file } = c.req.valid("query");
        const script = cutScript((await tableIn(await own(c), file)).bytes, { file });
        c.header("content-type", "text/x-shellscript; charset=utf-8");
        c.header("content-disposition", 'attachment; filename="cuts.sh"');
        return c.body(script);
      },
    )
    .post(
      "/api/uploads/:upload/study",
      described("Store the study as a draft and get people's links, once", storedStudy, [
        ...(["not-found", "bad-study", "conflict"] as const),
      ]),
      body(previewRequest),
      async (c) => {
        const upload = await own(c);
        const { source, read } = await readOf(upload, c.req.valid("json"));
        try {
          const { looked, secret } = read;
          if (looked.read === undefined)
            throw new Problem("bad-study", "the study has faults; nothing was stored", looked.faults);
          const as = { secret, coordinators: [upload.owner], state: "draft" as const };
          const { study, title, people, warnings } = await bringIn(deps, source, looked.read, as);
          await uploads.end(upload);
          const links = people.map(({ code, role, seat, link }) => ({ code, role, seat, link }));
          return c.json({ study, title, people: links, warnings: [...warnings] });
        } finally {
          await source.close();
        }
      },
    )
    .post(
      "/api/uploads/:upload/items",
      described("Add the items of an upload to a study that is here, or say what would be added", moreItems, [
        ...(["not-found", "not-yours", "bad-study", "bad-value"] as const),
      ]),
      body(moreWish),
      async (c) => {
        const upload = await own(c);
        const { study, table: wish, store, reason } = c.req.valid("json");
        const { person } = await memberWith(c, deps, study, ["coordinator"]);
        const source = await uploads.source(upload);
        try {
          const table = await tableOf(source, wish);
          const told = await lookAtMore(deps.store, study, source, table);
          const as = { by: person, now: deps.clock(), ...(reason === undefined ? {} : { reason }) };
          const made = store ? await addItems(deps, study, source, told, as) : undefined;
          if (made !== undefined) await uploads.end(upload);
          const { faults, warnings } = told.looked;
          return c.json({
            ...{ fresh: told.fresh.length, known: told.known, warnings: [...warnings] },
            faults: faults.slice(0, 200).map((fault) => ({ ...fault })),
            moreFaults: Math.max(0, faults.length - 200),
            version: made?.version ?? null,
          });
        } finally {
          await source.close();
        }
      },
    )
    .post(
      "/api/uploads/:upload/quiz",
      described("Build a quiz from a table of sign entries; the files join the upload", builtQuiz, [
        ...(["not-found", "bad-study", "bad-value"] as const),
      ]),
      body(quizWish),
      async (c) => {
        const upload = await own(c);
        const { entries, tags, vectors, columns, modalities, ...wish } = c.req.valid("json");
        const given = {
          entries: await tableIn(upload, entries),
          ...(tags === undefined ? {} : { tags: await tableIn(upload, tags) }),
          ...(vectors === undefined ? {} : { vectors: await tableIn(upload, vectors) }),
        };
        const built = quizFolder(given, {
          ...wish,
          ...(columns === undefined ? {} : { columns }),
          ...(modalities === undefined ? {} : { modalities }),
        });
        quizzes.set(upload, built);
        return c.json(answerOf(built));
      },
    )
    .post(
      "/api/uploads/:upload/tags",
      described("Articulations that descriptions hint at, as a file for a tagger", z.any(), ["not-found", "bad-study"]),
      body(tableWish),
      async (c) => {
        const { file, columns } = c.req.valid("json");
        const { bytes } = await tableIn(await own(c), file);
        c.header("content-type", "text/csv; charset=utf-8");
        c.header("content-disposition", 'attachment; filename="tags.csv"');
        return c.body(suggestedTags(bytes, file, columns));
      },
    )
    .post(
      "/api/uploads/:upload/tags/compare",
      described("Two taggers' files compared: alpha a tag, where they differ, the agreed file", comparedTags, [
        ...(["not-found", "bad-study"] as const),
      ]),
      body(z.strictObject({ first: z.string(), second: z.string() })),
      async (c) => {
        const upload = await own(c);
        const { first, second } = c.req.valid("json");
        return c.json(compareTags(await tableIn(upload, first), await tableIn(upload, second)));
      },
    )
    .post(
      "/api/uploads/:upload/pick",
      described("Clips picked out of a long list", pickedClips, ["not-found", "bad-value"]),
      body(pickWish),
      async (c) => {
        const wish = c.req.valid("json");
        return c.json(await pickClips((await tableIn(await own(c), wish.file)).bytes, wish));
      },
    )
    .get(
      "/api/uploads/:upload/quiz.zip",
      described("The released quiz: questions, key, report and seed", z.any(), ["not-found"]),
      async (c) => {
        const built = quizzes.get(await own(c));
        if (built === undefined) throw new Problem("not-found", "Build the quiz first.");
        const bytes = Object.fromEntries(
          Object.entries(built.files).map(([name, text]) => [name, new TextEncoder().encode(text)]),
        );
        c.header("content-type", "application/zip");
        c.header("content-disposition", 'attachment; filename="quiz.zip"');
        return c.body(zipSync(bytes, { mtime: new Date(1980, 0, 1) }) as Uint8Array<ArrayBuffer>);
      },
    )
    .post(
      "/api/uploads/:upload/quiz/use",
      described("Put the built quiz among the uploaded files", uploadedFile, ["not-found"]),
      async (c) => {
        const upload = await own(c);
        const built = quizzes.get(upload);
        if (built === undefined) throw new Problem("not-found", "Build the quiz first.");
        for (const name of quizFiles)
          await uploads.put(upload, name, new Blob([built.files[name] ?? ""]).stream() as ReadableStream<Uint8Array>);
        const allBytes = [...upload.sizes.values()].reduce((sum, size) => sum + size, 0);
        return c.json({ name: "study.json", bytes: 0, files: upload.sizes.size, allBytes });
      },
    )
    .delete("/api/uploads/:upload", described("Drop an upload", z.object({}), ["not-found"]), async (c) => {
      await uploads.end(await own(c));
      return c.json({});
    });
}

function answerOf({ quiz, tagsFrom, files }: QuizFolder): BuiltQuizAnswer {
  const { leaks, blindSolver, ...report } = quiz.report;
  return {
    tagsFrom,
    ...report,
    leaks: {
      act: leaks.act,
      cut: leaks.cut,
      found: leaks.found.length,
      first: leaks.found.slice(0, 20).map(({ entry, forms }) => ({ entry, forms: [...forms] })),
    },
    blindSolver: { best: blindSolver.best, chance: blindSolver.chance, warning: blindSolver.warning },
    hashes: Object.fromEntries(
      Object.entries(files).map(([name, text]) => [name, createHash("sha256").update(text).digest("hex")]),
    ),
  };
}
