// The recorder of a help clip: the page alone holds it and hands it over as a file. A closed page loses it, and it says so.
import { useMemo } from "react";
import { useWords } from "#client/words/words";
import { onPage } from "./keeping.ts";
import { Recorder } from "./recorder.tsx";
import { wholeFile } from "./whole-file.ts";

export interface ClipRecorderProps {
  readonly title: string;
  /** Whole, with its length in it, ready to be sent. `signed.mp4` or `signed.webm`. */
  readonly onUse: (file: File, durationMs: number) => void;
  readonly onClose: () => void;
}

export function ClipRecorder({ title, onUse, onClose }: ClipRecorderProps) {
  const words = useWords().recorder;
  const keeping = useMemo(() => onPage(), []);
  const use = async (id: string, durationMs: number) => {
    const taken = await keeping.blob(id);
    if (taken === undefined) return;
    const whole = await wholeFile(taken);
    const type = whole.type.startsWith("video/mp4") ? "video/mp4" : "video/webm";
    onUse(new File([whole], `signed.${type.slice(6)}`, { type }), durationMs);
  };
  return (
    <Recorder
      keeping={keeping}
      title={title}
      lead={words.leadOnPage}
      onUse={({ id, durationMs }) => void use(id, durationMs)}
      onClose={onClose}
    />
  );
}
