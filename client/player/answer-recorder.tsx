// The recorder of an answer: every slice is saved in the person's database, so that a crash costs at most one second.
import { useMemo } from "react";
import type { PersonDatabase } from "#client/outbox/database";
import type { TakeOf } from "#client/outbox/recordings";
import { useWords } from "#client/words/words";
import { inDatabase } from "./keeping.ts";
import { Recorder, type Signed } from "./recorder.tsx";

interface AnswerRecorderProps {
  readonly db: PersonDatabase;
  readonly of: TakeOf;
  readonly onUse: (signed: Signed) => void;
  readonly onClose: () => void;
}

export function AnswerRecorder({ db, of, onUse, onClose }: AnswerRecorderProps) {
  const words = useWords().recorder;
  // biome-ignore lint/correctness/useExhaustiveDependencies: one take for one place, as long as it is open
  const keeping = useMemo(() => inDatabase(db, of), [db]);
  return <Recorder keeping={keeping} title={words.title} lead={words.lead} onUse={onUse} onClose={onClose} />;
}
