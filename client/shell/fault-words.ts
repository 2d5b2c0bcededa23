// A fault of any kind as a sentence that a person can act on; never a stack.
import type { Words } from "#client/words/en";
import { problems } from "#schemas/problem";

export function faultWords(words: Words, fault: unknown): string {
  const code = typeof fault === "object" && fault !== null && "code" in fault ? String(fault.code) : "unreachable";
  return code in problems ? words.common.problems[code as keyof typeof problems] : words.common.unreachable;
}
