// A flag tells the coordinator that something is wrong with an item; the expert can still answer it.
import { useRef, useState } from "react";
import { type Sealed, seal } from "#client/capture/seal";
import { put } from "#client/outbox/put";
import { useWords } from "#client/words/words";
import { flagReasons } from "#schemas/response";
import { useDb } from "../shell/here.ts";
import { Reason } from "../shell/reason.tsx";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Notice } from "../ui/notice.tsx";

interface FlagProps {
  readonly about: { study: string; studyVersion: number; item: string; occasion: number };
  readonly onClose: () => void;
}

export function Flag({ about, onClose }: FlagProps) {
  const words = useWords();
  const db = useDb();
  const sealed = useRef<Sealed>(undefined);
  const [kept, setKept] = useState(false);
  if (kept)
    return (
      <Dialog
        title={words.flag.kept}
        onClose={onClose}
        actions={
          <Button kind="main" onClick={onClose}>
            {words.common.done}
          </Button>
        }
      >
        <Notice kind="good" title={words.flag.kept} />
      </Dialog>
    );
  return (
    <Reason
      texts={words.flag}
      reasons={flagReasons}
      take={{ study: about.study, item: about.item, occasion: about.occasion, place: "flag" }}
      onClose={onClose}
      onSubmit={async (answer) => {
        sealed.current ??= seal({ kind: "flag", ...about, answer });
        await put(db, sealed.current);
        setKept(true);
      }}
    />
  );
}
