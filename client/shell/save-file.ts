// Hands a file of unsent work to the person, and the further ones where recordings need them.
import type { UnsentFile } from "#client/outbox/unsent-file";

export function saveFile({ name, text, more }: UnsentFile): void {
  for (const one of more) saveFile({ ...one, more: [] });
  const url = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
