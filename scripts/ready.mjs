// Runs before `npm start` and `npm test` on a clone that may have no node_modules: checks Node, installs what the lock
// file names, builds when a source is newer than the build, and for tests finds Chromium. Only Node built-ins here.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const purpose = process.argv[2] ?? "start";

function fail(message) {
  process.stderr.write(`countersign: ${message}\n`);
  process.exit(1);
}

function run(command, args, options = {}) {
  const done = spawnSync(command, args, { cwd: root, stdio: ["ignore", 2, 2], ...options });
  return done.error === undefined ? (done.status ?? 1) : 1;
}

function checkNode() {
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    fail(`Node ${process.versions.node} is too old. Install Node 20.19 or newer and run the same command again.`);
  }
}

function hashOf(paths) {
  const hash = createHash("sha256");
  const add = (path) => {
    const whole = join(root, path);
    if (!existsSync(whole)) return;
    const entries = path.includes(".") && !path.startsWith(".") ? null : readdirSync(whole, { withFileTypes: true });
    if (entries === null) {
      hash.update(path).update("\0").update(readFileSync(whole)).update("\0");
      return;
    }
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const below = `${path}/${entry.name}`;
      if (entry.isDirectory()) add(below);
      else
        hash
          .update(below)
          .update("\0")
          .update(readFileSync(join(root, below)))
          .update("\0");
    }
  };
  for (const path of paths) add(path);
  return hash.digest("hex");
}

const stampAt = (path) => (existsSync(join(root, path)) ? readFileSync(join(root, path), "utf8") : "");

function install() {
  const wanted = `${process.version} ${process.platform}-${process.arch} ${hashOf(["package.json", "package-lock.json"])}`;
  if (stampAt("node_modules/.countersign") === wanted) return;
  process.stderr.write("countersign: installing the packages that package-lock.json names\n");
  const npm = process.env.npm_execpath;
  const args = ["ci", "--include=dev", "--no-fund", "--no-audit"];
  const status = npm === undefined ? run("npm", args) : run(process.execPath, [npm, ...args]);
  if (status !== 0) fail("npm ci failed (see above). Check the network, then run the same command again.");
  writeFileSync(join(root, "node_modules/.countersign"), wanted);
}

function build() {
  const wanted = `${process.version} ${hashOf(["client", "server", "schemas", "package-lock.json", "vite.config.ts", "vite.server.config.ts"])}`;
  if (stampAt("dist/.countersign") === wanted) return;
  process.stderr.write("countersign: building\n");
  if (run(process.execPath, ["scripts/build.mjs"]) !== 0) fail("the build failed (see above).");
  mkdirSync(join(root, "dist"), { recursive: true });
  writeFileSync(join(root, "dist/.countersign"), wanted);
}

const chromiumHere = () =>
  [process.env.CHROME_PATH, "/usr/bin/chromium", "/usr/bin/google-chrome", "/usr/bin/google-chrome-stable"].find(
    (path) => path !== undefined && existsSync(path),
  );

/** The browser tests need Chromium and a Chinese face; on Debian as root both are installed, else it says what to do. */
function chromium() {
  if (chromiumHere() !== undefined) return;
  const help =
    "The browser tests need Chromium: install it (Debian: apt-get install chromium fonts-noto-cjk) or set CHROME_PATH.";
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) fail(help);
  process.stderr.write("countersign: installing Debian's Chromium\n");
  const wait = ["-o", "DPkg::Lock::Timeout=300"];
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  run("apt-get", [...wait, "update", "-qq"], { env });
  run("apt-get", [...wait, "install", "-y", "-qq", "--no-install-recommends", "chromium", "fonts-noto-cjk"], { env });
  if (chromiumHere() === undefined) fail(help);
}

checkNode();
install();
build();
if (purpose === "test") chromium();
