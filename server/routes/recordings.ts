// Signed answers come in slice by slice, by device key alone; a coordinator sees one only where its signer allows it.
import { createHash } from "node:crypto";
import { type Context, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { createMiddleware } from "hono/factory";
import * as z from "zod/mini";
import { uuid } from "#schemas/basics";
import { Problem } from "#schemas/problem";
import { manifest, recordingHere, recordingLimits, sliceHashHeader, studyRecordings } from "#schemas/recording";
import { body, described, onlyFor } from "../access/described.ts";
import { deviceOf } from "../access/rights.ts";
import type { Deps } from "../deps.ts";
import { mendRecording } from "../media/mend-recording.ts";
import { isHash } from "../media/store.ts";
import { sweepErased } from "../store/erased-bytes.ts";
import { isErasedRecording } from "../store/erasing.ts";
import {
  closeRecording,
  type Giver,
  noteSlice,
  ownRecording,
  recordingById,
  recordingsOfStudy,
  slicesOf,
  teamMaySee,
} from "../store/recordings.ts";

/** A recording that was erased is never taken again; its device drops it. */
async function refuseErased({ store }: Deps, id: string): Promise<void> {
  if (await isErasedRecording(store, id)) throw new Problem("erased");
}

const idOf = (c: Context): string => {
  const read = z.safeParse(uuid, c.req.param("id"));
  if (!read.success) throw new Problem("bad-request", "A recording's id is a UUID.");
  return read.data;
};

export function recordingsRoutes(deps: Deps): Hono {
  /** A revoked person may still deliver. */
  const byDevice = createMiddleware<{ Variables: { giver: Giver } }>(async (c, next) => {
    const { id: device, person } = await deviceOf(c as Context, deps);
    c.set("giver", { person, device });
    await next();
  });
  const limited = bodyLimit({
    maxSize: recordingLimits.sliceBytes,
    onError: () => {
      throw new Problem("too-large", "A slice may hold 4 MiB.");
    },
  });

  return new Hono()
    .put(
      "/api/recordings/:id/:n",
      described("Keep one slice of a recording; its hash comes in a header", recordingHere, [
        ...(["signed-out", "not-found", "conflict", "too-large", "bad-value", "erased"] as const),
      ]),
      byDevice,
      limited,
      async (c) => {
        const id = idOf(c);
        const n = Number(c.req.param("n"));
        if (!Number.isInteger(n) || n < 0 || n >= recordingLimits.slices)
          throw new Problem("bad-request", `A slice's number goes from 0 to ${recordingLimits.slices - 1}.`);
        const hash = c.req.header(sliceHashHeader) ?? "";
        if (!isHash(hash)) throw new Problem("bad-request", `The header ${sliceHashHeader} must hold the SHA-256.`);
        const bytes = new Uint8Array(await c.req.arrayBuffer());
        if (bytes.byteLength === 0) throw new Problem("bad-value", "An empty slice is none.");
        if (createHash("sha256").update(bytes).digest("hex") !== hash)
          throw new Problem("bad-value", "The slice has another hash than its header says.");
        await refuseErased(deps, id);
        await deps.media.put(bytes);
        await noteSlice(deps.store, id, c.var.giver, { n, hash, bytes: bytes.byteLength }, deps.clock());
        return c.json(await stateOf(id, c.var.giver));
      },
    )
    .post(
      "/api/recordings/:id",
      described("Close a recording: every slice is here and the response is named", recordingHere, [
        ...(["signed-out", "not-found", "conflict", "erased"] as const),
      ]),
      byDevice,
      body(manifest),
      async (c) => {
        const id = idOf(c);
        await refuseErased(deps, id);
        const told = c.req.valid("json");
        if (await closeRecording(deps.store, id, c.var.giver, told, deps.clock()))
          await sweepErased(deps.store, deps.media);
        await refuseErased(deps, id);
        return c.json(await stateOf(id, c.var.giver));
      },
    )
    .get(
      "/api/recordings/:id",
      described("Which slices of a recording are here", recordingHere, ["signed-out", "not-found", "erased"]),
      byDevice,
      async (c) => {
        const id = idOf(c);
        await refuseErased(deps, id);
        return c.json(await stateOf(id, c.var.giver));
      },
    )
    .get(
      "/api/studies/:study/recordings",
      described("Signed answers whose signers let the team see them", studyRecordings, ["not-found", "not-yours"]),
      onlyFor(deps, ["coordinator"]),
      async (c) => c.json(await recordingsOfStudy(deps.store, c.req.param("study"))),
    )
    .get(
      "/api/studies/:study/recordings/:id",
      described("One signed answer as a file; 403 unless its signer's consent allows it", z.any(), [
        ...(["not-found", "not-yours"] as const),
      ]),
      onlyFor(deps, ["coordinator"]),
      async (c) => {
        const study = c.req.param("study");
        const row = await recordingById(deps.store, idOf(c));
        if (row === undefined || row.study !== study || row.closed_at === null) throw new Problem("not-found");
        if (!(await teamMaySee(deps.store, study, row.person)))
          throw new Problem("not-yours", "The person has not agreed that the team sees what they signed.");
        const slices = await slicesOf(deps.store, row.id);
        const parts = await Promise.all(slices.map(({ hash }) => deps.media.read(hash)));
        const file = await mendRecording(new Uint8Array(Buffer.concat(parts)), row.type ?? "");
        c.header("content-type", row.type?.split(";")[0] ?? "application/octet-stream");
        c.header("content-security-policy", "sandbox; default-src 'none'");
        return c.body(file as Uint8Array<ArrayBuffer>);
      },
    );

  async function stateOf(id: string, { person }: Giver) {
    const { closed_at } = await ownRecording(deps.store, id, person);
    const slices = (await slicesOf(deps.store, id)).map(({ n }) => n);
    return closed_at === null ? { slices, closed: false } : { slices, closed: true, closedAt: closed_at };
  }
}
