// What somebody signed to the coordinator: fetched only when it is asked for, and only where its signer allows it.
import { useState } from "react";
import { Button } from "../ui/button.tsx";
import { SignVideo } from "../ui/sign-video.tsx";
import css from "./desk.module.css";
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
    <SignVideo
      asked
      url={`/api/studies/${encodeURIComponent(study)}/recordings/${id}`}
      freezeMs={0}
      label={words.watch}
    />
  );
}
