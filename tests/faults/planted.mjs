// Plants each known bug in turn and runs the part of the bench that must notice. Ends with 1 where one went unnoticed:
// `node tests/faults/planted.mjs [name ...]`.
import { spawnSync } from "node:child_process";

const benchOf = {
  "ack-by-status": "histories",
  "no-bisect": "histories",
  "no-digest": "histories",
  "one-database": "histories",
  "session-not-key": "histories",
  "no-fsync": "histories",
  "no-strict": "kills",
};
const names = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(benchOf);
let unnoticed = 0;
for (const name of names) {
  const env = { ...process.env, PLANT: name, SOAK_HISTORIES: "100", SOAK_KILLS: "1", NO_COLOR: "1" };
  const args = ["vitest", "run", "--config", "tests/faults/planted.config.ts", `tests/faults/${benchOf[name]}.test.ts`];
  const { status, stdout, stderr } = spawnSync("npx", args, { env, encoding: "utf8" });
  const why = /I\d+: [^"\n]*|would acknowledge[^\n]*|"relaxed"/u.exec(`${stdout}${stderr}`)?.[0] ?? "";
  const noticed = status !== 0 && why !== "";
  if (!noticed) unnoticed++;
  process.stdout.write(`${name}: ${noticed ? `red, ${why}` : "NOT NOTICED"}\n`);
}
process.exit(unnoticed === 0 ? 0 : 1);
