// A line between a real browser and the real server that fails as lines and middlemen fail: before or after the server
// has committed, half-way through an answer, with pages of others, twice, late, out of order. It also sees the moments at
// which a server can die: a request half sent, sent and perhaps committed, answered and not yet heard.
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export const troubles = [
  "cut-before",
  "cut-after",
  "truncated",
  "twice",
  "slow",
  "late",
  "out-of-order",
  "html",
  "html-as-asked",
  "500",
  "502",
  "413",
  "429",
  "401",
] as const;
export type Trouble = (typeof troubles)[number];

export const moments = ["half-sent", "sent", "answered"] as const;
export type Moment = (typeof moments)[number];
/** Waits for one request and acts at a moment of it; the request is never answered. */
export interface Trap {
  /** Or what to wait for once a request with this body is sent. */
  readonly moment: Moment | ((body: Buffer) => Promise<void>);
  readonly on: (method: string, path: string) => boolean;
  readonly act: (answered: boolean) => Promise<void>;
}

export interface BadLine {
  readonly url: string;
  readonly port: number;
  /** Port of the server behind. */
  behind: number;
  /** What happens to a request; "fine" where nothing does. */
  trouble: (path: string) => Trouble | "fine";
  /** Falls shut once. */
  trap: Trap | undefined;
  /** Requests by path, and how many met a trouble. */
  readonly met: Map<string, number>;
  /** Pages of our own, by path. */
  readonly pages: Map<string, { readonly type: string; readonly body: string }>;
  close(): Promise<void>;
}

interface Whole {
  readonly status: number;
  readonly headers: IncomingMessage["headers"];
  readonly body: Buffer;
}

export const portalPage = "<!doctype html><title>Sign in to the Wi-Fi</title>";

export async function startProxy(): Promise<BadLine> {
  const sockets = new Set<{ destroy(): void }>();
  const server = createServer((asked, answer) => void pass(asked, answer).catch(() => answer.destroy()));
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  const proxy: BadLine = {
    url: `http://127.0.0.1:${port}`,
    port,
    behind: 0,
    trouble: () => "fine",
    trap: undefined,
    met: new Map(),
    pages: new Map(),
    close: () =>
      new Promise((done) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => done());
      }),
  };

  const forward = (asked: IncomingMessage, body: Buffer): Promise<Whole> =>
    new Promise((done, fail) => {
      const { method, url: path, headers } = asked;
      const sent = request({ host: "127.0.0.1", port: proxy.behind, method, path, headers, agent: false }, (reply) => {
        const parts: Buffer[] = [];
        reply.on("data", (part: Buffer) => parts.push(part));
        reply.on("error", fail);
        reply.on("end", () =>
          done({ status: reply.statusCode ?? 502, headers: reply.headers, body: Buffer.concat(parts) }),
        );
      });
      sent.on("error", fail);
      sent.end(body);
    });

  const halfSent = (asked: IncomingMessage, body: Buffer): Promise<void> =>
    new Promise((done) => {
      const { method, url: path, headers } = asked;
      const sent = request({ host: "127.0.0.1", port: proxy.behind, method, path, headers, agent: false });
      sent.on("error", () => undefined);
      sent.write(body.subarray(0, body.length >> 1), () => done());
    });

  async function fall({ moment, act }: Trap, asked: IncomingMessage, body: Buffer): Promise<void> {
    let heard = false;
    if (moment === "half-sent") await halfSent(asked, body);
    else {
      const answered = forward(asked, body).then(
        () => {
          heard = true;
        },
        () => undefined,
      );
      if (moment === "answered") await answered;
      else if (moment === "sent") await new Promise((done) => setTimeout(done, body.length % 12));
      else await moment(body);
    }
    await act(heard);
  }

  /** Requests that wait for the next one to go before them. */
  const held: (() => void)[] = [];

  async function pass(asked: IncomingMessage, answer: ServerResponse): Promise<void> {
    const path = (asked.url ?? "/").split("?")[0] ?? "/";
    const page = proxy.pages.get(path);
    if (page !== undefined) return void answer.writeHead(200, { "content-type": page.type }).end(page.body);
    const parts: Buffer[] = [];
    for await (const part of asked) parts.push(part as Buffer);
    const body = Buffer.concat(parts);
    const { trap } = proxy;
    if (trap?.on(asked.method ?? "GET", path)) {
      proxy.trap = undefined;
      await fall(trap, asked, body);
      return void answer.destroy();
    }
    const trouble = proxy.trouble(path);
    if (trouble !== "fine") proxy.met.set(trouble, (proxy.met.get(trouble) ?? 0) + 1);
    if (trouble === "cut-before") return void answer.destroy();
    if (trouble === "html") return void answer.writeHead(200, { "content-type": "text/html" }).end(portalPage);
    if (trouble === "html-as-asked") {
      const type = path.startsWith("/media/") ? "video/mp4" : "application/json";
      return void answer.writeHead(200, { "content-type": type }).end(portalPage);
    }
    if (/^\d/u.test(trouble))
      return void answer.writeHead(Number(trouble), { "content-type": "text/html" }).end("<h1>no</h1>");
    if (trouble === "slow") await new Promise((done) => setTimeout(done, 300));
    if (trouble === "late") {
      setTimeout(() => void forward(asked, body).catch(() => undefined), 400);
      return void answer.destroy();
    }
    if (trouble === "out-of-order")
      await new Promise<void>((done) => {
        held.push(done);
        setTimeout(done, 1000);
      });
    if (trouble === "twice") await forward(asked, body);
    const reply = await forward(asked, body);
    for (const go of held.splice(0)) go();
    if (trouble === "cut-after") return void answer.destroy();
    const { connection: _, "transfer-encoding": __, ...headers } = reply.headers;
    answer.writeHead(reply.status, { ...headers, "content-length": String(reply.body.length) });
    if (trouble === "truncated" && reply.body.length > 1) {
      answer.write(reply.body.subarray(0, reply.body.length >> 1), () => answer.destroy());
      return;
    }
    answer.end(reply.body);
  }
  return proxy;
}
