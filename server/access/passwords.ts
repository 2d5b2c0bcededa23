// Coordinators' passwords: argon2id. An unknown name costs as much time as a wrong password.
import { hash, verify } from "@node-rs/argon2";
import { Problem } from "#schemas/problem";

const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const leastLength = 10;

export async function hashPassword(password: string): Promise<string> {
  if ([...password].length < leastLength) {
    throw new Problem("weak-password", `Choose a password of at least ${leastLength} characters.`);
  }
  return hash(password.normalize("NFKC"), cost);
}

/** The hash of a password that nobody has: stands in where a name is unknown. */
const nobody = hash("nobody has this password", cost);

export async function passwordFits(stored: string | undefined, given: string): Promise<boolean> {
  const right = await verify(stored ?? (await nobody), given.normalize("NFKC"));
  return right && stored !== undefined;
}
