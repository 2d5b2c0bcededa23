// What somebody signed to the coordinator: fetched only when it is asked for, and only where its signer allows it.
import { useState } from "react";
import { Button } from "../ui/button.tsx";
import css from "./desk.module.css";
import flow from "./new-study.module.css";
import { useDeskWords } from "./words.ts";

interface RecordingProps {
  readonly study: string;
  readonly id: string;
  readonly mayWatch: boolean;
}

export function Recording({ study, id, mayWatch }: RecordingProps) {
  const words = useDeskWords().setUp.inbox;
  const [open, setOpen] = useState(false);
  if (!mayWatch) return <p className={css["soft"]}>{words.mayNot}</p>;
  if (!open) return <Button onClick={() => setOpen(true)}>{words.watch}</Button>;
  return (
    <video
      className={flow["frame"]}
      src={`/api/studies/${encodeURIComponent(study)}/recordings/${id}`}
      controls
      muted
      playsInline
      aria-label={words.watch}
    />
  );
}
