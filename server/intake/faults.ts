// Gathers every fault of what somebody gave, so that one try shows them all.
import type * as z from "zod/mini";
import { type Fault, Problem } from "#schemas/problem";

export interface Faults {
  readonly list: readonly Fault[];
  add(file: string, line: number | null, message: string, mend: string): void;
  /** What is worth knowing and refuses nothing. */
  readonly warnings: readonly string[];
  warn(words: string): void;
  /** Runs what may throw a Problem and keeps its faults; undefined then. */
  keep<T>(file: string, act: () => T): T | undefined;
}

export function gather(): Faults {
  const list: Fault[] = [];
  const warnings: string[] = [];
  const add: Faults["add"] = (file, line, message, mend) => void list.push({ file, line, message, mend });
  return {
    list,
    add,
    warnings,
    warn: (words) => void warnings.push(words),
    keep(file, act) {
      try {
        return act();
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
        if (error.faults.length === 0) add(file, null, error.message, "Correct the file.");
        for (const fault of error.faults) add(fault.file, fault.line, fault.message, fault.mend);
        return undefined;
      }
    },
  };
}

/** What a schema has against a value, in words: which field, and what it may be. */
export function wordsOf(issue: z.core.$ZodIssue): { message: string; mend: string } {
  const field = issue.path.map(String).join(".");
  const named = field === "" ? "it" : `"${field}"`;
  if (issue.code === "unrecognized_keys") {
    const keys = issue.keys.map((key) => `"${field === "" ? key : `${field}.${key}`}"`).join(", ");
    return { message: `unknown field ${keys}`, mend: "Take it out, or correct its name." };
  }
  if (issue.code === "invalid_type") {
    const missing = issue.input === undefined;
    return {
      message: missing ? `${named} is missing` : `${named} is not a ${issue.expected}`,
      mend: `Give ${named} as a ${issue.expected}.`,
    };
  }
  if (issue.code === "invalid_value")
    return { message: `${named} has a value that is not known`, mend: `It may be: ${issue.values.join(", ")}.` };
  if (issue.code === "invalid_union")
    return { message: `${named} has a value that is not allowed`, mend: "See docs/study-folder.md." };
  if (issue.code === "too_big") return { message: `${named} is too long or too large`, mend: "Make it shorter." };
  if (issue.code === "too_small") return { message: `${named} is empty or too small`, mend: "Fill it in." };
  return {
    message: `${named} is not allowed as it stands`,
    mend: "Ids hold letters a-z, digits and . _ ~ - only; texts hold whole characters.",
  };
}
