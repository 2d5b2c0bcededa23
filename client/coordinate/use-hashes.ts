// The hash of each text, once it is reckoned, and which sign videos were made for other words than now stand there.
import { useEffect, useState } from "react";
import type { SignVideo } from "#schemas/texts";
import { type Place, textHash } from "./sign-places.ts";

export type Hashes = ReadonlyMap<string, string>;

export function useHashes(places: readonly Place[]): Hashes {
  const [hashes, setHashes] = useState<Hashes>(new Map());
  useEffect(() => {
    let gone = false;
    void Promise.all(places.map(async (one) => [one.place, await textHash(one)] as const)).then(
      (all) => !gone && setHashes(new Map(all)),
    );
    return () => {
      gone = true;
    };
  }, [places]);
  return hashes;
}

export function isOld(sign: SignVideo, hashes: Hashes): boolean {
  const now = hashes.get(sign.place);
  return sign.madeFor !== undefined && now !== undefined && now !== sign.madeFor;
}
