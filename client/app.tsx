// The shell: checks that the address is safe enough, keeps the languages and the person in force, and says which screen
// stands at which address.
import { lazy, Suspense } from "react";
import { Route, Switch, useLocation } from "wouter";
import type { PersonDatabase } from "#client/outbox/database";
import type { Delivery } from "#client/outbox/delivery";
import { useWords, WordsProvider } from "#client/words/words";
import type { WorkerUpdates } from "#client/worker/register";
import type { Language } from "#schemas/basics";
import { Door } from "./shell/door.tsx";
import { Failure } from "./shell/failure.tsx";
import { HereProvider } from "./shell/here-provider.tsx";
import { Join } from "./shell/join.tsx";
import { Page, Waiting } from "./shell/page.tsx";
import { Somebody } from "./shell/somebody.tsx";
import { Studies } from "./shell/studies.tsx";
import { Update } from "./shell/update.tsx";
import { Work } from "./shell/work-part.ts";
import { Button } from "./ui/button.tsx";
import { Notice } from "./ui/notice.tsx";

const Setup = lazy(() => import("./shell/coordinator-door.tsx").then((loaded) => ({ default: loaded.Setup })));
const SignIn = lazy(() => import("./shell/coordinator-door.tsx").then((loaded) => ({ default: loaded.SignIn })));
const Again = lazy(() => import("./shell/again.tsx").then((loaded) => ({ default: loaded.Again })));
const Mine = lazy(() => import("./annotate/mine.tsx").then((loaded) => ({ default: loaded.Mine })));
const Reopen = lazy(() => import("./annotate/reopen.tsx").then((loaded) => ({ default: loaded.Reopen })));
const Desk = lazy(() => import("./coordinate/desk.tsx").then((loaded) => ({ default: loaded.Desk })));

interface AppProps {
  readonly delivery?: Delivery;
  readonly updates?: WorkerUpdates;
  /** Tests begin in one language, as one person. */
  readonly language?: Language;
  readonly db?: PersonDatabase;
}

export function App({ delivery, updates, language, db }: AppProps) {
  return (
    <WordsProvider {...(language === undefined ? {} : { start: language })}>
      <Failure>
        {window.isSecureContext ? (
          <HereProvider {...(delivery === undefined ? {} : { delivery })} {...(db === undefined ? {} : { db })}>
            <Screens />
            {updates && <Update updates={updates} />}
          </HereProvider>
        ) : (
          <Insecure />
        )}
      </Failure>
    </WordsProvider>
  );
}

const Screens = () => (
  <Suspense fallback={<Waiting />}>
    <Switch>
      <Route path="/" component={Door} />
      <Route path="/join" component={Join} />
      <Route path="/setup" component={Setup} />
      <Route path="/sign-in" component={SignIn} />
      <Route path="/work">
        <Somebody>
          <Studies />
        </Somebody>
      </Route>
      <Route path="/work/:study/mine">
        {({ study }) => (
          <Somebody>
            <Mine study={study} />
          </Somebody>
        )}
      </Route>
      <Route path="/work/:study/mine/:item">
        {({ study, item }) => (
          <Somebody>
            <Reopen study={study} item={item} />
          </Somebody>
        )}
      </Route>
      <Route path="/work/:study/consent">
        {({ study }) => (
          <Somebody>
            <Again study={study} part="consent" />
          </Somebody>
        )}
      </Route>
      <Route path="/work/:study/set-up">
        {({ study }) => (
          <Somebody>
            <Again study={study} part="set-up" />
          </Somebody>
        )}
      </Route>
      <Route path="/work/:study/block/:block">
        {({ study, block }) => (
          <Somebody>
            <Work study={study} block={Number(block) || 1} />
          </Somebody>
        )}
      </Route>
      <Route path="/work/:study">
        {({ study }) => (
          <Somebody>
            <Work study={study} />
          </Somebody>
        )}
      </Route>
      <Route path="/desk/*?">
        <Desk />
      </Route>
      <Route>
        <NotFound />
      </Route>
    </Switch>
  </Suspense>
);

function NotFound() {
  const words = useWords();
  const [, go] = useLocation();
  return (
    <Page box>
      <Notice
        title={words.failure.notFound}
        actions={<Button onClick={() => go("/", { replace: true })}>{words.failure.toStart}</Button>}
      />
    </Page>
  );
}

function Insecure() {
  const words = useWords();
  return (
    <Page box>
      <Notice kind="bad" title={words.secure.title}>
        <p>{words.secure.lead}</p>
        <p>{words.secure.mend}</p>
      </Notice>
    </Page>
  );
}
