// The worker thread: what it answers, what becomes of questions when it fails, files piece by piece, and the built
// program as a thread over a real store.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { afterEach, describe, expect, it } from "vitest";
import { Problem } from "#schemas/problem";
import { createFigures } from "#server/figures/figures";
import { type Heavy, heavyHere } from "#server/thread/heavy";
import { heavyThread } from "#server/thread/thread";
import { Study, sign } from "../figures/histories.ts";
import { mainFile } from "../serve/process.ts";
import { freshPlace } from "../store/places.ts";

/** A thread of its own that speaks as ours does, and fails when told to. */
const stub = `
const { parentPort } = require("node:worker_threads");
let sent = 0;
let dying = false;
parentPort.on("message", (asked) => {
  const { id } = asked;
  const piece = () => parentPort.postMessage({ id, piece: new TextEncoder().encode("piece " + ++sent) });
  if (asked.given?.[0] === "die") process.exit(3);
  else if (asked.given?.[0] === "throw") throw new Error("no memory left");
  else if (asked.given?.[0] === "refuse")
    parentPort.postMessage({ id, problem: { code: "bad-value", message: "no quiz", faults: [{ file: "f", line: 2, message: "m", mend: "n" }] } });
  else if (asked.given?.[0] === "fail") parentPort.postMessage({ id, failed: "TypeError: x" });
  else if (asked.answer) parentPort.postMessage({ id, done: new TextEncoder().encode("{}"), position: { epoch: 1, seq: 7 } });
  else if (asked.file === "dies") { dying = true; piece(); setTimeout(() => process.exit(4), 20); }
  else if (asked.file) { sent = 0; piece(); }
  else if (asked.more && !dying) sent === 3 ? parentPort.postMessage({ id, end: true }) : piece();
});`;

const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
const problemOf = async (given: Promise<unknown>): Promise<Problem> => {
  const cause = await given.then(
    () => undefined,
    (fault: unknown) => fault,
  );
  expect(cause).toBeInstanceOf(Problem);
  return cause as Problem;
};

describe("heavy work in a thread", () => {
  let heavy: Heavy;
  const notes: string[] = [];
  let started = 0;
  const open = () => {
    started = 0;
    notes.length = 0;
    heavy = heavyThread(
      () => {
        started += 1;
        return new Worker(stub, { eval: true });
      },
      (why) => notes.push(why),
    );
    return heavy;
  };
  afterEach(() => heavy.close());

  it("is answered with its place in the log, and a problem comes through as it is", async () => {
    const { json, position } = await open().answer("labels", "s");
    expect([text(json), position]).toEqual(["{}", { epoch: 1, seq: 7 }]);
    const refused = await problemOf(heavy.answer("labels", "refuse"));
    expect([refused.code, refused.message, refused.faults]).toEqual([
      ...["bad-value", "no quiz", [{ file: "f", line: 2, message: "m", mend: "n" }]],
    ]);
    expect((await problemOf(heavy.answer("labels", "fail"))).code).toBe("not-computed");
    expect(notes).toEqual(["TypeError: x"]);
    expect(started).toBe(1);
  });

  it.each(["die", "throw"])("that fails (%s) is told in words to everybody who waits, and starts anew", async (how) => {
    open();
    const both = await Promise.all([
      problemOf(heavy.answer("hints", how)),
      problemOf(heavy.answer("labels", "s")).catch(() => undefined),
    ]);
    expect(both[0].code).toBe("not-computed");
    expect(both[0].message).toBe("This could not be computed; try again");
    expect(notes.length).toBeGreaterThan(0);
    expect((await heavy.answer("labels", "s")).position.seq).toBe(7);
    expect(started).toBeGreaterThan(1);
  });

  it("sends a file piece by piece to its end, stops when nobody reads on, and says where it broke off", async () => {
    open();
    const pieces: string[] = [];
    for await (const piece of heavy.file("s", "ratings.csv")) pieces.push(text(piece));
    expect(pieces).toEqual(["piece 1", "piece 2", "piece 3"]);
    for await (const piece of heavy.file("s", "ratings.csv")) {
      expect(text(piece)).toBe("piece 1");
      break;
    }
    const broken = async () => {
      for await (const _ of heavy.file("s", "dies")) await new Promise((done) => setTimeout(done, 60));
    };
    expect((await problemOf(broken())).code).toBe("not-computed");
  });
});

describe.skipIf(!existsSync(mainFile))("the built program as a thread", () => {
  it("answers and exports what the main thread does, at the same place in the log", async () => {
    const place = await freshPlace("sqlite");
    const heavy = heavyThread(
      () =>
        new Worker(mainFile, {
          workerData: { thread: "heavy", place: { sqlite: join(place.folder, "countersign.db") } },
        }),
      (why) => {
        throw new Error(why);
      },
    );
    try {
      const quiz = await Study.of(place.store, {
        ...{ id: "s", items: [sign("q1"), sign("q2")], people: ["a", "b"], keys: { q1: "A", q2: "B" } },
      });
      await quiz.choose("a", "q1", "A");
      await quiz.choose("b", "q1", "C");
      const here = heavyHere({
        store: place.store,
        figures: createFigures({ store: place.store, clock: () => new Date() }),
      });
      for (const name of ["labels", "baseline", "hints", "runs"] as const) {
        const [theirs, ours] = [await heavy.answer(name, "s"), await here.answer(name, "s")];
        expect(JSON.parse(text(theirs.json))).toEqual(JSON.parse(text(ours.json)));
        expect(theirs.position).toEqual(ours.position);
      }
      await quiz.choose("a", "q2", "B");
      expect((await heavy.answer("agreement", "s", {})).position.seq).toBe(3);
      const file = async (of: Heavy) => {
        let all = "";
        for await (const piece of of.file("s", "ratings.csv")) all += text(piece);
        return all;
      };
      expect(await file(heavy)).toBe(await file(here));
      expect((await problemOf(heavy.answer("run", "s", "none"))).code).toBe("not-found");
      expect((await problemOf(heavy.file("s", "none.csv").next())).code).toBe("bad-value");
    } finally {
      await heavy.close();
      await place.end();
    }
  });
});
