// Turns whatever goes wrong into RFC 9457 application/problem+json. Only a Problem says what it is about; everything
// else is logged and answered without a word of its inside.
import type { Context, ErrorHandler } from "hono";
import { HTTPException } from "hono/http-exception";
import { Problem, type ProblemBody, type ProblemCode, problems } from "#schemas/problem";
import type { Deps } from "#server/deps";

export function problemAnswer(c: Context, problem: Problem): Response {
  const { status, title } = problems[problem.code];
  const body: ProblemBody = {
    type: `urn:countersign:problem:${problem.code}`,
    title,
    status,
    code: problem.code,
    ...(problem.message === title ? {} : { detail: problem.message }),
    ...(problem.faults.length === 0 ? {} : { faults: [...problem.faults] }),
  };
  if (problem.code === "too-many-tries") c.header("Retry-After", "60");
  return c.body(JSON.stringify(body), status, { "Content-Type": "application/problem+json" });
}

const codeOfStatus: Partial<Record<number, ProblemCode>> = {
  401: "signed-out",
  403: "not-yours",
  404: "not-found",
  413: "too-large",
};

export function onProblem(deps: Pick<Deps, "log">): ErrorHandler {
  return (error, c) => {
    if (error instanceof Problem) return problemAnswer(c, error);
    if (error instanceof HTTPException && error.status < 500) {
      if (/JSON/.test(error.message)) return problemAnswer(c, new Problem("not-json"));
      return problemAnswer(c, new Problem(codeOfStatus[error.status] ?? "bad-request"));
    }
    deps.log.error({ err: error, method: c.req.method, path: c.req.path }, "a request failed");
    return problemAnswer(c, new Problem("internal"));
  };
}
