// A study comes in by screen: files go up, what was understood is shown, then it is stored; or a quiz is built from the
// tables that went up. Only coordinators, each only their own uploads.
import { randomBytes } from "node:crypto";
import { type Context, Hono } from "hono";
import * as z from "zod/mini";
import { newUpload, previewRequest, storedStudy, studyPreview, uploadedFile } from "#schemas/new-study";
import { Problem } from "#schemas/problem";
import { moreItems, moreWish } from "#schemas/set-up";
import { body, described, query } from "#server/access/described";
import { memberWith } from "#server/access/rights";
import { type Uploading, uploaderOf, uploadOf } from "#server/access/uploading";
import { addItems, lookAtMore } from "#server/intake/add-items";
import { bringIn } from "#server/intake/bring-in";
import { composed } from "#server/intake/compose";
import { type LookedOver, lookOver } from "#server/intake/study-folder";
import { studyPreviewOf } from "#server/intake/study-preview";
import { tableOf } from "#server/intake/table-preview";
import type { Upload } from "#server/intake/uploads";
import { studyById } from "#server/store/studies";

interface Read {
  readonly changes: number;
  /** What was said beside the files. */
  readonly told: string;
  readonly secret: string;
  readonly looked: LookedOver;
}

export function uploadsRoutes(deps: Uploading): Hono {
  const { uploads } = deps;
  const reads = new WeakMap<Upload, Read>();

  const own = (c: Context): Promise<Upload> => uploadOf(c, deps);

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

  return new Hono()
    .post("/api/uploads", described("Begin an upload of a study's files", newUpload, ["not-yours"]), async (c) =>
      c.json({ upload: (await uploads.begin(await uploaderOf(c, deps), deps.clock())).id }),
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
    .delete("/api/uploads/:upload", described("Drop an upload", z.object({}), ["not-found"]), async (c) => {
      await uploads.end(await own(c));
      return c.json({});
    });
}
