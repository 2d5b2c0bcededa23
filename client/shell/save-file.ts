// Hands a file of unsent work to the person. Several are not thrown at them at once: browsers hold that back.
import type { UnsentFile } from "#client/outbox/unsent-file";

export type OneFile = Omit<UnsentFile, "more">;

export function saveFile({ name, text }: OneFile): void {
  const url = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** Saves it where it is one file; several are given back, to be offered one after the other. */
export function saveOrOffer({ more, ...first }: UnsentFile): readonly OneFile[] {
  if (more.length > 0) return [first, ...more];
  saveFile(first);
  return [];
}
