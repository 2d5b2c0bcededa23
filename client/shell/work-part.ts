// The part of the app in which people work, and all that its first item needs, read ahead from the list of studies.
import type { StudyRow } from "#client/outbox/database";
import { lazily } from "./lazily.ts";
import { readStage } from "./stage-part.ts";

const [Part, readWork] = lazily(async () => (await import("./work.tsx")).Work);
export const Work = Part;

export const readAhead = async (protocol: StudyRow["protocol"]): Promise<void> => {
  const [{ readScreens }] = await Promise.all([import("./work.tsx"), readWork(), readStage()]);
  await readScreens(protocol);
};
