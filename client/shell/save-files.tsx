// Unsent work that needs several files: each with its size, saved by its own press; those saved are ticked.
import { Check, Download } from "lucide-react";
import { useState } from "react";
import { useFormats } from "#client/words/formats";
import { useWords } from "#client/words/words";
import { Button } from "../ui/button.tsx";
import { type OneFile, saveFile } from "./save-file.ts";
import css from "./shell.module.css";

export function SaveFiles({ files }: { readonly files: readonly OneFile[] }) {
  const words = useWords().sync;
  const formats = useFormats();
  const [saved, setSaved] = useState<ReadonlySet<string>>(new Set());
  if (files.length === 0) return null;
  return (
    <section className={css["files"]} aria-label={words.saveFile}>
      <p>{words.saveFiles(files.length)}</p>
      {files.map((file, at) => {
        const done = saved.has(file.name);
        const Icon = done ? Check : Download;
        return (
          <Button
            key={file.name}
            icon={<Icon size={20} aria-hidden="true" />}
            onClick={() => {
              saveFile(file);
              setSaved(new Set(saved).add(file.name));
            }}
          >
            {(done ? words.saveAgain : words.saveOne)(at + 1, formats.bytes(file.bytes))}
          </Button>
        );
      })}
    </section>
  );
}
