// Figures of a small and of a very large study over real HTTP: the agreement request while answers come in, what follows
// from the worker thread, how soon a start takes answers, exports, and the commands on a million ratings.
import { type ChildProcess, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { createReadStream, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import canonicalize from "canonicalize";
import { v7 } from "uuid";
import { mulberry32 } from "#schemas/seeded";
import { type Made, makeLarge } from "./figures-data.ts";
import { quantile, type Row } from "./row.ts";

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((done) => probe.listen(0, "127.0.0.1", done));
  const address = probe.address();
  await new Promise((done) => probe.close(done));
  return typeof address === "object" && address !== null ? address.port : 0;
}

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));

interface Served {
  readonly url: string;
  readonly server: ChildProcess;
  /** The token of the coordinator's one-time link; empty where a password stands. */
  readonly token: string;
  readonly startedAt: number;
}

async function serve(root: string, folder: string): Promise<Served> {
  const port = await freePort();
  const startedAt = performance.now();
  const server = spawn(
    process.execPath,
    [join(root, "dist/server/main.js"), "serve", "--data", folder, "--port", String(port)],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  let said = "";
  server.stdout?.on("data", (piece) => {
    said += piece;
  });
  while (!said.includes("coordinator")) {
    if (server.exitCode !== null) throw new Error(`the server ended with ${server.exitCode}`);
    await pause(5);
  }
  return { url: `http://127.0.0.1:${port}`, server, token: /setup#(\S+)/.exec(said)?.[1] ?? "", startedAt };
}

const ended = (server: ChildProcess) =>
  new Promise<void>((done) => {
    server.once("exit", () => done());
    server.kill();
  });

const peakMB = (pid: number | undefined): number => {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
};

async function signIn({ url, token }: Served): Promise<string> {
  const reply = await fetch(`${url}/api/access/setup`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: url },
    body: JSON.stringify({ token, name: "Bench", password: "a long password" }),
  });
  if (!reply.ok) throw new Error(await reply.text());
  return (reply.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
}

/** One more answer of the person who has none; true where it was taken. */
async function push(url: string, { free, study }: Made, n: number): Promise<boolean> {
  const record = {
    ...{ v: 1, app: "bench", id: v7(), device: free.device, n, study, studyVersion: 1, person: free.person },
    ...{ at: new Date().toISOString(), offset: 0, kind: "choice", item: `i${String(n).padStart(6, "0")}`, occasion: 1 },
    answer: { option: "A", shown: ["A", "B", "C", "D"] },
  };
  const body = { batch: v7(), device: free.device, maxN: n, pending: 0, responses: [canonicalize(record)] };
  const reply = await fetch(`${url}/api/sync/push`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${free.key}` },
    body: JSON.stringify(body),
  }).catch(() => undefined);
  return reply?.ok === true && (await reply.text()).includes('"stored"');
}

interface Warm {
  readonly still: number[];
  readonly growing: number[];
}

async function warm(url: string, cookie: string, made: Made): Promise<Warm> {
  const still: number[] = [];
  const growing: number[] = [];
  const ask = async () => {
    const from = performance.now();
    const reply = await fetch(`${url}/api/studies/large/agreement?companions=no`, { headers: { cookie } });
    if (!reply.ok) throw new Error(await reply.text());
    await reply.arrayBuffer();
    return performance.now() - from;
  };
  for (let k = 0; k < 20; k++) await ask();
  for (let k = 0; k < 100; k++) still.push(await ask());
  for (let k = 0; k < 100; k++) {
    if (!(await push(url, made, k + 1))) throw new Error("an answer was not stored");
    growing.push(await ask());
  }
  return { still, growing };
}

/** The longest time in which the main thread answered nothing, while `act` ran. */
async function longestSilence(url: string, act: () => Promise<unknown>): Promise<number> {
  let running = true;
  let longest = 0;
  const watching = (async () => {
    while (running) {
      const from = performance.now();
      await fetch(`${url}/health`).then((reply) => reply.arrayBuffer());
      longest = Math.max(longest, performance.now() - from);
      await pause(2);
    }
  })();
  await act();
  running = false;
  await watching;
  return longest;
}

export async function figures(root: string): Promise<Row[]> {
  const rows: Row[] = [];
  const folders = ["small", "large"].map((name) => mkdtempSync(join(tmpdir(), `countersign-bench-${name}-`)));
  const [small = "", large = ""] = folders;
  try {
    const inSmall = await makeLarge(small, 10, 1000);
    const inLarge = await makeLarge(large, 100, 20_000);
    const note = `${(statSync(join(large, "countersign.db")).size / 1e9).toFixed(2)} GB of SQLite`;
    const first = await serve(root, small);
    const ofSmall = await warm(first.url, await signIn(first), inSmall);
    await ended(first.server);

    let served = await serve(root, large);
    let cookie = await signIn(served);
    const from = performance.now();
    const silent = await longestSilence(served.url, () =>
      fetch(`${served.url}/api/studies/large/agreement?companions=no`, { headers: { cookie } }),
    );
    const cold = performance.now() - from;
    const ofLarge = await warm(served.url, cookie, inLarge);
    const whole = performance.now();
    const worker = await longestSilence(served.url, async () => {
      const reply = await fetch(`${served.url}/api/studies/large/agreement?wait=yes`, { headers: { cookie } });
      await reply.arrayBuffer();
    });
    const followed = performance.now() - whole;
    await ended(served.server);

    served = await serve(root, large);
    const taken = { n: 101 };
    void fetch(`${served.url}/api/studies/large/agreement`, { headers: { cookie } }).catch(() => undefined);
    while (!(await push(served.url, inLarge, taken.n))) await pause(5);
    const accepts = performance.now() - served.startedAt;
    cookie ||= "";
    const exported = performance.now();
    let bytes = 0;
    let ratings = 0;
    const pushes: number[] = [];
    let running = true;
    const pushing = (async () => {
      while (running) {
        taken.n += 1;
        const at = performance.now();
        await push(served.url, inLarge, taken.n);
        pushes.push(performance.now() - at);
        await pause(20);
      }
    })();
    const reply = await fetch(`${served.url}/api/studies/large/exports/ratings.csv`, { headers: { cookie } });
    for await (const piece of reply.body ?? []) {
      bytes += piece.length;
      for (const byte of piece) if (byte === 10) ratings++;
    }
    running = false;
    await pushing;
    const took = (performance.now() - exported) / 1000;
    await ended(served.server);
    const p = (list: readonly number[], q: number) => quantile(list, q);
    rows.push(
      ...(["still", "growing"] as const).flatMap((kind): Row[] => {
        const told = kind === "still" ? "nothing new" : "one answer more each time";
        return [
          {
            what: `agreement, 2,000,000 over 10,000, ${told}, median`,
            measured: p(ofLarge[kind], 0.5) / p(ofSmall[kind], 0.5),
            ...{ unit: "x", budget: 1.5, bound: "most" as const },
            note: `${p(ofSmall[kind], 0.5).toFixed(1)} and ${p(ofLarge[kind], 0.5).toFixed(1)} ms`,
          },
          {
            what: `agreement at 2,000,000, ${told}, p95`,
            measured: p(ofLarge[kind], 0.95),
            ...{ unit: "ms", budget: 50, bound: "most" as const },
          },
        ];
      }),
      {
        what: "first agreement at 2,000,000 after a start",
        measured: cold / 1000,
        unit: "s",
        budget: 120,
        bound: "most",
        note,
      },
      { what: "longest silence while the log is folded", measured: silent, unit: "ms", budget: 50, bound: "most" },
      {
        what: "intervals and companions at 2,000,000",
        measured: followed / 1000,
        unit: "s",
        budget: 300,
        bound: "most",
      },
      { what: "longest silence while they are made", measured: worker, unit: "ms", budget: 50, bound: "most" },
      {
        what: "start on 2,000,000 until an answer is taken",
        measured: accepts,
        unit: "ms",
        budget: 2000,
        bound: "most",
      },
      {
        what: "push while 2,000,000 ratings are exported, p99",
        measured: p(pushes, 0.99),
        ...{ unit: "ms", budget: 1000, bound: "most" },
        note: `${pushes.length} pushes`,
      },
      {
        what: "export of ratings.csv over HTTP, with the fold",
        measured: ratings / took,
        ...{ unit: "rows/s", budget: 100_000, bound: "least" },
        note: `${ratings} rows, ${(bytes / 1e6).toFixed(0)} MB`,
      },
    );
  } finally {
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  }
  return rows;
}

interface Ran {
  readonly seconds: number;
  readonly peak: number;
}

/** Runs a command to its end; its time and its greatest memory. */
async function command(root: string, args: readonly string[], input?: string): Promise<Ran> {
  const from = performance.now();
  const child = spawn(process.execPath, [join(root, "dist/server/main.js"), ...args], {
    stdio: [input === undefined ? "ignore" : "pipe", "pipe", "inherit"],
  });
  const hash = createHash("sha256");
  child.stdout?.on("data", (piece) => hash.update(piece));
  if (input !== undefined && child.stdin !== null) createReadStream(input).pipe(child.stdin);
  let peak = 0;
  const looking = setInterval(() => {
    peak = Math.max(peak, peakMB(child.pid));
  }, 20);
  const code = await new Promise<number | null>((done) => child.once("exit", done));
  clearInterval(looking);
  if (code !== 0) throw new Error(`${args[0]} ended with ${code}`);
  return { seconds: (performance.now() - from) / 1000, peak };
}

/** Exports of 1,000,000 ratings, and the commands on as many from standard input. */
export async function million(root: string): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), "countersign-bench-million-"));
  try {
    await makeLarge(folder, 50, 20_000);
    const exported = await command(root, [
      "export",
      "large",
      "--format",
      "ratings.csv",
      "--out",
      folder,
      "--data",
      folder,
    ]);
    const file = join(folder, "long.csv");
    const chance = mulberry32(5);
    const lines = ["item,annotator,label,value,confidence"];
    for (let u = 0; u < 20_000; u++)
      for (let a = 0; a < 50; a++)
        lines.push(`c${u},a${a},sentiment,${Math.floor(chance() * 7) - 3},${Math.floor(chance() * 101)}`);
    writeFileSync(file, `${lines.join("\n")}\n`);
    const ran: Row[] = [];
    for (const name of ["agreement", "labels"]) {
      const { seconds, peak } = await command(root, [name, "-", "--json"], file);
      ran.push({
        what: `${name} on 1,000,000 ratings from standard input`,
        measured: seconds,
        ...{ unit: "s", budget: 20, bound: "most" },
        note: `${peak.toFixed(0)} MB`,
      });
    }
    return [
      {
        what: "export of 1,000,000 ratings, CSV, with the fold",
        measured: 1e6 / exported.seconds,
        ...{ unit: "rows/s", budget: 100_000, bound: "least" },
      },
      { what: "memory of that export", measured: exported.peak, unit: "MB", budget: 300, bound: "most" },
      ...ran,
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
