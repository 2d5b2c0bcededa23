// The one catalogue of problems: a code, an HTTP status and a title. Answered as RFC 9457 application/problem+json.
import * as z from "zod/mini";

export const problems = {
  "bad-request": { status: 400, title: "The request could not be read" },
  "not-json": { status: 400, title: "The body is not JSON" },
  "bad-origin": { status: 403, title: "The request came from another site" },
  "signed-out": { status: 401, title: "You are signed out" },
  "wrong-link": { status: 404, title: "This link does not work" },
  "used-link": { status: 410, title: "This link has been used or has run out" },
  "revoked-link": { status: 410, title: "This link has been withdrawn" },
  "wrong-password": { status: 401, title: "Name or password is wrong" },
  "weak-password": { status: 422, title: "The password is too short" },
  "too-many-tries": { status: 429, title: "Too many tries; wait a little" },
  "not-yours": { status: 403, title: "This belongs to somebody else" },
  "another-person": { status: 403, title: "The batch holds another person's responses" },
  "not-found": { status: 404, title: "There is nothing here" },
  erased: { status: 410, title: "This has been erased" },
  conflict: { status: 409, title: "This was changed meanwhile" },
  "too-large": { status: 413, title: "The request is too large" },
  "bad-media": { status: 422, title: "The file cannot be used" },
  "bad-study": { status: 422, title: "The study folder has faults" },
  "bad-value": { status: 422, title: "A value is not allowed here" },
  "bad-range": { status: 416, title: "The range lies outside the file" },
  "too-new": { status: 409, title: "The data folder was written by a newer version" },
  "not-computed": { status: 503, title: "This could not be computed; try again" },
  internal: { status: 500, title: "Something failed here" },
} as const satisfies Record<string, { status: number; title: string }>;
export type ProblemCode = keyof typeof problems;

export const problemBody = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  code: z.string(),
  detail: z.optional(z.string()),
  faults: z.optional(
    z.array(z.object({ file: z.string(), line: z.nullable(z.int()), message: z.string(), mend: z.string() })),
  ),
});
export type ProblemBody = z.infer<typeof problemBody>;

/** One fault of a file that somebody gave: where it is, what is wrong, how to mend it. */
export interface Fault {
  readonly file: string;
  /** First line is 1; null where the fault is in no line. */
  readonly line: number | null;
  readonly message: string;
  readonly mend: string;
}

/** Thrown by any room; the app turns it into an answer, a command into one line on stderr and exit 1. */
export class Problem extends Error {
  readonly code: ProblemCode;
  readonly faults: readonly Fault[];
  constructor(code: ProblemCode, detail?: string, faults: readonly Fault[] = []) {
    super(detail ?? problems[code].title);
    this.code = code;
    this.faults = faults;
  }
}
