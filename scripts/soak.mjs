// The long run of the fault bench: SOAK_HISTORIES random histories (20,000) from seed SOAK_FROM on, SOAK_KILLS kills each
// of server and browser (100), a full disk, a day told step by step, and every planted bug; SOAK_DAY=0 leaves out disk and
// day, SOAK_PLANTED=0 the bugs. Prints the counts; replay a history that failed with the SEED that it names.
import { spawnSync } from "node:child_process";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");
const histories = Number(process.env.SOAK_HISTORIES ?? 20_000);
const kills = Number(process.env.SOAK_KILLS ?? 100);
const from = Number(process.env.SOAK_FROM ?? 1);
const most = 1000;
const total = { histories: 0, kills: 0, captured: 0, acknowledged: 0, beyond: 0, erased: 0, recordings: 0 };

function vitest(file, env, more = []) {
  const args = [join(root, "node_modules/vitest/vitest.mjs"), "run", `tests/faults/${file}`, ...more];
  const done = spawnSync(process.execPath, args, {
    cwd: root,
    env: { ...process.env, ...env, NO_COLOR: "1" },
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  if (done.status !== 0) {
    process.stdout.write(`${done.stdout}\n${done.stderr}\n`);
    process.exit(1);
  }
  return done.stdout;
}

for (let done = 0; done < histories; done += most) {
  const runs = Math.min(most, histories - done);
  const said = vitest("histories.test.ts", { SOAK_HISTORIES: String(runs), SOAK_FROM: String(from + done) });
  const counts = JSON.parse(/histories \d+, (\{.*?\})/u.exec(said)?.[1] ?? "{}");
  total.histories += runs;
  for (const [name, count] of Object.entries(counts)) total[name] += count;
  process.stdout.write(`${total.histories} histories: ${JSON.stringify(total)}\n`);
}
if (kills > 0) {
  const said = vitest("kills.test.ts", { SOAK_KILLS: String(kills) });
  const [, killed, captured, acknowledged, recordings] =
    /kills (\d+), captured (\d+), acknowledged (\d+), recordings (\d+)/u.exec(said) ?? [];
  total.kills += Number(killed);
  total.captured += Number(captured);
  total.acknowledged += Number(acknowledged);
  total.recordings += Number(recordings);
  process.stdout.write(`${total.kills} kills: ${JSON.stringify(total)}\n`);
}
if (process.env.SOAK_DAY !== "0") {
  const alone = ["--config", "tests/faults/soak.config.ts"];
  vitest("full-disk.soak.ts", {}, alone);
  process.stdout.write("a full disk: said, and nothing lost\n");
  const said = vitest("day.soak.ts", {}, alone);
  process.stdout.write(`a day\n${said.match(/^\d+ s: .*$/gmu)?.join("\n")}\n`);
}
if (
  process.env.SOAK_PLANTED !== "0" &&
  spawnSync(process.execPath, [join(root, "tests/faults/planted.mjs")], { cwd: root, stdio: "inherit" }).status !== 0
)
  process.exit(1);
process.stdout.write(
  `histories ${total.histories}, kills ${total.kills}, captured ${total.captured}, acknowledged ${total.acknowledged}, ` +
    `recordings ${total.recordings}, beyond any copy ${total.beyond}, erased ${total.erased}, lost 0, doubled 0, credited to another 0\n`,
);
