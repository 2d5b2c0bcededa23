import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:https";
import { join } from "node:path";
import Database from "better-sqlite3";
import { afterEach, describe, expect, it } from "vitest";
import {
  answers,
  countersign,
  type Ended,
  freePort,
  mainFile,
  occupied,
  type Started,
  start,
  temporary,
  until,
} from "./process.ts";

const running: Started[] = [];
const folders: string[] = [];
const fresh = (): string => {
  const folder = temporary();
  folders.push(folder);
  return folder;
};
const serve = (args: readonly string[], env?: Record<string, string>): Started => {
  const started = countersign(["serve", ...args], env);
  running.push(started);
  return started;
};
const oneLine = ({ err }: Ended): string => {
  expect(err.trimEnd().split("\n")).toHaveLength(1);
  expect(err).not.toMatch(/\n\s+at |Error:/);
  return err;
};
const linksIn = (text: string): string[] => [...text.matchAll(/https?:\/\/\S+#\S+/g)].map(([link]) => link);

afterEach(async () => {
  for (const { child, ended } of running.splice(0)) {
    child.kill("SIGKILL");
    await ended;
  }
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

describe("the server as people start it", () => {
  it("brings the demo into an empty folder, prints a link for each role, keeps the demo people's, renews the coordinator's", async () => {
    const data = fresh();
    const port = await freePort();
    const printed: string[] = [];
    for (let round = 0; round < 2; round++) {
      const unfinished = join(data, "uploads/left/files/half.mp4");
      mkdirSync(join(unfinished, ".."), { recursive: true });
      writeFileSync(unfinished, "half");
      const server = serve(["--data", data, "--port", String(port)]);
      await until(() => server.out().includes("expert"));
      expect(existsSync(unfinished)).toBe(false);
      expect(await answers(port)).toBe(true);
      server.child.kill("SIGTERM");
      const { code, out } = await server.ended;
      expect(code).toBe(0);
      printed.push(out);
    }
    for (const role of ["coordinator", "annotator", "expert"]) expect(printed[0]).toContain(role);
    const [first, second] = printed.map(linksIn);
    expect(first?.length).toBeGreaterThanOrEqual(3);
    expect(second?.slice(1)).toEqual(first?.slice(1));
    expect(second?.[0]).not.toBe(first?.[0]);
    expect(first?.[0]).toMatch(new RegExp(`^http://127\\.0\\.0\\.1:${port}/setup#`));
    expect(existsSync(join(data, "countersign.db-wal"))).toBe(false);
  });

  it.each(["SIGTERM", "SIGINT"] as const)("stops answering at once on %s, open connections and all", async (signal) => {
    const port = await freePort();
    const server = serve(["--data", fresh(), "--port", String(port)]);
    await until(() => answers(port));
    const began = Date.now();
    server.child.kill(signal);
    expect((await server.ended).code).toBe(0);
    expect(await answers(port)).toBe(false);
    expect(Date.now() - began).toBeLessThan(2000);
  });

  it("ends within 2 s when npm, which started it, is killed", async () => {
    const folder = fresh();
    const port = await freePort();
    const script = `node ${JSON.stringify(mainFile)} serve --data data --port ${port}; true`;
    writeFileSync(
      join(folder, "package.json"),
      JSON.stringify({ name: "x", version: "1.0.0", scripts: { start: script } }),
    );
    const npm = start("npm", ["start"], { npm_config_update_notifier: "false" }, folder);
    running.push(npm);
    await until(() => answers(port));
    npm.child.kill("SIGKILL");
    expect(await until(async () => !(await answers(port)), 4000)).toBeLessThan(2000);
    await npm.ended;
  });

  it("serves the built client with a policy that lets nothing else in, and no page for what is not there", async () => {
    const port = await freePort();
    serve(["--data", fresh(), "--port", String(port)]);
    await until(() => answers(port));
    const at = `http://127.0.0.1:${port}`;
    const page = await fetch(`${at}/desk/some/study`);
    expect(page.status).toBe(200);
    expect(page.headers.get("cache-control")).toBe("no-cache");
    expect(page.headers.get("x-content-type-options")).toBe("nosniff");
    expect(page.headers.get("referrer-policy")).toBe("no-referrer");
    const policy = page.headers.get("content-security-policy") ?? "";
    for (const part of ["script-src 'self'", "object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"])
      expect(policy).toContain(part);
    expect(policy).not.toContain("unsafe-");
    const html = await page.text();
    const asset = /\/assets\/[^"]+\.js/.exec(html)?.[0] ?? "";
    expect((await fetch(at + asset)).headers.get("cache-control")).toMatch(/immutable/);
    expect((await fetch(`${at}/sw.js`)).headers.get("cache-control")).toBe("no-cache");
    for (const path of [
      "/assets/none.js",
      "/api/none",
      "/media/none",
      "/.countersign",
      "/%2e%2e/server/main.js",
      "/%00",
    ])
      expect((await fetch(at + path)).status).toBe(404);
    const named = await fetch(`http://localhost:${port}/work`, { redirect: "manual" }).catch(() => undefined);
    if (named !== undefined) expect(named.headers.get("location")).toBe(`${at}/work`);
  });

  it("serves https with a certificate of one's own", async ({ skip }) => {
    const folder = fresh();
    const [cert, key] = [join(folder, "cert.pem"), join(folder, "key.pem")];
    const made = ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"];
    try {
      execFileSync("openssl", [...made, "-subj", "/CN=localhost", "-keyout", key, "-out", cert], { stdio: "ignore" });
    } catch {
      skip("openssl is not here to make a certificate");
    }
    const port = await freePort();
    const server = serve([
      "--data",
      join(folder, "data"),
      "--port",
      String(port),
      "--tls-cert",
      cert,
      "--tls-key",
      key,
    ]);
    await until(() => server.out().includes("coordinator"));
    expect(server.out()).toContain(`https://127.0.0.1:${port}/`);
    const headers = await new Promise<NodeJS.Dict<string | string[]>>((done, fail) =>
      request({ host: "127.0.0.1", port, path: "/health", rejectUnauthorized: false }, (answer) => {
        answer.resume();
        done(answer.headers);
      })
        .on("error", fail)
        .end(),
    );
    expect(headers["strict-transport-security"]).toMatch(/max-age=/);
  });
});

describe("the server refuses, with one line that says how to mend it", () => {
  it("a port in use, and makes nothing", async () => {
    const { server, port } = await occupied();
    const data = join(fresh(), "data");
    const ended = await serve(["--data", data, "--port", String(port)]).ended;
    server.close();
    expect(ended.code).toBe(1);
    expect(oneLine(ended)).toMatch(new RegExp(`port ${port} .* in use; .*--port`));
    expect(existsSync(data)).toBe(false);
  });

  it("a data folder that another server holds, until that one is gone, however it went", async () => {
    const data = fresh();
    const port = await freePort();
    const first = serve(["--data", data, "--port", String(port)]);
    await until(() => answers(port));
    const second = await serve(["--data", data, "--port", "0"]).ended;
    expect(second.code).toBe(1);
    expect(oneLine(second)).toMatch(/in use by another Countersign server/);
    expect(second.err).toContain(data);
    const listed = await countersign(["study", "list", "--data", data, "--json"]).ended;
    expect(JSON.parse(listed.out).studies.length).toBeGreaterThan(0);
    first.child.kill("SIGKILL");
    await first.ended;
    const third = serve(["--data", data, "--port", String(port)]);
    await until(() => answers(port));
    expect(third.child.exitCode).toBeNull();
  });

  it("a data folder that is a file", async () => {
    const folder = fresh();
    writeFileSync(join(folder, "file"), "");
    const onFile = await serve(["--data", join(folder, "file"), "--port", "0"]).ended;
    expect(onFile.code).toBe(1);
    expect(oneLine(onFile)).toMatch(/cannot be made .*--data/);
  });

  it.skipIf(process.getuid?.() === 0)(
    "a data folder that cannot be written (not shown to root, who may write all)",
    async () => {
      const folder = fresh();
      mkdirSync(join(folder, "locked"));
      chmodSync(join(folder, "locked"), 0o500);
      const locked = await serve(["--data", join(folder, "locked"), "--port", "0"]).ended;
      expect(locked.code).toBe(1);
      expect(oneLine(locked)).toMatch(/cannot be written/);
    },
  );

  it("a data folder that a newer version has written", async () => {
    const data = fresh();
    await countersign(["study", "list", "--data", data]).ended;
    const database = new Database(join(data, "countersign.db"));
    database.exec("insert into kysely_migration (name, timestamp) values ('999-later', '2030')");
    database.close();
    const ended = await serve(["--data", data, "--port", "0"]).ended;
    expect(ended.code).toBe(1);
    expect(oneLine(ended)).toMatch(/newer version/);
  });

  it.each([
    ["plain http on a LAN address", ["--host", "0.0.0.0"], {}, /plain http on 0\.0\.0\.0.*PUBLIC_URL.*--tls-cert/],
    ["the same by HOST", [], { HOST: "192.168.1.9" }, /plain http on 192\.168\.1\.9/],
    ["a public address in plain http", [], { PUBLIC_URL: "http://192.168.1.9:8787" }, /PUBLIC_URL .*https/],
    ["a public address that is none", [], { PUBLIC_URL: "signs.example.org" }, /PUBLIC_URL .*is no address/],
    [
      "a certificate that is not there",
      ["--tls-cert", "none.pem", "--tls-key", "none.pem"],
      {},
      /none\.pem cannot be read/,
    ],
  ])("%s", async (_, args, env, words) => {
    const data = join(fresh(), "data");
    const ended = await serve(["--data", data, "--port", "0", ...args], env as Record<string, string>).ended;
    expect(ended.code).toBe(1);
    expect(oneLine(ended)).toMatch(words);
    expect(existsSync(data)).toBe(false);
  });
});

describe("a command line", () => {
  it.each([
    [["serve", "--port", "abc"]],
    [["nothing"]],
    [["serve", "--nothing"]],
    [["study"]],
    [[]],
    [["serve", "--tls-cert", "x"]],
  ])("that cannot be followed ends with 2: %j", async (args) => {
    const ended = await countersign(args).ended;
    expect(ended.code).toBe(2);
    expect(ended.err).not.toBe("");
    expect(ended.err).not.toMatch(/\n\s+at /);
  });

  it("asks for help and ends with 0", async () => {
    const ended = await countersign(["--help"]).ended;
    expect(ended.code).toBe(0);
    expect(ended.out).toContain("serve");
  });
});
