// One server a data folder: an exclusive SQLite lock on a file of its own, which the system takes back when the process
// dies, however it dies.
import { join } from "node:path";
import Database from "better-sqlite3";
import { Problem } from "#schemas/problem";

export interface FolderLock {
  release(): void;
}

/** Holds the folder for this process. Problem "conflict" where another holds it, "bad-value" where it cannot be written. */
export function holdFolder(folder: string): FolderLock {
  let database: Database.Database | undefined;
  try {
    database = new Database(join(folder, "lock.db"), { timeout: 0 });
    database.exec("begin exclusive");
    const held = database;
    return { release: () => held.close() };
  } catch (cause) {
    database?.close();
    const { code = "", message } = cause as { code?: string; message: string };
    if (code === "SQLITE_BUSY")
      throw new Problem(
        "conflict",
        `the data folder ${folder} is in use by another Countersign server; stop that one, or name another folder with --data`,
      );
    throw new Problem(
      "bad-value",
      `the data folder ${folder} cannot be written (${code || message}); give its user the right to write, or name another folder with --data`,
    );
  }
}
