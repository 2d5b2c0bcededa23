// More items for a study that is here: files go up, what is new among them is told, and then it is added, to an open study
// as a new version with a reason.
import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { StudyDetail } from "#schemas/desk";
import { newUpload } from "#schemas/new-study";
import { type MoreItems, moreItems } from "#schemas/set-up";
import { Button } from "../ui/button.tsx";
import { TextField } from "../ui/field.tsx";
import { Notice } from "../ui/notice.tsx";
import { Box } from "./box.tsx";
import css from "./new-study.module.css";
import { DropPlace } from "./new-study-drop.tsx";
import type { Chosen } from "./new-study-files.ts";
import { FaultTable } from "./new-study-preview.tsx";
import { type Sent, sendFiles } from "./new-study-send.ts";
import { useProblemText } from "./problem-text.ts";
import { useAct } from "./reading.tsx";
import { useDeskWords } from "./words.ts";

export function MoreItemsScreen({ study }: { readonly study: StudyDetail }) {
  const { setUp, newStudy, common } = useDeskWords();
  const words = setUp.more;
  const say = useProblemText();
  const [sent, setSent] = useState<Sent>();
  const [told, setTold] = useState<MoreItems>();
  const [reason, setReason] = useState("");
  const [tried, setTried] = useState(false);
  const upload = useRef<string>(undefined);
  const beginning = useAct(newUpload);
  const asking = useAct(moreItems);
  const ask = (store: boolean) =>
    asking.mutateAsync({
      path: `/api/uploads/${upload.current}/items`,
      body: { study: study.id, store, ...(reason.trim() === "" ? {} : { reason: reason.trim() }) },
    });
  const sending = useMutation<void, Error, readonly Chosen[]>({
    networkMode: "always",
    mutationFn: async (files) => {
      upload.current ??= (await beginning.mutateAsync({ path: "/api/uploads" })).upload;
      await sendFiles(upload.current, files, setSent, new AbortController().signal);
      setSent(undefined);
      setTold(await ask(false));
    },
    onError: () => setSent(undefined),
  });
  const store = async () => {
    setTried(true);
    if (study.state !== "draft" && reason.trim() === "") return;
    setTold(await ask(true));
    upload.current = undefined;
  };
  const fault = sending.error ?? asking.error;
  const busy = sending.isPending || asking.isPending;
  return (
    <Box title={words.title} sub={words.sub} wide>
      <div className={css["flow"]}>
        {told?.version == null && (
          <DropPlace small={told !== undefined} busy={busy} onFiles={(files) => sending.mutate(files)} />
        )}
        {sent !== undefined && (
          <progress max={Math.max(1, sent.bytesOf)} value={sent.bytes} aria-label={newStudy.progress} />
        )}
        <div role="status">{busy && <p>{newStudy.reading}</p>}</div>
        {fault !== null && <Notice kind="bad" title={say(fault)} />}
        {told !== undefined && told.faults.length > 0 && (
          <FaultTable faults={told.faults} moreFaults={told.moreFaults} />
        )}
        {told !== undefined && told.faults.length === 0 && told.version === null && (
          <>
            <p className={css["big"]}>{told.fresh === 0 ? words.nothing : words.found(told.fresh, told.known)}</p>
            {told.fresh > 0 && study.state !== "draft" && (
              <TextField
                label={common.reason}
                hint={common.reasonHint}
                value={reason}
                maxLength={2000}
                onChange={(event) => setReason(event.target.value)}
                {...(tried && reason.trim() === "" ? { error: common.reasonMissing } : {})}
              />
            )}
            {told.fresh > 0 && (
              <div>
                <Button kind="main" waiting={busy} onClick={() => void store().catch(() => undefined)}>
                  {words.store}
                </Button>
              </div>
            )}
          </>
        )}
        {told?.version != null && <Notice kind="good" title={words.done(told.version)} />}
      </div>
    </Box>
  );
}
