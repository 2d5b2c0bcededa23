// Ways in and out: a personal link opened by Start, a coordinator's first password, sign-in, sign-out, and who am I.
import { Hono } from "hono";
import * as z from "zod/mini";
import { language, typed, uuid } from "#schemas/basics";
import { roles } from "#schemas/person";
import { Problem } from "#schemas/problem";
import { dropCookie, openSession, sessionToken } from "#server/access/cookies";
import { body, described } from "#server/access/described";
import { addressOf, Guesses } from "#server/access/guesses";
import { type LinkKind, peekLink } from "#server/access/links";
import { hashPassword, passwordFits } from "#server/access/passwords";
import { personOf } from "#server/access/rights";
import { hashOf } from "#server/access/tokens";
import type { Deps } from "#server/deps";
import { accountByName, takeSetup } from "#server/store/accounts";
import { createDevice } from "#server/store/devices";
import { earlierDevices } from "#server/store/earlier";
import { noteFirstUse } from "#server/store/links";
import { personById } from "#server/store/persons";
import { deleteSession } from "#server/store/sessions";
import { studiesOf } from "#server/store/studies";
import type { LinksTable } from "#server/store/tables";
import { isTrialPerson } from "#server/store/trials";

const token = z.string().check(z.minLength(1), z.maxLength(200));
const name = typed(200).check(z.refine((text) => text.trim() !== "", { error: "a name is needed" }));
const password = z.string().check(z.maxLength(1000));

const self = z.object({
  person: z.string(),
  name: z.nullable(z.string()),
  language,
  studies: z.array(z.object({ id: z.string(), title: z.string(), role: z.enum(roles), code: z.string() })),
});
const earlier = z.object({ device: uuid, lastSeenAt: z.string(), pending: z.number(), missing: z.number() });
const newcomer = z.object({
  ...self.shape,
  device: uuid,
  deviceKey: z.string(),
  /** The person's devices up to now, and whether this browser was theirs: a browser that lost its data says so. */
  earlier: z.array(earlier),
  sameBrowser: z.boolean(),
});
const invitation = z.object({ kind: z.enum(["personal", "setup"]), ...self.shape });

export function accessRoutes(deps: Deps): Hono {
  const guesses = new Guesses(deps.clock);

  const selfOf = async (person: string) => {
    const row = await personById(deps.store, person);
    if (row === undefined) throw new Problem("signed-out");
    const parts = await studiesOf(deps.store, person);
    const studies = parts.map(({ id, file, role, code }) => ({ id, title: file.title, role, code }));
    return { person, name: row.name, language: language.parse(row.language), studies };
  };

  /** A token that opens nothing counts against the address; a right one always works, however many failed before. */
  const linkOf = async (address: string, given: string, kind?: LinkKind): Promise<LinksTable> => {
    try {
      return await peekLink(deps, given, kind);
    } catch (problem) {
      if (problem instanceof Problem && problem.code === "wrong-link") guesses.failed(address);
      throw problem;
    }
  };

  return new Hono()
    .post(
      "/api/access/peek",
      described("Say who a link is for, without using it", invitation, ["wrong-link", "used-link", "too-many-tries"]),
      body(z.strictObject({ token })),
      async (c) => {
        const link = await linkOf(addressOf(c), c.req.valid("json").token);
        return c.json({ kind: link.kind, ...(await selfOf(link.person)) });
      },
    )
    .post(
      "/api/access/redeem",
      described("Start on this device with a personal link", newcomer, [
        "wrong-link",
        "revoked-link",
        "too-many-tries",
      ]),
      body(z.strictObject({ token, shared: z.boolean() })),
      async (c) => {
        const given = c.req.valid("json");
        const { id, person } = await linkOf(addressOf(c), given.token, "personal");
        const before = await earlierDevices(deps.store, person);
        const sameBrowser = (await personOf(c, deps).catch(() => undefined)) === person;
        const made = await createDevice(deps.store, { person, shared: given.shared, now: deps.clock() });
        await noteFirstUse(deps.store, id, deps.clock());
        if (!(await isTrialPerson(deps.store, person))) await openSession(c, deps, person);
        return c.json({ ...(await selfOf(person)), ...made, earlier: before, sameBrowser });
      },
    )
    .post(
      "/api/access/setup",
      described("Choose name and password with a coordinator's one-time link", self, [
        ...(["wrong-link", "used-link", "weak-password", "conflict", "too-many-tries"] as const),
      ]),
      body(z.strictObject({ token, name, password })),
      async (c) => {
        const given = c.req.valid("json");
        const link = await linkOf(addressOf(c), given.token, "setup");
        const passwordHash = await hashPassword(given.password);
        await takeSetup(
          deps.store,
          { link: link.id, person: link.person, name: given.name, passwordHash },
          deps.clock(),
        );
        await openSession(c, deps, link.person);
        return c.json(await selfOf(link.person));
      },
    )
    .post(
      "/api/access/sign-in",
      described("Sign in with name and password", self, ["wrong-password", "too-many-tries"]),
      body(z.strictObject({ name, password })),
      async (c) => {
        const given = c.req.valid("json");
        guesses.check(addressOf(c));
        const account = await accountByName(deps.store, given.name);
        if (!(await passwordFits(account?.password_hash, given.password)) || account === undefined) {
          guesses.failed(addressOf(c));
          throw new Problem("wrong-password");
        }
        await openSession(c, deps, account.person);
        return c.json(await selfOf(account.person));
      },
    )
    .post("/api/access/sign-out", described("Sign out in this browser", z.object({})), async (c) => {
      const held = sessionToken(c, deps);
      if (held !== undefined) await deleteSession(deps.store, hashOf(held));
      dropCookie(c, deps);
      return c.json({});
    })
    .get("/api/access/me", described("Who is signed in here", self, ["signed-out"]), async (c) =>
      c.json(await selfOf(await personOf(c, deps))),
    );
}
