// A browser with two tabs, made of the client's own modules: each tab has its own copy of them and its own session
// storage; both share one IndexedDB (fake-indexeddb), one cookie jar and one bad line to the office.
import { gunzipSync } from "node:zlib";
import Dexie from "dexie";
import { IDBFactory, IDBKeyRange } from "fake-indexeddb";
import { vi } from "vitest";
import type { Response as Given } from "#schemas/response";
import { type Office, publicUrl } from "./office.ts";

export const faults = [
  ...(["fine", "cut-before", "cut-after", "late", "twice", "html", "truncated", "kill", "foreign-200"] as const),
  ...([401, 413, 429, 500, 502, 503] as const),
];
export type Fault = (typeof faults)[number];

interface Modules {
  readonly people: typeof import("#client/outbox/people");
  readonly known: typeof import("#client/outbox/known");
  readonly packs: typeof import("#client/outbox/packs");
  readonly deliver: typeof import("#client/outbox/deliver");
  readonly put: typeof import("#client/outbox/put");
  readonly recordings: typeof import("#client/outbox/recordings");
  readonly unsent: typeof import("#client/outbox/unsent-file");
}

/** The client as it is, or as a later build will be: with one more table in everybody's database. */
async function freshModules(later: boolean): Promise<Modules> {
  vi.resetModules();
  if (later)
    vi.doMock("#client/outbox/database", async (original) => {
      const now = await original<typeof import("#client/outbox/database")>();
      class Later extends now.PersonDatabase {
        constructor(...of: ConstructorParameters<typeof now.PersonDatabase>) {
          super(...of);
          this.version(99).stores({ later: "id" });
        }
      }
      return { ...now, PersonDatabase: Later };
    });
  try {
    return {
      people: await import("#client/outbox/people"),
      known: await import("#client/outbox/known"),
      packs: await import("#client/outbox/packs"),
      deliver: await import("#client/outbox/deliver"),
      put: await import("#client/outbox/put"),
      recordings: await import("#client/outbox/recordings"),
      unsent: await import("#client/outbox/unsent-file"),
    };
  } finally {
    vi.doUnmock("#client/outbox/database");
  }
}

const problem = (status: number): Response =>
  Response.json({ type: "about:blank", title: "planted", status, code: "internal" }, { status });

export class Tab {
  session = new Map<string, string>();
  /** Whether it runs the later build. */
  later = false;
  private readonly builds: readonly [now: Modules, later: Modules];
  private constructor(builds: readonly [Modules, Modules]) {
    this.builds = builds;
  }
  static async make(): Promise<Tab> {
    return new Tab([await freshModules(false), await freshModules(true)]);
  }
  get modules(): Modules {
    return this.builds[this.later ? 1 : 0];
  }
}

export class Laptop {
  readonly tabs: readonly Tab[];
  office!: Office;
  /** All who may ever have been known here. */
  everyone: readonly string[] = [];
  /** Milliseconds that this browser's clock is ahead. */
  ahead = 0;
  /** The next requests meet these, then none. */
  faults: Fault[] = [];
  /** Ids whose mere presence in a push makes the server answer 500. */
  poison = new Set<string>();
  /** Requests that the line swallowed and may still hand over, in any order. */
  late: Request[] = [];
  /** Whose device key is whose, as the server gave them out. */
  readonly keys = new Map<string, string>();
  /** What went over the line under another person's key: must stay empty. */
  readonly strangers: string[] = [];
  private cookie = "";

  private readonly idb: { now: IDBFactory };
  private readonly shared: typeof Dexie.dependencies.indexedDB;

  private constructor(tabs: readonly Tab[], idb: { now: IDBFactory }, shared: typeof Dexie.dependencies.indexedDB) {
    this.tabs = tabs;
    this.idb = idb;
    this.shared = shared;
  }

  /** Slow: loads the client's modules once for each tab. Use it again for every history after `wipe`. */
  static async make(): Promise<Laptop> {
    const idb = { now: new IDBFactory() };
    const shared = new Proxy({} as IDBFactory, {
      get: (_, name) => {
        const value = Reflect.get(idb.now, name) as unknown;
        return typeof value === "function" ? value.bind(idb.now) : value;
      },
    });
    Dexie.dependencies.indexedDB = shared;
    Dexie.dependencies.IDBKeyRange = IDBKeyRange;
    return new Laptop([await Tab.make(), await Tab.make()], idb, shared);
  }

  /** Site data cleared, tabs closed: nothing is left of anybody. */
  async wipe(): Promise<void> {
    for (const tab of this.tabs) {
      await this.closeTab(tab);
      tab.session = new Map();
      tab.later = false;
    }
    this.idb.now = new IDBFactory();
    this.cookie = "";
  }

  /** The tab is gone and opened again; what it said `saved` to is in the database, its session storage stays. */
  async closeTab(tab: Tab): Promise<void> {
    await this.in(tab, async ({ known }) => {
      for (const person of this.everyone) known.databaseOf(person).close({ disableAutoOpen: false });
      known.registry.close({ disableAutoOpen: false });
    });
  }

  /** The waiting build takes over in this tab; the other tab goes on with the code that it has. */
  async update(tab: Tab): Promise<void> {
    await this.closeTab(tab);
    tab.later = true;
  }

  /** Runs something as this tab: its session storage, this browser's network and databases. */
  async in<T>(tab: Tab, act: (modules: Modules) => Promise<T>): Promise<T> {
    Dexie.dependencies.indexedDB = this.shared;
    const stubs: Record<string, unknown> = {
      fetch: this.fetch,
      sessionStorage: {
        getItem: (key: string) => tab.session.get(key) ?? null,
        setItem: (key: string, value: string) => void tab.session.set(key, value),
        removeItem: (key: string) => void tab.session.delete(key),
      },
    };
    for (const [name, value] of Object.entries(stubs)) vi.stubGlobal(name, value);
    return act(tab.modules);
  }

  readonly now = (): number => Date.now() + this.ahead;

  readonly fetch = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const fault = this.faults.shift() ?? "fine";
    const headers = new Headers(init.headers);
    headers.set("origin", publicUrl.origin);
    if (init.credentials !== "omit" && this.cookie !== "") headers.set("cookie", this.cookie);
    const body = init.body instanceof Blob ? await init.body.arrayBuffer() : (init.body ?? undefined);
    const request = new Request(new URL(path, publicUrl), {
      method: init.method ?? "GET",
      headers,
      ...(body === undefined ? {} : { body }),
    });
    const poisoned = this.look(path, headers, body);
    if (fault === "cut-before") throw new TypeError("the line was cut");
    if (fault === "late") {
      this.late.push(request);
      throw new TypeError("the line was cut");
    }
    if (fault === "html") return new Response("<html>Sign in to the Wi-Fi</html>", { status: 200 });
    if (fault === "foreign-200") return Response.json({ ok: true });
    if (typeof fault === "number" || poisoned) return problem(poisoned ? 500 : (fault as number));
    if (fault === "kill") {
      const lost = Promise.resolve(this.office.app.fetch(request)).catch(() => undefined);
      for (let k = 0; k < path.length % 7; k++) await new Promise((next) => setImmediate(next));
      await this.office.kill();
      await lost;
      throw new TypeError("the line was cut");
    }
    const again = fault === "twice" ? request.clone() : undefined;
    const { life } = this.office;
    const reply = await this.office.app.fetch(request);
    if (again !== undefined) await this.office.app.fetch(again);
    if (fault === "cut-after" || life !== this.office.life) throw new TypeError("the line was cut");
    if (fault === "truncated") return new Response((await reply.text()).slice(0, 60), { status: reply.status });
    const cookie = reply.headers.get("set-cookie");
    if (cookie !== null) this.cookie = cookie.split(";")[0] ?? "";
    if (path === "/api/access/redeem" && reply.ok) {
      const { person, deviceKey } = (await reply.clone().json()) as { person: string; deviceKey: string };
      this.keys.set(deviceKey, person);
    }
    return reply;
  };

  /** What was swallowed arrives after all, the last first. */
  async handOver(): Promise<void> {
    for (const request of this.late.splice(0).reverse()) await this.office.app.fetch(request);
  }

  private look(path: string, headers: Headers, body: unknown): boolean {
    if (path !== "/api/sync/push" || !(body instanceof ArrayBuffer)) return false;
    const bytes = Buffer.from(body);
    const text = headers.get("content-encoding") === "gzip" ? gunzipSync(bytes) : bytes;
    const { responses } = JSON.parse(text.toString()) as { responses: string[] };
    const given = responses.map((one) => JSON.parse(one) as Given);
    const author = this.keys.get((headers.get("authorization") ?? "").slice("Bearer ".length));
    if (author !== undefined) for (const one of given) if (one.person !== author) this.strangers.push(one.id);
    return given.some(({ id }) => this.poison.has(id));
  }
}
