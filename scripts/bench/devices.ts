// 300 devices at once over real HTTP, as after a campus got its network back: each greets, pushes what it has and greets
// again, all begun in the same moment, against the built server on SQLite with synchronous=FULL.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import canonicalize from "canonicalize";
import { v4, v7 } from "uuid";
import { emptyDigest } from "#schemas/sync";
import { openData } from "#server/commands/data";
import { createDevice } from "#server/store/devices";
import { serving, studyIn } from "./push.ts";
import { quantile, type Row } from "./row.ts";

const [devices, answers] = [300, 20];

interface Device {
  readonly device: string;
  readonly deviceKey: string;
}

function pushOf({ device }: Device, person: string, from: number): Buffer {
  const responses = Array.from({ length: answers }, (_, k) =>
    canonicalize({
      ...{ v: 1, app: "bench", id: v7(), device, n: k + 1, study: "bench", studyVersion: 1, person, occasion: 1 },
      ...{ item: `i${String(from + k).padStart(6, "0")}`, kind: "choice", at: new Date().toISOString(), offset: 0 },
      answer: { option: "A", shown: ["C", "A", "D", "B"] },
    }),
  );
  return gzipSync(JSON.stringify({ batch: v4(), device, maxN: answers, pending: answers, responses }));
}

export async function together(root: string): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), "countersign-bench-"));
  const data = await openData(folder);
  const { person } = await studyIn(data, devices * answers, new URL("http://127.0.0.1"));
  const all: Device[] = [];
  for (let k = 0; k < devices; k++)
    all.push(await createDevice(data.store, { person, shared: false, now: new Date() }));
  await data.close();
  const { url, stop } = await serving(root, folder);
  const took: Record<"hello" | "push", number[]> = { hello: [], push: [] };
  let errors = 0;
  /** What went wrong, how often. */
  const why = new Map<string, number>();
  const ask = async (what: "hello" | "push", one: Device, body: BodyInit, gzip: boolean): Promise<void> => {
    const from = performance.now();
    const reply = await fetch(`${url}/api/sync/${what}`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${one.deviceKey}`,
        "content-type": "application/json",
        ...(gzip ? { "content-encoding": "gzip" } : {}),
      },
      body,
    }).catch((cause: Error) => {
      why.set(String(cause.cause ?? cause), (why.get(String(cause.cause ?? cause)) ?? 0) + 1);
      return undefined;
    });
    if (reply?.ok === false) why.set(`${reply.status}`, (why.get(`${reply.status}`) ?? 0) + 1);
    const said = reply?.ok ? ((await reply.json()) as { verdicts?: { verdict: string }[] }) : undefined;
    if (said === undefined || said.verdicts?.some(({ verdict }) => verdict !== "stored")) errors++;
    took[what].push(performance.now() - from);
  };
  const greeting = ({ device }: Device): string =>
    JSON.stringify({ device, count: 0, digest: emptyDigest, maxN: answers, pending: answers, oldestPendingAt: null });
  try {
    const bodies = all.map((one, k) => pushOf(one, person, k * answers));
    await Promise.all(
      all.map(async (one, k) => {
        await ask("hello", one, greeting(one), false);
        await ask("push", one, new Uint8Array(bodies[k] as Buffer), true);
        await ask("hello", one, greeting(one), false);
      }),
    );
    const line = (what: "hello" | "push"): Row => ({
      what: `${devices} devices at once, a ${what}, p99`,
      measured: quantile(took[what], 0.99),
      unit: "ms",
      budget: 1000,
      bound: "most",
      note: `median ${quantile(took[what], 0.5).toFixed(0)} ms`,
    });
    const wrong: Row = {
      what: `${devices} devices at once, errors`,
      measured: errors,
      unit: `of ${devices * 3}`,
      budget: 0,
      bound: "most",
      ...(why.size === 0 ? {} : { note: [...why].map(([what, times]) => `${times} x ${what}`).join("; ") }),
    };
    return [line("push"), line("hello"), wrong];
  } finally {
    stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
