// The tables of an upload: what each holds, a quiz built from them, tags compared, clips picked. Nothing is stored in a
// study here; what is built can be taken home, or joins the upload.
import { createHash } from "node:crypto";
import { zipSync } from "fflate";
import { type Context, Hono } from "hono";
import * as z from "zod/mini";
import {
  type BuiltQuizAnswer,
  builtQuiz,
  comparedTags,
  pickedClips,
  pickWish,
  quizWish,
  tablePreview,
  tableWish,
  uploadedFile,
} from "#schemas/new-study";
import { Problem } from "#schemas/problem";
import { body, described, query } from "#server/access/described";
import { type Uploading, uploadOf } from "#server/access/uploading";
import { type NamedBytes, type QuizFolder, quizFolder } from "#server/exports/quiz-folder";
import { pickClips } from "#server/intake/clip-picks";
import { cutScript } from "#server/intake/cut-list";
import { tableLimit } from "#server/intake/study-folder";
import { previewTable } from "#server/intake/table-preview";
import { compareTags, suggestedTags } from "#server/intake/tags";
import type { Upload } from "#server/intake/uploads";

const quizFiles = ["study.json", "questions.jsonl", "key.csv", "report.json"] as const;

export function uploadTablesRoutes(deps: Uploading): Hono {
  const { uploads } = deps;
  const own = (c: Context): Promise<Upload> => uploadOf(c, deps);
  const quizzes = new WeakMap<Upload, QuizFolder>();

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
    );
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
