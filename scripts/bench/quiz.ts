// The quiz of CNSL's size: 20,121 questions from 6,707 entries, from the bytes of the tables to the bytes of the folder.
import { asMetadata, asTags, madeUpEntries } from "#fixtures/entries";
import { quizFolder } from "#server/exports/quiz-folder";
import type { Row } from "./row.ts";

export function quiz(): Row[] {
  const made = madeUpEntries();
  const entries = { file: "metadata.json", bytes: Buffer.from(asMetadata(made)) };
  const tags = { file: "tags.csv", bytes: Buffer.from(asTags(made)) };
  const plan = { seed: "1", sample: "all", others: 482, leaks: "keep", options: "per-entry" } as const;
  return (["random", "semantic"] as const).map((distractors) => {
    const before = process.memoryUsage().rss;
    const start = performance.now();
    const built = quizFolder({ entries, tags }, { ...plan, distractors });
    const measured = (performance.now() - start) / 1000;
    const more = (process.memoryUsage().rss - before) / 2 ** 20;
    const { questions } = built.quiz.report;
    const note = `${questions.all} questions, ${more.toFixed(0)} MB more memory`;
    return { what: `quiz of the release's size, ${distractors}`, measured, unit: "s", budget: 2, bound: "most", note };
  });
}
