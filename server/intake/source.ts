// What a study folder is read through, be it a folder or a ZIP: names are paths below it with "/", as stored, and are
// looked up in NFC.
import { Problem } from "#schemas/problem";

export interface FolderSource {
  /** Every file, in a fixed order. */
  readonly names: readonly string[];
  /** The stored name for a name in any normal form; undefined where there is no such file. */
  find(name: string): string | undefined;
  size(name: string): number;
  /** Of a table or a picture: the whole file. */
  read(name: string): Promise<Uint8Array>;
  /** Where the file lies on the disk, for as long as it is used. */
  use<T>(name: string, work: (path: string) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

export const limits = {
  files: 60_000,
  /** Bytes of one file, and of all together. */
  file: 2 * 1024 ** 3,
  all: 500 * 1024 ** 3,
} as const;

/** What file managers leave behind. */
export const junk = /(^|\/)(\.[^/]*|__MACOSX|Thumbs\.db|desktop\.ini)(\/|$)/;

/** A source over names with sizes: checks the limits, sorts, finds names in NFC. */
export function sourceOf(
  sizes: ReadonlyMap<string, number>,
  ways: Pick<FolderSource, "read" | "use" | "close">,
): FolderSource {
  const names = [...sizes.keys()].filter((name) => !junk.test(name)).sort();
  if (names.length > limits.files)
    throw new Problem("bad-study", `there are ${names.length} files; at most ${limits.files} are taken`);
  let all = 0;
  for (const name of names) {
    const size = sizes.get(name) as number;
    all += size;
    if (size > limits.file) throw new Problem("bad-study", `${name} is larger than ${limits.file} bytes`);
  }
  if (all > limits.all) throw new Problem("bad-study", `the files are larger than ${limits.all} bytes together`);
  const stored = new Map(names.map((name) => [name.normalize("NFC"), name]));
  return {
    names,
    find: (name) => stored.get(name.normalize("NFC")),
    size: (name) => sizes.get(name) ?? 0,
    ...ways,
  };
}
