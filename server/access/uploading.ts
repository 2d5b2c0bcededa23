// Who may upload: somebody with a coordinator's account, and each only their own uploads.
import type { Context } from "hono";
import { Problem } from "#schemas/problem";
import type { Deps } from "#server/deps";
import type { Upload, Uploads } from "#server/intake/uploads";
import { accountOf } from "#server/store/accounts";
import { personOf } from "./rights.ts";

export interface Uploading extends Deps {
  readonly uploads: Uploads;
}

/** Problem "signed-out", or "not-yours" for anybody but a coordinator. */
export async function uploaderOf(c: Context, deps: Deps): Promise<string> {
  const person = await personOf(c, deps);
  if ((await accountOf(deps.store, person)) === undefined) throw new Problem("not-yours");
  return person;
}

/** The upload that is asked for; anybody else's is not found. */
export const uploadOf = async (c: Context, deps: Uploading): Promise<Upload> =>
  deps.uploads.of(c.req.param("upload") ?? "", await uploaderOf(c, deps));
