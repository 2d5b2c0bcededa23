// Studies as their coordinators see them: the list with what waits, one study whole, and its items with their keys.
import { setImmediate as turn } from "node:timers/promises";
import { Hono } from "hono";
import { type DeskItem, deskItems, type StudyRow, studyDetail, studyList } from "#schemas/desk";
import type { Letter } from "#schemas/labels";
import type { Item } from "#schemas/study";
import { described, onlyFor } from "#server/access/described";
import { personOf } from "#server/access/rights";
import type { Deps } from "#server/deps";
import { decisionsOf, lastEntryAt } from "#server/store/decisions";
import { devicesOf } from "#server/store/devices";
import { openNotes } from "#server/store/inbox";
import { itemCounts, itemTexts } from "#server/store/items";
import { membersOf } from "#server/store/members";
import { unplayedOf } from "#server/store/plays";
import { keysOf, type StudyPart, studiesOf } from "#server/store/studies";

const day = 86_400_000;
const seesDesk = (part: StudyPart) => part.role === "coordinator" || part.role === "adjudicator";

function deskItem(item: Item, retired: boolean, key: DeskItem["key"]): DeskItem {
  const common = { id: item.id, name: item.name, practice: item.practice, retired };
  if (item.protocol === "emotion") {
    const { media, caption } = item;
    return { ...common, modality: "video", media, ...(caption === undefined ? {} : { caption }) };
  }
  const { modality, media, text, gloss, options } = item;
  return {
    ...common,
    modality,
    options,
    ...(media === undefined ? {} : { media }),
    ...(text === undefined ? {} : { text }),
    ...(gloss === undefined ? {} : { gloss }),
    ...(key === undefined ? {} : { key }),
  };
}

export function studiesRoutes(deps: Deps): Hono {
  const rowOf = async (part: StudyPart): Promise<{ row: StudyRow; practice: number }> => {
    const people = (await membersOf(deps.store, part.id)).filter((one) => one.removedAt === null);
    const devices = await devicesOf(
      deps.store,
      people.map((one) => one.person),
    );
    const { counted, practice } = await itemCounts(deps.store, part.id);
    const { rows, ties, held } = await deps.figures.progress(part.id);
    const sum = (of: (row: (typeof rows)[number]) => number) => rows.reduce((total, row) => total + of(row), 0);
    const yesterday = new Date(deps.clock().getTime() - day).toISOString();
    return {
      practice,
      row: {
        id: part.id,
        title: part.file.title,
        protocol: part.file.protocol,
        state: part.state,
        version: part.version,
        role: part.role,
        people: people.length,
        items: counted,
        asked: sum((row) => row.assigned),
        answered: sum((row) => row.answered),
        skipped: sum((row) => row.skipped),
        needs: {
          ties,
          held,
          notes: await openNotes(deps.store, part.id),
          flags: sum((row) => row.flags),
          devices: devices.filter((one) => one.said_pending > 0 && (one.last_seen_at ?? "") < yesterday).length,
        },
        createdAt: part.createdAt,
        lastAt: await lastEntryAt(deps.store, part.id),
      },
    };
  };

  return new Hono()
    .get(
      "/api/studies",
      described("Studies that you coordinate or adjudicate", studyList, ["signed-out"]),
      async (c) => {
        const studies: StudyRow[] = [];
        for (const part of await studiesOf(deps.store, await personOf(c, deps)))
          if (seesDesk(part)) studies.push((await rowOf(part)).row);
        return c.json({ studies });
      },
    )
    .get(
      "/api/studies/:study",
      described("One study: settings, decisions, what waits", studyDetail, ["not-found", "not-yours"]),
      onlyFor(deps, ["coordinator", "adjudicator"]),
      async (c) => {
        const { study, person } = c.get("member");
        const part = (await studiesOf(deps.store, person)).find(({ id }) => id === study) as StudyPart;
        const names = new Map((await membersOf(deps.store, study)).map((one) => [one.person, one.name]));
        const decisions = await decisionsOf(deps.store, study);
        const { row, practice } = await rowOf(part);
        return c.json({
          ...row,
          practice,
          position: { epoch: part.epoch, seq: part.seq },
          definition: part.file,
          unplayed: await unplayedOf(deps.store, study),
          decisions: decisions.map((one) => ({ ...one, byName: names.get(one.decision.by) ?? null })),
        });
      },
    )
    .get(
      "/api/studies/:study/items",
      described("Items of the study; their keys for coordinators only", deskItems, ["not-found", "not-yours"]),
      onlyFor(deps, ["coordinator", "adjudicator"]),
      async (c) => {
        const { study, role } = c.get("member");
        const keys = role === "coordinator" ? await keysOf(deps.store, study) : new Map<string, Letter>();
        const retired = new Set<string>();
        for (const { decision } of await decisionsOf(deps.store, study))
          if (decision.kind === "retire") retired.add(decision.item);
        const texts = await itemTexts(deps.store, study);
        const parts: string[] = [];
        for (let at = 0; at < texts.length; at += 500) {
          if (at > 0) await turn();
          const items = texts.slice(at, at + 500).map((text) => JSON.parse(text) as Item);
          for (const item of items) parts.push(JSON.stringify(deskItem(item, retired.has(item.id), keys.get(item.id))));
        }
        return c.body(`{"items":[${parts.join(",")}]}`, 200, { "Content-Type": "application/json" });
      },
    );
}
