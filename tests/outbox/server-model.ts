// A small server in memory that keeps the wire contract of design 5, with faults that can be asked for request by
// request. The real one is tested in tests/routes and tests/faults; here thousands of histories must be quick.
import { createHash } from "node:crypto";
import { gunzipSync } from "node:zlib";
import { v4 } from "uuid";
import type { Response as Given } from "#schemas/response";
import {
  type HaveReply,
  type HelloReply,
  type PullReply,
  type PushReply,
  pushRequest,
  type Verdict,
} from "#schemas/sync";

import type { HistoryServer } from "./histories.ts";

export type Fault = "none" | "cut-before" | "cut-after" | "twice" | "html" | "truncated" | 401 | 413 | 429 | 500 | 502;

interface LogRow {
  readonly id: string;
  readonly text: string;
  readonly seq: number;
  readonly person: string;
  readonly device: string;
  readonly n: number;
}

export class ServerModel implements HistoryServer {
  readonly devices = new Map<string, { device: string; person: string }>();
  log: LogRow[] = [];
  /** Ids that ever stood in the log: a restore may take them out of it again. */
  private readonly once = new Set<string>();
  epoch = 0;
  /** Answered 500 in whatever batch they are. */
  readonly poison = new Set<string>();
  readonly quarantine = new Set<string>();
  readonly erased = new Map<string, string>();
  /** The next requests meet these, then none. */
  faults: Fault[] = [];
  requests: string[] = [];
  greets = true;
  now: () => number = Date.now;
  private backup: { log: LogRow[] } = { log: [] };

  readonly fetch = async (path: string, init: RequestInit = {}): Promise<Response> => {
    this.requests.push(path);
    const fault = this.faults.shift() ?? "none";
    const headers = new Headers(init.headers);
    if (fault === "cut-before") throw new TypeError("the line was cut");
    if (typeof fault === "number") return problem(fault);
    if (fault === "html") return new Response("<html>Sign in to the Wi-Fi</html>", { status: 200 });
    const reply = await this.answer(path, headers, init.body);
    if (fault === "twice") await this.answer(path, headers, init.body);
    if (fault === "cut-after") throw new TypeError("the line was cut");
    if (fault === "truncated") return new Response((await reply.text()).slice(0, 40), { status: reply.status });
    return reply;
  };

  async addDevice(person: string): Promise<{ person: string; device: string; deviceKey: string }> {
    const device = v4();
    const deviceKey = `key-of-${device}`;
    this.devices.set(deviceKey, { device, person });
    return { person, device, deviceKey };
  }
  async backUp(): Promise<void> {
    this.backup = { log: [...this.log] };
  }
  async restore(): Promise<void> {
    this.log = [...this.backup.log];
    this.epoch++;
  }
  async ever(): Promise<ReadonlySet<string>> {
    return this.once;
  }
  async rows() {
    return this.log.map((row) => ({ ...row, flags: [] }));
  }
  async close(): Promise<void> {}

  private async answer(path: string, headers: Headers, body: unknown): Promise<Response> {
    const known = this.devices.get((headers.get("authorization") ?? "").slice("Bearer ".length));
    if (known === undefined) return problem(401);
    const bytes = body instanceof Blob ? Buffer.from(await body.arrayBuffer()) : Buffer.from(String(body));
    const text = headers.get("content-encoding") === "gzip" ? gunzipSync(bytes) : bytes;
    const asked = JSON.parse(text.toString());
    if (path === "/api/sync/push") return this.push(known, asked);
    if (path === "/api/sync/hello") return this.greets ? Response.json(this.hello(known.device, asked)) : problem(500);
    if (path === "/api/sync/have") return Response.json(this.have(known.device, asked.ids));
    if (path === "/api/sync/pull") return Response.json(this.pull(known, asked.cursors));
    return problem(404);
  }

  private push(known: { device: string; person: string }, asked: unknown): Response {
    const { batch, responses } = pushRequest.parse(asked);
    const records = responses.map((text) => ({ text, given: JSON.parse(text) as Given }));
    if (records.some(({ given }) => given.person !== known.person)) return problem(403);
    if (records.some(({ given }) => this.poison.has(given.id))) return problem(500);
    const verdicts = records.map(({ text, given }): Verdict => {
      const { id } = given;
      if (this.erased.has(id)) return { id, verdict: "erased" };
      const row = this.log.find((one) => one.id === id);
      if (row !== undefined && row.text === text) return { id, verdict: "duplicate", seq: row.seq };
      if (row !== undefined || this.quarantine.has(id)) return { id, verdict: "quarantined", problem: "cannot count" };
      const seq = this.log.length + 1;
      this.once.add(id);
      this.log.push({ id, text, seq, person: given.person, device: given.device, n: given.n });
      return { id, verdict: "stored", seq };
    });
    return Response.json({ batch, verdicts } satisfies PushReply);
  }

  private idsOf(device: string): string[] {
    const erased = [...this.erased].filter(([, of]) => of === device).map(([id]) => id);
    return [...this.log.filter((row) => row.device === device).map(({ id }) => id), ...erased];
  }

  private hello(device: string, asked: { count: number; digest: string }): HelloReply {
    const ids = this.idsOf(device);
    return {
      agree: ids.length === asked.count && digestOf(ids) === asked.digest,
      epochs: { s1: this.epoch },
      backedUp: {},
      serverTime: new Date(this.now()).toISOString(),
      minVersion: "0",
    };
  }

  private have(device: string, ids: string[]): HaveReply {
    const here = new Set(this.idsOf(device));
    return {
      missing: ids.filter((id) => !here.has(id)),
      extra: this.log.filter((row) => row.device === device && !ids.includes(row.id)).map(({ text }) => text),
      erased: [...here].filter((id) => this.erased.has(id)),
    };
  }

  private pull(known: { person: string; device: string }, cursors: Record<string, [number, number]>): PullReply {
    const [epoch, seq] = cursors["s1"] ?? [this.epoch, 0];
    const from = epoch === this.epoch ? seq : 0;
    const mine = this.log.filter((row) => row.person === known.person && row.device !== known.device && row.seq > from);
    return {
      responses: mine.map((row) => ({ study: "s1", seq: row.seq, text: row.text, flags: [] })),
      cursors: { s1: [this.epoch, this.log.length] },
      more: false,
    };
  }
}

export function digestOf(ids: readonly string[]): string {
  const sum = Buffer.alloc(16);
  for (const id of ids) {
    const bits = createHash("sha256").update(id).digest();
    for (let i = 0; i < 16; i++) sum[i] = (sum[i] as number) ^ (bits[i] as number);
  }
  return sum.toString("hex");
}

const problem = (status: number): Response =>
  Response.json({ type: "about:blank", title: "refused", status, code: `c${status}` }, { status });
