// `verify`: reads the whole data folder and says whether the log, its hashes, the devices' digests, the recordings and the media fit.
import { createHash } from "node:crypto";
import type { Command } from "commander";
import { Problem } from "#schemas/problem";
import { type Integrity, integrityOf } from "#server/store/integrity";
import { keptHashes } from "#server/store/media";
import { type Data, openData } from "./data.ts";
import { type CommandEnv, dataFolder } from "./env.ts";

export interface Verified extends Integrity {
  /** Files, those of media and the slices of recordings. */
  readonly media: number;
}

export async function verifyData({ store, media }: Pick<Data, "store" | "media">): Promise<Verified> {
  const integrity = await integrityOf(store);
  const faults = [...integrity.faults];
  const known = await keptHashes(store);
  for (const hash of known) {
    if (!(await media.has(hash))) {
      faults.push(`media ${hash}: the file is missing`);
      continue;
    }
    const digest = createHash("sha256");
    for await (const part of media.open(hash) as unknown as AsyncIterable<Uint8Array>) digest.update(part);
    if (digest.digest("hex") !== hash) faults.push(`media ${hash}: the file has been changed`);
  }
  return { ...integrity, media: known.length, faults };
}

export function verifyCommand(program: Command, env: CommandEnv): void {
  program
    .command("verify")
    .description("check the log, its hashes, the devices' digests and the media of a data folder")
    .option("--data <dir>", "data folder")
    .option("--json", "print JSON")
    .action(async (options: { data?: string; json?: boolean }) => {
      const data = await openData(dataFolder(env, options.data));
      const verified = await verifyData(data).finally(() => data.close());
      if (options.json) env.print(`${JSON.stringify(verified)}\n`);
      else if (verified.faults.length === 0) {
        env.print(
          `all fits: ${verified.studies} studies, ${verified.responses} responses, ${verified.decisions} decisions, ${verified.recordings} recordings, ${verified.media} media files\n`,
        );
      }
      if (verified.faults.length > 0) {
        throw new Problem(
          "conflict",
          `the data folder does not fit together: ${verified.faults.slice(0, 5).join("; ")}`,
        );
      }
    });
}
