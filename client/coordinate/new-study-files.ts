// Files as browsers give them, by picker or by dragging a folder, as names below one folder.

export interface Chosen {
  readonly name: string;
  readonly file: File;
}

/** What file managers leave behind. */
const junk = /(^|\/)(\.[^/]*|__MACOSX|Thumbs\.db|desktop\.ini)(\/|$)/;

/** What stands at the top of a study folder: a folder of pictures alone keeps its name, tables name them by it. */
const ofStudy = /^(media\/|[^/]+\.(json|jsonl|csv|tsv|zip)$)/i;

/** Names without the study folder that wraps them all, in NFC, without what file managers leave behind. */
export function named(files: readonly Chosen[]): Chosen[] {
  const clean = files
    .map(({ name, file }) => ({ name: name.normalize("NFC").replace(/^\/+/, ""), file }))
    .filter(({ name }) => !junk.test(name));
  const top = clean[0]?.name.split("/")[0];
  const wrapped = clean.length > 0 && clean.every(({ name }) => name.includes("/") && name.split("/")[0] === top);
  if (!wrapped) return clean;
  const inside = clean.map(({ name, file }) => ({ name: name.slice(`${top}/`.length), file }));
  return inside.some(({ name }) => ofStudy.test(name)) ? inside : clean;
}

export const fromPicker = (list: FileList): Chosen[] =>
  [...list].map((file) => ({ name: file.webkitRelativePath || file.name, file }));

/** Every file below what was dropped. The entries must be taken in the drop event itself. */
export async function fromDrop(items: DataTransferItemList): Promise<Chosen[]> {
  const entries = [...items].map((item) => item.webkitGetAsEntry()).filter((entry) => entry !== null);
  return (await Promise.all(entries.map(below))).flat();
}

async function below(entry: FileSystemEntry): Promise<Chosen[]> {
  if (entry.isFile) {
    const file = await new Promise<File>((done, fail) => (entry as FileSystemFileEntry).file(done, fail));
    return [{ name: entry.fullPath, file }];
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  const out: Chosen[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((done, fail) => reader.readEntries(done, fail));
    if (some.length === 0) return out;
    for (const one of some) out.push(...(await below(one)));
  }
}
