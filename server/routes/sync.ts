// What devices say and are told (design 5). The device key alone authorises; a withdrawn device may deliver, not read.
import { type Context, Hono } from "hono";
import * as z from "zod/mini";
import { aboutRequest } from "#schemas/about";
import { Problem } from "#schemas/problem";
import {
  type HelloReply,
  haveReply,
  haveRequest,
  helloReply,
  helloRequest,
  ownDevice,
  type PushReply,
  pack,
  pullReply,
  pullRequest,
  pushLimits,
  pushReply,
  pushRequest,
} from "#schemas/sync";
import { readAs } from "#server/access/body";
import { described } from "#server/access/described";
import { deviceOf } from "#server/access/rights";
import type { Deps } from "#server/deps";
import { keepAbout } from "#server/store/about";
import { backedUpAt, backedUpOf } from "#server/store/backup";
import { createDevice, deviceTotals, noteSaid } from "#server/store/devices";
import { erasedStudiesOf } from "#server/store/erasing";
import { compareIds, epochsOf, pullPage } from "#server/store/exchange";
import { keepGone } from "#server/store/gone";
import { appendPush } from "#server/store/log";
import { memberOf } from "#server/store/members";
import { packOf } from "#server/store/packs";
import type { DevicesTable } from "#server/store/tables";

/** The oldest app whose messages this server still understands. */
const minVersion = "0.1.0";
const small = { compressed: 64 * 1024, inflated: 64 * 1024 };
const ofIds = { compressed: 2 * 1024 * 1024, inflated: 2 * 1024 * 1024 };
const pageOfPull = 500;

function own(device: DevicesTable, named: string): void {
  if (device.id !== named) throw new Problem("not-yours", "the request names another device than its key");
}

async function reader(c: Context, deps: Deps): Promise<DevicesTable> {
  const device = await deviceOf(c, deps);
  if (device.revoked_at !== null)
    throw new Problem("not-yours", "this device has been withdrawn: it may deliver, not read");
  return device;
}

/** As JSON that says its length: a small answer is sent as it is, for packing it would cost more than finding it. */
function sized(c: Context, reply: PushReply | HelloReply): Response {
  const text = JSON.stringify(reply);
  const length = String(Buffer.byteLength(text));
  return c.body(text, 200, { "content-type": "application/json", "content-length": length });
}

/** Problems of every route here. */
const byKey = ["signed-out", "not-yours", "not-json", "too-large"] as const;

export function syncRoutes(deps: Deps): Hono {
  const app = new Hono();

  app.post(
    "/api/sync/push",
    described("Deliver responses; a verdict for each", pushReply, byKey, pushRequest),
    async (c) => {
      const device = await deviceOf(c, deps);
      const request = await readAs(c, pushRequest, pushLimits);
      own(device, request.device);
      const verdicts = await appendPush(deps.store, {
        device: device.id,
        person: device.person,
        texts: request.responses,
        now: deps.clock(),
        said: { maxN: request.maxN, pending: request.pending },
      });
      const reply: PushReply = { batch: request.batch, verdicts };
      return sized(c, reply);
    },
  );

  app.post(
    "/api/sync/hello",
    described("Compare what device and server hold", helloReply, byKey, helloRequest),
    async (c) => {
      const device = await deviceOf(c, deps);
      const request = await readAs(c, helloRequest, small);
      own(device, request.device);
      const now = deps.clock();
      await noteSaid(deps.store, device.id, request, now);
      if (request.gone !== undefined) await keepGone(deps.store, device.person, request.gone);
      const held = await deviceTotals(deps.store, device.id);
      const epochs = await epochsOf(deps.store, device.person);
      const backedUp = Object.entries(await backedUpOf(deps.store)).filter(([study]) => Object.hasOwn(epochs, study));
      const begunAt = await backedUpAt(deps.store);
      const erased = await erasedStudiesOf(deps.store, device.person);
      const reply: HelloReply = {
        agree: held.count === request.count && held.digest === request.digest,
        epochs,
        backedUp: Object.fromEntries(backedUp),
        ...(begunAt === undefined ? {} : { backedUpAt: begunAt }),
        ...(erased.length === 0 ? {} : { erased }),
        serverTime: now.toISOString(),
        minVersion,
      };
      return sized(c, reply);
    },
  );

  app.post(
    "/api/sync/have",
    described("Find what is missing on either side", haveReply, byKey, haveRequest),
    async (c) => {
      const device = await deviceOf(c, deps);
      const { ids, from, to } = await readAs(c, haveRequest, ofIds);
      return c.json(await compareIds(deps.store, device, ids, { from, to }));
    },
  );

  app.post(
    "/api/sync/fork",
    described("A copied profile goes on as a device of its own", ownDevice, byKey, z.object({})),
    async (c) => {
      const { person, shared } = await reader(c, deps);
      return c.json(await createDevice(deps.store, { person, shared: shared === 1, now: deps.clock() }));
    },
  );

  app.post(
    "/api/sync/pull",
    described("Own responses from other devices", pullReply, byKey, pullRequest),
    async (c) => {
      const device = await reader(c, deps);
      const { cursors } = await readAs(c, pullRequest, small);
      return c.json(await pullPage(deps.store, device, cursors, pageOfPull));
    },
  );

  app.post(
    "/api/sync/about",
    described(
      "What a person says of themself in a study; nothing of it is required",
      z.object({}),
      [...byKey, "not-found"],
      aboutRequest,
    ),
    async (c) => {
      const { person } = await deviceOf(c, deps);
      const { study, ...said } = await readAs(c, aboutRequest, small);
      if ((await memberOf(deps.store, study, person)) === undefined) throw new Problem("not-found");
      await keepAbout(deps.store, { study, person }, said, deps.clock());
      return c.json({});
    },
  );

  app.get("/api/sync/pack", described("What a device may hold of its person's studies", pack, byKey), async (c) => {
    const device = await reader(c, deps);
    c.header("cache-control", "no-store");
    return c.json(await packOf(deps.store, device.person, deps.clock()));
  });

  return app;
}
