// One person's database in a browser of its own, on fake-indexeddb: closing and opening it is a restart.
import { IDBFactory, IDBKeyRange } from "fake-indexeddb";
import { v4 } from "uuid";
import { type Act, type Sealed, seal } from "#client/capture/seal";
import { PersonDatabase, setMeta } from "#client/outbox/database";
import type { ServerModel } from "./server-model.ts";

export async function openDevice(
  person: string,
  server?: ServerModel,
  indexedDB = new IDBFactory(),
): Promise<PersonDatabase> {
  const db = new PersonDatabase(person, { indexedDB, IDBKeyRange, cache: "disabled" });
  const { device, deviceKey } = (await server?.addDevice(person)) ?? { device: v4(), deviceKey: "no server" };
  await setMeta(db, "device", device);
  await setMeta(db, "deviceKey", deviceKey);
  return db;
}

export const choiceOf = (item: string, option: "A" | "B" | "C" | "D" = "A"): Act => ({
  kind: "choice",
  study: "s1",
  studyVersion: 1,
  item,
  occasion: 1,
  answer: { option, shown: ["A", "B", "C", "D"] },
});

export const sealedChoice = (item: string, option: "A" | "B" | "C" | "D" = "A", now?: () => Date): Sealed =>
  seal(choiceOf(item, option), now);

export const retractOf = (item: string, replaces: string): Act => ({
  kind: "retract",
  study: "s1",
  studyVersion: 1,
  item,
  occasion: 1,
  replaces,
  answer: {},
});
