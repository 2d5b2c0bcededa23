// The quiz builder: no option list holds two right answers, nothing but the signs tells the key, and whoever has the
// entries and the seed gets the same quiz.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { madeUpEntries } from "#fixtures/entries";
import { type Letter, letters } from "#schemas/labels";
import { mulberry32 } from "#schemas/seeded";
import { blindScore } from "#server/build/blind";
import { collisions, cutDescription, glossForms, leaksIn, masked } from "#server/build/glosses";
import { buildQuiz, type QuizPlan, type SignEntry } from "#server/build/quiz";
import { nearestByCharacters, nearestByVectors } from "#server/build/similarity";

const plan: QuizPlan = {
  ...{ seed: "1", inputs: "x", distractors: "random", sample: "all" },
  ...{ others: 482, leaks: "keep", options: "per-entry" },
};

describe("gloss forms", () => {
  it.each([
    ["示例①", ["示例"]],
    ["示例（范例）", ["示例", "范例"]],
    ["开心➋（高兴、快乐，喜悦）", ["开心", "高兴", "快乐", "喜悦"]],
    ["ＡＢ", ["ＡＢ"]],
    ["é".normalize("NFD"), ["é".normalize("NFC")]],
    ["（手）", ["手"]],
  ])("of %s are %j", (gloss, forms) => {
    expect(glossForms(gloss)).toEqual(forms);
  });

  it("make two entries collide where they share one, and no others", () => {
    const { collide, pairs, entries } = collisions(["示例（范例）", "示例①", "范例", "榜样"].map(glossForms));
    expect([collide(0, 1), collide(0, 2), collide(1, 2), collide(0, 3)]).toEqual([true, true, false, false]);
    expect([pairs, entries]).toEqual([2, 3]);
  });

  it("are found, cut and masked in descriptions", () => {
    expect(cutDescription("双手直立。 【相关词】 示例 ①")).toEqual({ text: "双手直立。", cut: true });
    const forms = leaksIn("像示例，如范例小示例", ["示例", "范例", "榜样"]);
    expect(forms).toEqual(["示例", "范例"].sort());
    expect(masked("像示例，如范例", forms)).toBe("像……，如……");
  });
});

describe("a quiz", () => {
  const entries = madeUpEntries(300, [40, 20, 40]);
  const { questions, report } = buildQuiz(entries, plan);
  const forms = new Map(entries.map(({ glosses }) => [glosses[0] as string, glosses.flatMap(glossForms)]));

  it("asks every entry in three modalities with the same options in different orders", () => {
    expect(report.questions).toEqual({ text: 300, image: 300, video: 300, all: 900 });
    for (const { entry } of entries) {
      const own = questions.filter((one) => one.entry === entry).map(({ options }) => Object.values(options));
      expect(new Set(own.map((options) => options.join())).size).toBe(3);
      expect(new Set(own.map((options) => [...options].sort().join())).size).toBe(1);
    }
  });

  it("never holds two right answers in one option list", () => {
    for (const { options, key, gloss } of questions) {
      expect(options[key]).toBe(gloss);
      const all = Object.values(options).flatMap((option) => forms.get(option) ?? []);
      expect(new Set(all).size).toBe(all.length);
    }
    expect(report.collisions.entries).toBeGreaterThan(10);
  });

  it("has every gloss as often, keys evenly on A to D, and a blind solver at chance", () => {
    const counts = new Map<string, number>();
    for (const option of questions.flatMap(({ options }) => Object.values(options)))
      counts.set(option, (counts.get(option) ?? 0) + 1);
    const holders = (gloss: string): number => entries.filter(({ glosses }) => glosses[0] === gloss).length;
    for (const [gloss, count] of counts) expect(count).toBe(12 * holders(gloss));
    expect(report.keys).toEqual({ A: 225, B: 225, C: 225, D: 225 });
    expect(report.blindSolver.comparing.all).toBeCloseTo(0.25, 12);
    expect(report.blindSolver.best).toBeLessThan(0.3);
    expect(report.blindSolver.warning).toBeNull();
  });

  it("is told to give its key away where options are drawn anew for each question", () => {
    const { blindSolver } = buildQuiz(entries, { ...plan, options: "per-item" }).report;
    expect(blindSolver.comparing.byTurn[2]).toBeGreaterThan(0.9);
    expect(blindSolver.warning).toMatch(/draw options per entry/);
  });

  it("comes back bit for bit from the same seed, and otherwise from another seed or other inputs", () => {
    expect(buildQuiz(entries, plan).questions).toEqual(questions);
    const others = [
      { ...plan, seed: "2" },
      { ...plan, inputs: "y" },
    ].map((one) => buildQuiz(entries, one).questions);
    for (const other of others) {
      expect(other.map(({ id }) => id)).not.toEqual(questions.map(({ id }) => id));
      expect(other.map(({ options }) => options)).not.toEqual(questions.map(({ options }) => options));
    }
  });

  it("has ids that are unique and keeps an entry's questions far apart", () => {
    expect(new Set(questions.map(({ id }) => id)).size).toBe(900);
    expect(questions.every(({ id }) => /^[0-9a-f]{20}$/.test(id))).toBe(true);
    const last = new Map<string, number>();
    for (const [place, { entry }] of questions.entries()) {
      const before = last.get(entry);
      if (before !== undefined) expect(place - before).toBeGreaterThan(100);
      last.set(entry, place);
    }
  });

  it("keeps, masks or drops descriptions that hold their gloss", () => {
    const leaking = report.leaks.found;
    expect(leaking.length).toBeGreaterThan(50);
    expect(report.leaks.cut).toBe(300);
    const texts = (leaks: QuizPlan["leaks"]) =>
      new Map(
        buildQuiz(entries, { ...plan, leaks })
          .questions.filter(({ modality }) => modality === "text")
          .map(({ entry, input }) => [entry, input]),
      );
    const [kept, hidden, dropped] = [texts("keep"), texts("mask"), texts("drop")];
    for (const { entry, forms: given } of leaking) {
      expect(kept.get(entry)).toContain(given[0]);
      for (const form of given) expect(hidden.get(entry)).not.toContain(form);
      expect(dropped.has(entry)).toBe(false);
    }
    expect(dropped.size).toBe(300 - leaking.length);
    expect([...kept.values()].some((text) => text.includes("相关词"))).toBe(false);
  });

  it("draws near glosses for semantic distractors and is still fair", () => {
    const near = entries.map((entry, k) =>
      k % 2 === 0 ? entry : { ...entry, description: entries[k - 1]?.description ?? "" },
    );
    const built = buildQuiz(near, { ...plan, distractors: "semantic" });
    const paired = near.filter((entry, k) => {
      const twin = near[k % 2 === 0 ? k + 1 : k - 1] as SignEntry;
      const options = Object.values(built.questions.find((one) => one.entry === entry.entry)?.options ?? {});
      return options.includes(twin.glosses[0] as string);
    });
    expect(paired.length).toBeGreaterThan(270);
    expect(built.report.blindSolver.best).toBeLessThan(0.3);
  });

  it("holds for any entries and any seed", () => {
    const gloss = fc
      .array(fc.constantFrom("甲", "乙", "丙", "丁", "戊", "己", "庚", "辛", "壬", "癸"), {
        minLength: 1,
        maxLength: 3,
      })
      .map((signs) => signs.join(""));
    const marked = fc
      .tuple(gloss, fc.constantFrom("", "①", "➊", "（甲乙）", "（丙、丁）"))
      .map((parts) => parts.join(""));
    fc.assert(
      fc.property(fc.array(marked, { minLength: 30, maxLength: 60 }), fc.string(), (glosses, seed) => {
        const made = glosses.map(
          (one, k): SignEntry => ({ entry: `e${k}`, glosses: [one], description: "手", articulations: [] }),
        );
        let built: ReturnType<typeof buildQuiz>;
        try {
          built = buildQuiz(made, { ...plan, seed });
        } catch (refusal) {
          expect(String(refusal)).toMatch(/collides with so many/);
          return;
        }
        for (const { options } of built.questions) {
          const all = Object.values(options).flatMap(glossForms);
          expect(new Set(all).size).toBe(all.length);
        }
      }),
      { numRuns: 60 },
    );
  });

  it("refuses too few entries, a sample that cannot be filled, and entries that all collide", () => {
    expect(() => buildQuiz(entries.slice(0, 3), plan)).toThrow(/too few/);
    expect(() => buildQuiz(entries, { ...plan, sample: "human-baseline" })).toThrow(/not 482; give --others/);
    const same = entries.slice(0, 8).map((entry) => ({ ...entry, glosses: ["同"] }));
    expect(() => buildQuiz(same, plan)).toThrow(/collides with so many others/);
  });
});

describe("the release's size", () => {
  const entries = madeUpEntries(6707);

  const forms = new Map(entries.map(({ glosses }) => [glosses[0] as string, glosses.flatMap(glossForms)]));
  // Time of this process only: others may be busy. The bench measures the time on the clock.
  const built = (["random", "semantic"] as const).map((distractors) => {
    const before = process.cpuUsage();
    const quiz = buildQuiz(entries, { ...plan, distractors });
    const { user, system } = process.cpuUsage(before);
    return { ...quiz, seconds: (user + system) / 1e6 };
  });

  it("gives 20,121 questions in under 2 s of work, random or semantic", () => {
    for (const { report, seconds } of built) {
      expect(report.questions).toEqual({ text: 6707, image: 6707, video: 6707, all: 20_121 });
      expect(seconds).toBeLessThan(4);
    }
  });

  it("has no question with two right options, though hundreds of entries collide", () => {
    for (const { questions, report } of built) {
      expect(report.collisions.entries).toBeGreaterThan(500);
      for (const { options } of questions) {
        const all = Object.values(options).flatMap((option) => forms.get(option) as string[]);
        expect(new Set(all).size).toBe(all.length);
      }
    }
  });

  it("has its keys evenly at A to D in each modality and articulation, and no run of them (chi-square)", () => {
    for (const { questions } of built) {
      const square = (keys: readonly Letter[]): number => {
        const each = keys.length / 4;
        return letters.reduce((sum, one) => sum + (keys.filter((key) => key === one).length - each) ** 2 / each, 0);
      };
      // 99.9 % point of chi-square: 16.3 with 3 degrees of freedom, 37.7 with 15.
      expect(square(questions.map(({ key }) => key))).toBeLessThan(0.01);
      for (const modality of ["text", "image", "video"])
        expect(square(questions.flatMap((one) => (one.modality === modality ? [one.key] : [])))).toBeLessThan(16.3);
      for (const tag of ["air-writing", "finger-spelling", "manual-alphabet"] as const)
        expect(square(questions.flatMap((one) => (one.articulations.includes(tag) ? [one.key] : [])))).toBeLessThan(
          16.3,
        );
      const pairs = new Map<string, number>();
      for (const [k, { key }] of questions.slice(1).entries()) {
        const pair = `${questions[k]?.key}${key}`;
        pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
      }
      const each = (questions.length - 1) / 16;
      expect(pairs.size).toBe(16);
      expect([...pairs.values()].reduce((sum, count) => sum + (count - each) ** 2 / each, 0)).toBeLessThan(37.7);
    }
  });

  it("does not follow the file, and leaks in a third of its descriptions are listed", () => {
    const [{ questions, report }] = built as [(typeof built)[number]];
    const place = new Map(entries.map(({ entry }, k) => [entry, k]));
    const steps = questions.slice(1).filter(({ entry }, k) => {
      const before = place.get(questions[k]?.entry as string) as number;
      return Math.abs((place.get(entry) as number) - before) <= 1;
    });
    expect(steps.length).toBeLessThan(60);
    expect(report.leaks.found.length / entries.length).toBeGreaterThan(0.3);
    expect(report.leaks.found.length / entries.length).toBeLessThan(0.4);
    expect(report.blindSolver.best).toBeLessThan(0.3);
  });

  it("asks some modalities only where that is wanted, keys still even", () => {
    const { questions, report } = buildQuiz(entries, { ...plan, modalities: ["image"] });
    expect(report.questions).toEqual({ text: 0, image: 6707, video: 0, all: 6707 });
    expect(questions.every(({ modality }) => modality === "image")).toBe(true);
    expect(Math.max(...Object.values(report.keys)) - Math.min(...Object.values(report.keys))).toBeLessThanOrEqual(1);
  });

  it("takes semantic distractors from vectors that are brought along", () => {
    const some = entries.slice(0, 400);
    const chance = mulberry32(3);
    const vectors = new Map(some.map(({ entry }, k) => [entry, Float32Array.from([k >> 3, 50, chance()])]));
    const near = buildQuiz(some, { ...plan, distractors: "semantic" }, vectors);
    const group = new Map(some.map(({ glosses }, k) => [glosses[0] as string, k >> 3]));
    const close = near.questions.map(({ gloss, options }) => {
      const own = group.get(gloss) as number;
      return Object.values(options).filter((one) => Math.abs((group.get(one) as number) - own) <= 3).length - 1;
    });
    expect(close.reduce((sum, one) => sum + one, 0) / close.length).toBeGreaterThan(2);
    expect(
      nearestByVectors(
        [
          [1, 0],
          [2, 0.1],
          [0, 1],
          [0, 0],
        ].map((one) => Float32Array.from(one)),
        2,
      ),
    ).toEqual([[1], [0, 2], [1], []]);
  });

  it("gives the human baseline: 1,018 tagged entries and 482 others, 4,500 questions", () => {
    const { report } = buildQuiz(entries, { ...plan, sample: "human-baseline" });
    expect(report.entries).toEqual({ given: 6707, taken: 1500, tagged: 1018, others: 482 });
    expect(report.articulations).toEqual({ "air-writing": 407, "finger-spelling": 77, "manual-alphabet": 592 });
    expect(report.questions.all).toBe(4500);
  });
});

it("near entries share characters, the rarest first", () => {
  const entries = ["山上", "山下", "水上", "火"].map((gloss) => ({ forms: [gloss], description: "手" }));
  expect(nearestByCharacters(entries, 2)).toEqual([[1, 2], [0], [0], []]);
});

it("a blind solver that meets one question alone is at chance", () => {
  const options = { A: "1", B: "2", C: "3", D: "4" };
  expect(blindScore([{ entry: "e", options, key: "C" }])).toMatchObject({ best: 0.25, comparing: { byTurn: [0.25] } });
  expect(blindScore([])).toMatchObject({ best: 0 });
});
