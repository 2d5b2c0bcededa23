// A personal link: who it is for, whether the computer is shared, and Start. Only Start uses the link.
import { lazy, Suspense, useEffect, useState } from "react";
import { useLocation } from "wouter";
import * as z from "zod/mini";
import { refreshPack } from "#client/outbox/packs";
import { openPerson, peek, redeem } from "#client/outbox/people";
import { languageChosen, useLanguage, useWords } from "#client/words/words";
import { language } from "#schemas/basics";
import { roles } from "#schemas/person";
import { Button } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";
import { RadioRow } from "../ui/radio-row.tsx";
import { faultWords } from "./fault-words.ts";
import { useHere } from "./here.ts";
import { Page, Waiting } from "./page.tsx";
import css from "./shell.module.css";
import { useTokenOnce } from "./token.ts";

const PinField = lazy(() => import("./pin.tsx").then((loaded) => ({ default: loaded.PinField })));
const WrongLink = lazy(() => import("./wrong-link.tsx").then((loaded) => ({ default: loaded.WrongLink })));

const invitation = z.object({
  name: z.nullish(z.string()),
  language,
  studies: z.array(z.object({ title: z.string(), role: z.enum(roles), code: z.string() })),
});
type Invitation = z.infer<typeof invitation>;

export function Join() {
  const words = useWords();
  const token = useTokenOnce();
  const [invited, setInvited] = useState<Invitation | "offline">();
  const [fault, setFault] = useState<unknown>();
  const { setLanguage } = useLanguage();
  useEffect(() => {
    if (token === "") return;
    let gone = false;
    peek(token).then(
      (body) => {
        if (gone) return;
        const read = invitation.parse(body);
        setInvited(read);
        if (!languageChosen()) setLanguage(read.language);
      },
      (problem) => {
        if (gone) return;
        if (faultCode(problem) === "unreachable") setInvited("offline");
        else setFault(problem);
      },
    );
    return () => {
      gone = true;
    };
  }, [token, setLanguage]);

  if (token === "" || fault !== undefined)
    return (
      <Page box>
        <Suspense fallback={null}>
          <WrongLink title={token === "" ? words.join.noToken : faultWords(words, fault)} />
        </Suspense>
      </Page>
    );
  if (invited === undefined)
    return (
      <Page box>
        <Waiting />
      </Page>
    );
  return (
    <Page box>
      <IsThisYou token={token} invited={invited} />
    </Page>
  );
}

const faultCode = (fault: unknown): string =>
  typeof fault === "object" && fault !== null && "code" in fault ? String(fault.code) : "";

function IsThisYou({ token, invited }: { readonly token: string; readonly invited: Invitation | "offline" }) {
  const words = useWords();
  const [, go] = useLocation();
  const { enter } = useHere();
  const [shared, setShared] = useState<"yes" | "no">();
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<unknown>();
  const [declined, setDeclined] = useState(false);
  const known = invited === "offline" ? undefined : invited;
  const isShared = shared === "yes";
  const [pin, setPin] = useState("");
  const pinFits = !isShared || pin === "" || /^[0-9]{4,12}$/u.test(pin);

  const start = async () => {
    if (busy || !pinFits) return;
    setBusy(true);
    setFault(undefined);
    try {
      const redeemed = await redeem(token, isShared);
      if (isShared && pin !== "") await (await import("#client/outbox/pin")).setPin(redeemed.person, pin);
      const db = await openPerson(redeemed.person);
      await refreshPack(db);
      await (await import("#client/outbox/reconcile")).catchUp(db);
      await enter(redeemed.person);
      go("/work", { replace: true });
    } catch (problem) {
      setFault(problem);
      setBusy(false);
    }
  };

  if (declined) return <Notice title={words.join.notMe}>{words.join.notMeLead}</Notice>;
  return (
    <>
      <div className={css["head"]}>
        <h2>{words.join.title}</h2>
        {known?.name && <p>{words.join.hello(known.name)}</p>}
        {known?.studies.map((study) => (
          <p key={study.title + study.code}>
            <strong>{study.title}</strong> · {study.code}
            <br />
            <span className={css["soft"]}>{words.join.youWill[study.role]}</span>
          </p>
        ))}
        {known === undefined && <p className={css["soft"]}>{words.work.offlineNow}</p>}
      </div>
      <RadioRow
        legend={words.join.shared}
        options={[
          { value: "no", label: words.join.sharedNo },
          { value: "yes", label: words.join.sharedYes },
        ]}
        value={shared}
        onChange={setShared}
      />
      {isShared && <p className={css["small"]}>{words.join.sharedLead}</p>}
      {isShared && (
        <Suspense fallback={null}>
          <PinField value={pin} onChange={setPin} />
        </Suspense>
      )}
      {fault !== undefined && <Notice kind="bad" title={faultWords(words, fault)} />}
      <div className={css["actions"]}>
        <Button kind="main" wide waiting={shared === undefined || busy || !pinFits} onClick={start}>
          {shared === undefined ? words.join.startWaits : busy ? words.common.loading : words.join.start}
        </Button>
        <Button kind="quiet" onClick={() => setDeclined(true)}>
          {words.join.notMe}
        </Button>
      </div>
    </>
  );
}
