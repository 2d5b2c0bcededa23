// The stated cases of ../shared/vectors, where they lie beside the clone.
import { existsSync, readFileSync } from "node:fs";

export const vectors = "../shared/vectors";
export const haveVectors = existsSync(vectors);

export function casesOf<T>(name: string, list = "cases"): { tolerance: number; cases: T[] } {
  if (!haveVectors) return { tolerance: 0, cases: [] };
  const file = JSON.parse(readFileSync(`${vectors}/${name}.json`, "utf8"));
  return { tolerance: file.tolerance, cases: file[list] };
}

export const near = (got: number | null | undefined, wanted: number | null | undefined, tolerance: number): boolean =>
  got === null || wanted === null || got === undefined || wanted === undefined
    ? (got ?? null) === (wanted ?? null)
    : Math.abs(got - wanted) <= tolerance * Math.max(1, Math.abs(wanted));
