// The signed form of a study's text, where the coordinator has given one for its place; else nothing.
import { useEffect, useState } from "react";
import type { StudyRow } from "#client/outbox/database";
import { type MediaAddress, mediaAddress } from "#client/outbox/media";
import { SignVideo } from "../ui/sign-video.tsx";
import { useDb } from "./here.ts";

interface SignSlotProps {
  readonly study: StudyRow;
  /** A text place of schemas/texts.ts. */
  readonly place: string;
  readonly label: string;
  readonly small?: boolean;
}

export function SignSlot({ study, place, label, small = false }: SignSlotProps) {
  const db = useDb();
  const sign = study.signs?.find((one) => one.place === place);
  const hash = sign?.media;
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (hash === undefined) return;
    let gone = false;
    let given: MediaAddress | undefined;
    void mediaAddress(db, hash).then((address) => {
      if (gone) return address.release();
      given = address;
      setUrl(address.url);
    });
    return () => {
      gone = true;
      given?.release();
      setUrl(undefined);
    };
  }, [db, hash]);
  if (sign === undefined || url === undefined) return null;
  return <SignVideo url={url} freezeMs={sign.freezeMs} credit={sign.credit} label={label} small={small} />;
}
