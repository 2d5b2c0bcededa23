// The coordinator's desk: its guard, its routes, and what it reads figures with. Loaded apart from the screens of
// annotators and experts.
import { useEffect, useState } from "react";
import { Redirect, Route, Switch, useLocation, useParams } from "wouter";
import * as z from "zod/mini";
import { studyDetail } from "#schemas/desk";
import { Help } from "../shell/help.tsx";
import { AgreementScreen } from "./agreement.tsx";
import { BaselineScreen } from "./baseline.tsx";
import { Answer } from "./box.tsx";
import { Frame } from "./frame.tsx";
import { HandOverScreen } from "./hand-over.tsx";
import { InboxScreen } from "./inbox.tsx";
import { LabelsScreen } from "./labels.tsx";
import { MoreItemsScreen } from "./more-items.tsx";
import { NewStudyScreen } from "./new-study.tsx";
import { PeopleScreen } from "./people.tsx";
import { PlannerScreen } from "./planner.tsx";
import { PlayScreen } from "./play.tsx";
import { ProgressScreen } from "./progress.tsx";
import { codeOf, type Get, Reading, useAct, useRead } from "./reading.tsx";
import { RunsScreen } from "./runs.tsx";
import { SetUpScreen } from "./set-up.tsx";
import { SettingsScreen } from "./settings.tsx";
import { SettleScreen } from "./settle.tsx";
import { SignsScreen } from "./signs.tsx";
import { StudiesScreen } from "./studies.tsx";
import { StudyScreen } from "./study.tsx";
import { TextsScreen } from "./texts.tsx";

/** `get` is the function that fetches; left out it is the browser's own. */
export const Desk = ({ get }: { readonly get?: Get }) => (
  <Reading {...(get === undefined ? {} : { get })}>
    <Switch>
      <Route path="/desk">
        <Studies />
      </Route>
      <Route path="/desk/!new">
        <NewStudy />
      </Route>
      <Route path="/desk/:study/:screen?">
        <Study />
      </Route>
      <Route path="/desk/*">
        <Redirect to="/desk" replace />
      </Route>
    </Switch>
  </Reading>
);

/** Nobody who is signed out sees a desk, not even an empty one. */
function useGuard(fault: Error | null): boolean {
  const [, go] = useLocation();
  const out = codeOf(fault) === "signed-out";
  useEffect(() => {
    if (out) go("/sign-in", { replace: true });
  }, [out, go]);
  return out;
}

function useSignOut(): () => void {
  const [, go] = useLocation();
  const { mutate } = useAct(z.unknown());
  return () => mutate({ path: "/api/access/sign-out" }, { onSettled: () => go("/sign-in", { replace: true }) });
}

function Studies() {
  const signOut = useSignOut();
  const [help, setHelp] = useState(false);
  return (
    <Frame onSignOut={signOut} onHelp={() => setHelp(true)}>
      <StudiesScreen guard={useGuard} />
      {help && <Help onClose={() => setHelp(false)} />}
    </Frame>
  );
}

/** The name holds a sign that no study's id may hold. */
function NewStudy() {
  const signOut = useSignOut();
  const [help, setHelp] = useState(false);
  return (
    <Frame onSignOut={signOut} onHelp={() => setHelp(true)}>
      <NewStudyScreen guard={useGuard} />
      {help && <Help onClose={() => setHelp(false)} />}
    </Frame>
  );
}

const screens = {
  study: StudyScreen,
  people: PeopleScreen,
  progress: ProgressScreen,
  labels: LabelsScreen,
  agreement: AgreementScreen,
  baseline: BaselineScreen,
  runs: RunsScreen,
  planner: PlannerScreen,
  settle: SettleScreen,
  "hand-over": HandOverScreen,
  "set-up": SetUpScreen,
  settings: SettingsScreen,
  texts: TextsScreen,
  signs: SignsScreen,
  play: PlayScreen,
  inbox: InboxScreen,
  more: MoreItemsScreen,
};

const coordinatorsOnly = new Set([
  "people",
  "progress",
  "hand-over",
  "set-up",
  "settings",
  "texts",
  "signs",
  "play",
  "inbox",
]);

function Study() {
  const { study = "", screen = "study" } = useParams<{ study: string; screen?: string }>();
  const signOut = useSignOut();
  const [help, setHelp] = useState(false);
  const query = useRead(`/api/studies/${encodeURIComponent(study)}`, studyDetail, { every: 10_000 });
  if (useGuard(query.error)) return null;
  const Screen = screens[screen as keyof typeof screens];
  if (Screen === undefined || (query.data?.role === "adjudicator" && coordinatorsOnly.has(screen)))
    return <Redirect to={`/desk/${study}`} replace />;
  return (
    <Frame
      {...(query.data === undefined ? {} : { study: query.data })}
      read={{ at: query.dataUpdatedAt, stale: query.error !== null }}
      onSignOut={signOut}
      onHelp={() => setHelp(true)}
    >
      <Answer query={query}>{(detail) => <Screen key={detail.id} study={detail} />}</Answer>
      {help && <Help onClose={() => setHelp(false)} />}
    </Frame>
  );
}
