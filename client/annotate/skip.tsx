// A clip is skipped with a reason: kept as its own response, never as zeros.
import { useRef } from "react";
import { type Sealed, seal } from "#client/capture/seal";
import { put } from "#client/outbox/put";
import { useWords } from "#client/words/words";
import type { SkipReason } from "#schemas/response";
import { useDb } from "../shell/here.ts";
import { Reason } from "../shell/reason.tsx";

interface SkipProps {
  readonly about: { study: string; studyVersion: number; item: string; occasion: number };
  /** Trouble with the video fills the reason in. */
  readonly first?: { readonly reason: SkipReason; readonly text?: string };
  readonly onClose: () => void;
  readonly onKept: () => void;
}

const usual: readonly SkipReason[] = ["bad-video", "upsetting", "cannot-tell", "not-my-signing", "other"];

export function Skip({ about, first, onClose, onKept }: SkipProps) {
  const words = useWords();
  const db = useDb();
  const sealed = useRef<Sealed>(undefined);
  const reasons = first === undefined || usual.includes(first.reason) ? usual : [first.reason, ...usual];
  return (
    <Reason
      texts={words.skip}
      reasons={reasons}
      needsWords={{ reason: "other", waits: words.skip.waitsWords, label: words.skip.wordsOther }}
      {...(first === undefined ? {} : { first })}
      take={{ study: about.study, item: about.item, occasion: about.occasion, place: "skip" }}
      onClose={onClose}
      onSubmit={async (answer) => {
        sealed.current ??= seal({ kind: "skip", ...about, answer });
        await put(db, sealed.current);
        onKept();
      }}
    />
  );
}
