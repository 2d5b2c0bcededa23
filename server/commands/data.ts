// The data folder as commands on studies open it: beside a running server, in short transactions.
import { mkdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { Problem } from "#schemas/problem";
import { createMediaStore, type MediaStore } from "#server/media/store";
import { openStore, type Store } from "#server/store/open";

export interface Data {
  readonly folder: string;
  readonly store: Store;
  readonly media: MediaStore;
  close(): Promise<void>;
}

/** Opens the folder; makes it where it is not there. Problem "bad-value" where it cannot be used. */
export async function openData(folder: string): Promise<Data> {
  makeFolder(folder);
  const store = await openStore({ sqlite: join(folder, "countersign.db") }).catch((cause: unknown) => {
    if (cause instanceof Problem) throw new Problem(cause.code, `${folder}: ${cause.message}`);
    throw new Problem("bad-value", `the data folder ${folder} cannot be opened (${(cause as Error).message})`);
  });
  return { folder, store, media: createMediaStore(join(folder, "media")), close: () => store.close() };
}

export function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (!statSync(folder).isDirectory()) throw new Error("it is a file");
  } catch (cause) {
    throw new Problem(
      "bad-value",
      `the data folder ${folder} cannot be made (${(cause as NodeJS.ErrnoException).code ?? (cause as Error).message}); name another one with --data`,
    );
  }
}
