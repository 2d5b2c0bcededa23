// The files that a coordinator takes home: what there is, and each as a download.
import { Hono } from "hono";
import * as z from "zod/mini";
import { deskExports } from "#schemas/desk";
import { Problem } from "#schemas/problem";
import { described, onlyFor } from "#server/access/described";
import type { Deps } from "#server/deps";
import { exportFiles, filesFor, refusalFor } from "#server/exports/files";
import { logHead } from "#server/store/log";
import { studyById } from "#server/store/studies";
import { heavyHere } from "#server/thread/heavy";

export function exportsRoutes(deps: Deps): Hono {
  const { store, heavy = heavyHere(deps) } = deps;
  const coordinators = onlyFor(deps, ["coordinator"]);
  return new Hono()
    .get(
      "/api/studies/:study/exports",
      described("The files that there are to take", deskExports, ["not-found", "not-yours"]),
      coordinators,
      async (c) => {
        const { study } = c.get("member");
        const found = await studyById(store, study);
        const position = await logHead(store, study);
        if (found === undefined || position === undefined) throw new Problem("not-found");
        const files = exportFiles.map((one) => ({
          file: one.file,
          rows: null,
          bytes: null,
          refused: refusalFor(one, found.file.protocol),
        }));
        return c.json({ position, files });
      },
    )
    .get(
      "/api/studies/:study/exports/:file",
      described("One file, as a download", z.string(), ["not-found", "not-yours", "bad-value"]),
      coordinators,
      async (c) => {
        const { study } = c.get("member");
        const name = c.req.param("file");
        if (!exportFiles.some(({ file }) => file === name)) throw new Problem("not-found");
        const [one] = await filesFor({ store, study }, name);
        if (one === undefined) throw new Problem("not-found");
        return c.body(await streamOf(heavy.file(study, name)), 200, {
          "Content-Type": one.type,
          "Content-Disposition": `attachment; filename="${study}-${one.file}"`,
          "Cache-Control": "no-store",
        });
      },
    );
}

/** The first piece is made before anything is answered, so that what fails at once is told as a problem. */
async function streamOf(pieces: AsyncIterable<Uint8Array>): Promise<ReadableStream<Uint8Array>> {
  const iterator = pieces[Symbol.asyncIterator]();
  let next: IteratorResult<Uint8Array> | undefined = await iterator.next();
  return new ReadableStream({
    pull: async (controller) => {
      const piece = next ?? (await iterator.next());
      next = undefined;
      if (piece.done) controller.close();
      else controller.enqueue(piece.value);
    },
    cancel: async () => {
      await iterator.return?.();
    },
  });
}
