// A file of unsent work, given to the coordinator because a device cannot send: it is taken in as its person's answers.
import { useRef, useState } from "react";
import { handedIn } from "#schemas/unsent";
import { Button } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";
import { useProblemText } from "./problem-text.ts";
import { useAct } from "./reading.tsx";
import { useDeskWords } from "./words.ts";

export function HandIn({ study }: { readonly study: string }) {
  const words = useDeskWords().handIn;
  const say = useProblemText();
  const picker = useRef<HTMLInputElement>(null);
  const [noFile, setNoFile] = useState(false);
  const giving = useAct(handedIn);
  const take = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return;
    giving.reset();
    const body: unknown = await file
      .text()
      .then(JSON.parse)
      .catch(() => undefined);
    setNoFile(body === undefined);
    if (body !== undefined) giving.mutate({ path: `/api/studies/${encodeURIComponent(study)}/unsent`, body });
  };
  const said = giving.data;
  const left = said === undefined ? 0 : said.quarantined + said.refused + said.damaged + said.elsewhere;
  const { stored, open, damaged } = said?.recordings ?? { stored: 0, open: 0, damaged: 0 };
  return (
    <>
      <Button onClick={() => picker.current?.click()} waiting={giving.isPending}>
        {words.act}
      </Button>
      <input
        ref={picker}
        type="file"
        accept=".json,application/json"
        hidden
        aria-label={words.act}
        onChange={(event) => {
          void take(event.target.files?.[0]);
          event.target.value = "";
        }}
      />
      {noFile && <Notice kind="bad" title={words.noFile} />}
      {giving.error !== null && <Notice kind="bad" title={say(giving.error)} />}
      {said !== undefined && (
        <Notice
          kind={left + open + damaged === 0 ? "good" : "warn"}
          title={words.done(said.code, said.stored, said.duplicate)}
        >
          {stored + open + damaged > 0 && <p>{words.recordings(stored, open, damaged)}</p>}
          {left > 0 && <p>{words.left(said.quarantined + said.refused, said.damaged, said.elsewhere)}</p>}
        </Notice>
      )}
    </>
  );
}
