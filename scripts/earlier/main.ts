// Which samples are made: a data folder's database after each step given, and a person's database of each version given.
//   node scripts/make-earlier.mjs 001-first 002-recordings v1 v2
import { mkdirSync } from "node:fs";
import { resolve } from "node:path";
import { makeDump } from "./person.ts";
import { makeStore } from "./store.ts";

const folder = resolve("fixtures/earlier");
mkdirSync(folder, { recursive: true });
for (const name of process.argv.slice(2)) {
  if (/^v\d+$/u.test(name)) await makeDump(folder, Number(name.slice(1)));
  else await makeStore(folder, name);
}
