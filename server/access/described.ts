// How a route says what it takes and gives: once, for the check of the request and for /api/openapi.json alike.
import type { Context, MiddlewareHandler } from "hono";
import { createMiddleware } from "hono/factory";
import { type DescribeRouteOptions, describeRoute, resolver, validator } from "hono-openapi";
import type * as z from "zod/mini";
import en from "zod/v4/locales/en.js";
import type { Role } from "#schemas/person";
import { Problem, type ProblemCode, problemBody, problems } from "#schemas/problem";
import type { Deps } from "#server/deps";
import type { Member } from "#server/store/members";
import { memberWith } from "./rights.ts";

const { localeError } = en();

const json = (schema: z.ZodMiniType) => ({ content: { "application/json": { schema: resolver(schema) } } });

/**
 * Describes a route: one line, the shape of its answer, and the problems that it may answer beside the common ones.
 * `takes`: its body, where the route reads it by itself and not by `body` below.
 */
export function described(
  summary: string,
  answer: z.ZodMiniType,
  codes: readonly ProblemCode[] = [],
  takes?: z.ZodMiniType,
): MiddlewareHandler {
  const responses: NonNullable<DescribeRouteOptions["responses"]> = { 200: { description: "Done", ...json(answer) } };
  for (const code of ["bad-request", ...codes] as const) {
    const { status, title } = problems[code];
    const before = responses[status];
    const said = before !== undefined && "description" in before ? `${before.description}; ` : "";
    responses[status] = {
      description: `${said}${code}: ${title}`,
      content: { "application/problem+json": { schema: resolver(problemBody) } },
    };
  }
  return describeRoute({ summary, responses, ...(takes === undefined ? {} : { requestBody: json(takes) }) });
}

interface Issue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[];
}

function explain(issues: readonly Issue[], data: unknown): string {
  const [first] = issues;
  if (first === undefined) return "The request does not have the right shape.";
  const path = (first.path ?? []).map((step) => (typeof step === "object" ? step.key : step));
  const input = path.reduce<unknown>((at, key) => (Object(at) as Record<PropertyKey, unknown>)[key], data);
  const told = localeError({ ...first, input } as never);
  const words = (typeof told === "string" ? told : told?.message) ?? first.message;
  return path.length === 0 ? words : `${path.map(String).join(".")}: ${words}`;
}

const refuse = (result: { success: boolean; error?: readonly Issue[]; data: unknown }) => {
  if (!result.success) throw new Problem("bad-request", explain(result.error ?? [], result.data));
};

/** The JSON body, checked; what does not fit is `bad-request` and names the field. */
export const body = <S extends z.ZodMiniType<object>>(schema: S) => validator("json", schema, refuse as never);

/** The query, checked in the same way. */
export const query = <S extends z.ZodMiniType<object>>(schema: S) => validator("query", schema, refuse as never);

/** Lets only these roles of the study in the address pass; the handler finds the part under `member`. */
export const onlyFor = (deps: Deps, roles: readonly Role[]) =>
  createMiddleware<{ Variables: { member: Member } }>(async (c, next) => {
    c.set("member", await memberWith(c as Context, deps, c.req.param("study") ?? "", roles));
    await next();
  });
