// A coordinator's ways in: the one-time link with name and password, and the sign-in. Sends and reads the problem.
import * as z from "zod/mini";
import { call, WireProblem } from "#client/outbox/wire";

async function send(path: string, body: unknown): Promise<void> {
  const outcome = await call((input, init) => fetch(input, init), { path, body, answers: z.object({}) });
  if (outcome.kind === "problem") throw new WireProblem(outcome.code, outcome.detail);
  if (outcome.kind === "nothing") throw new WireProblem("unreachable");
}

export const takeSetupLink = (given: { token: string; name: string; password: string }): Promise<void> =>
  send("/api/access/setup", given);

export const signIn = (given: { name: string; password: string }): Promise<void> => send("/api/access/sign-in", given);
