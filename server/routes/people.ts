// People of a study: who takes part, as what, and the links that let them in. A link's text is shown once, when made.
import { Hono } from "hono";
import * as z from "zod/mini";
import { id, language, typed } from "#schemas/basics";
import { deskPeople, newLink } from "#schemas/desk";
import { role, seat } from "#schemas/person";
import { Problem } from "#schemas/problem";
import { body, described, onlyFor } from "#server/access/described";
import { createLink, revokeLinks } from "#server/access/links";
import type { Deps } from "#server/deps";
import { accountOf } from "#server/store/accounts";
import { assignPeople } from "#server/store/assignments";
import { devicesOf, revokeDevices } from "#server/store/devices";
import { liveLinks } from "#server/store/links";
import { addPerson, hasPartElsewhere, type Member, memberOf, membersOf } from "#server/store/members";
import { changePerson } from "#server/store/persons";
import { deleteSessionsOf } from "#server/store/sessions";

const newPerson = z.strictObject({
  code: id.check(z.maxLength(60)),
  name: z.optional(typed(200)),
  role,
  seat,
  language,
});

const changedPerson = z.strictObject({
  /** Empty or null: the name is taken away. */
  name: z.optional(z.nullable(typed(200))),
  language: z.optional(language),
});

export function peopleRoutes(deps: Deps): Hono {
  /**
   * A member whom this coordinator may let in or shut out. A link opens everything that its person may see, so nobody
   * makes one for a person who also takes part in a study of somebody else.
   */
  const someoneOf = async (coordinator: Member, person: string) => {
    const member = await memberOf(deps.store, coordinator.study, person);
    if (member === undefined) throw new Problem("not-found");
    if (await hasPartElsewhere(deps.store, person, coordinator.person)) {
      throw new Problem("not-yours", "This person also takes part in a study that you do not coordinate.");
    }
    return member;
  };

  return new Hono()
    .get(
      "/api/studies/:study/people",
      described("People of the study, their links and devices", deskPeople, ["not-found", "not-yours"]),
      onlyFor(deps, ["coordinator"]),
      async (c) => {
        const people = await membersOf(deps.store, c.req.param("study"));
        const ids = people.map((one) => one.person);
        const links = await liveLinks(deps.store, ids, deps.clock());
        const devices = await devicesOf(deps.store, ids);
        return c.json({
          people: people.map((one) => {
            const theirs = devices.filter((device) => device.person === one.person);
            const seen = theirs.map((device) => device.last_seen_at ?? "").sort();
            return {
              ...one,
              link: links.get(one.person) ?? null,
              devices: theirs.filter((device) => device.revoked_at === null).length,
              lastSeenAt: seen.at(-1) || null,
            };
          }),
        });
      },
    )
    .post(
      "/api/studies/:study/people",
      described("Add a person and get their link, once", newLink, ["not-found", "not-yours", "conflict"]),
      onlyFor(deps, ["coordinator"]),
      body(newPerson),
      async (c) => {
        const { name, ...given } = c.req.valid("json");
        const study = c.req.param("study");
        const person = await addPerson(deps.store, { ...given, study, name: name?.trim() || null }, deps.clock());
        await assignPeople(deps.store, study, [person], deps.clock());
        const link = await createLink(deps, person, given.role === "coordinator" ? "setup" : "personal");
        return c.json({ person, link });
      },
    )
    .patch(
      "/api/studies/:study/people/:person",
      described("Change a person's name or language", z.object({}), ["not-found", "not-yours"]),
      onlyFor(deps, ["coordinator"]),
      body(changedPerson),
      async (c) => {
        const { person } = await someoneOf(c.get("member"), c.req.param("person"));
        const { name, language } = c.req.valid("json");
        await changePerson(deps.store, person, {
          ...(name === undefined ? {} : { name: name?.trim() || null }),
          ...(language === undefined ? {} : { language }),
        });
        return c.json({});
      },
    )
    .post(
      "/api/studies/:study/people/:person/link",
      described("Make a new link for a person; older ones are withdrawn if asked", newLink, ["not-found", "not-yours"]),
      onlyFor(deps, ["coordinator"]),
      body(z.strictObject({ revoke: z._default(z.boolean(), false) })),
      async (c) => {
        const member = await someoneOf(c.get("member"), c.req.param("person"));
        const kind = member.role === "coordinator" ? "setup" : "personal";
        if (
          kind === "setup" &&
          member.person !== c.get("member").person &&
          (await accountOf(deps.store, member.person))
        )
          throw new Problem("conflict", "This coordinator has chosen a password already.");
        if (kind === "setup" || c.req.valid("json").revoke) await revokeLinks(deps, member.person, kind);
        return c.json({ person: member.person, link: await createLink(deps, member.person, kind) });
      },
    )
    .delete(
      "/api/studies/:study/people/:person/link",
      described("Withdraw a person's links: they may still deliver, not read", z.object({}), [
        "not-found",
        "not-yours",
      ]),
      onlyFor(deps, ["coordinator"]),
      async (c) => {
        const { person } = await someoneOf(c.get("member"), c.req.param("person"));
        await revokeLinks(deps, person, "personal");
        await revokeLinks(deps, person, "setup");
        await revokeDevices(deps.store, person, deps.clock());
        await deleteSessionsOf(deps.store, person);
        return c.json({});
      },
    );
}
