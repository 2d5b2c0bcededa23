// What the server refused, in the reader's language; the server's own sentence where it says more than the title.
import { type ProblemCode, problems } from "#schemas/problem";
import { useWords } from "../words/words.ts";
import { Refused } from "./reading.tsx";
import { useServerText } from "./server-text.ts";

export function useProblemText(): (fault: Error) => string {
  const words = useWords();
  const tell = useServerText();
  return (fault) => {
    if (!(fault instanceof Refused)) return words.common.problems.internal;
    if (fault.code === "unreachable") return words.common.unreachable;
    const known = words.common.problems[fault.code as ProblemCode];
    if (known === undefined) return fault.message;
    const says = fault.message !== "" && fault.message !== problems[fault.code as ProblemCode]?.title;
    return says ? `${known} (${tell(fault.message).text})` : known;
  };
}
