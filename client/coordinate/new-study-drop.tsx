// Where files are dropped or chosen: a folder, files, or a ZIP.
import { FolderOpen, Upload } from "lucide-react";
import { useRef, useState } from "react";
import { Button } from "../ui/button.tsx";
import css from "./new-study.module.css";
import { type Chosen, fromDrop, fromPicker, named } from "./new-study-files.ts";
import { useDeskWords } from "./words.ts";

interface DropPlaceProps {
  /** Files are there already: this only adds to them. */
  readonly small: boolean;
  readonly busy: boolean;
  readonly onFiles: (files: readonly Chosen[]) => void;
}

export function DropPlace({ small, busy, onFiles }: DropPlaceProps) {
  const words = useDeskWords().newStudy;
  const folder = useRef<HTMLInputElement>(null);
  const files = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const take = (chosen: readonly Chosen[]) => {
    const clean = named(chosen);
    if (clean.length > 0 && !busy) onFiles(clean);
  };
  const picked = (input: HTMLInputElement) => {
    const chosen = input.files === null ? [] : fromPicker(input.files);
    input.value = "";
    take(chosen);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way; the buttons inside are the first
    <div
      className={`${css["drop"]} ${small ? css["small"] : ""}`}
      data-over={over}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        void fromDrop(event.dataTransfer.items).then(take);
      }}
    >
      <p>
        <strong>{small ? words.more : words.drop}</strong>
      </p>
      {!small && <p>{words.dropHint}</p>}
      <div className={css["picks"]}>
        <Button
          icon={<FolderOpen size={20} aria-hidden="true" />}
          waiting={busy}
          onClick={() => folder.current?.click()}
        >
          {words.folder}
        </Button>
        <Button icon={<Upload size={20} aria-hidden="true" />} waiting={busy} onClick={() => files.current?.click()}>
          {words.files}
        </Button>
      </div>
      <input
        ref={folder}
        type="file"
        className={css["hidden"]}
        aria-label={words.folder}
        multiple
        {...{ webkitdirectory: "" }}
        onChange={(event) => picked(event.target)}
      />
      <input
        ref={files}
        type="file"
        className={css["hidden"]}
        aria-label={words.files}
        multiple
        onChange={(event) => picked(event.target)}
      />
    </div>
  );
}
