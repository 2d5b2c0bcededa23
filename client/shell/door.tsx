// The door: who is known on this browser, as initials and what waits. A person's own link, or being the only one here,
// opens the rest.
import { useLiveQuery } from "dexie-react-hooks";
import { lazy, Suspense, useState } from "react";
import { Link, useLocation } from "wouter";
import { markedHere } from "#client/outbox/lost";
import { peopleHere } from "#client/outbox/people";
import { useWords } from "#client/words/words";
import { Notice } from "../ui/notice.tsx";
import { useHere } from "./here.ts";
import { Page } from "./page.tsx";
import css from "./shell.module.css";

const PinOpen = lazy(() => import("./pin.tsx").then((loaded) => ({ default: loaded.PinOpen })));
const LostAtDoor = lazy(() => import("./lost.tsx").then((loaded) => ({ default: loaded.LostAtDoor })));

export function Door() {
  const words = useWords();
  const people = useLiveQuery(() => peopleHere(), []);
  const { enter } = useHere();
  const [, go] = useLocation();
  const [locked, setLocked] = useState<string>();
  const open = (person: string) =>
    enter(person).then(
      () => go("/work"),
      () => setLocked(person),
    );
  if (people === undefined) return <Page box>{null}</Page>;
  const lost = people.length === 0 && markedHere().length > 0;
  return (
    <Page box>
      <div className={css["head"]}>
        <h2>{words.door.title}</h2>
        <p className={css["soft"]}>{people.length > 0 ? words.door.lead : words.door.nobody}</p>
        {people.length === 0 && <p className={css["soft"]}>{words.door.nobodyLead}</p>}
      </div>
      {lost && (
        <Suspense fallback={null}>
          <LostAtDoor />
        </Suspense>
      )}
      {people.length > 0 && (
        <ul className={css["rows"]}>
          {people.map((person) => (
            <li key={person.person}>
              <button type="button" className={css["person"]} onClick={() => open(person.person)}>
                <span className={css["initials"]} aria-hidden="true">
                  {person.initials}
                </span>
                <span>
                  <strong>{words.door.openAs(person.initials)}</strong>
                  <span className={css["small"]}>
                    {person.waiting > 0 ? words.door.answersWait(person.waiting) : words.door.allSent}
                  </span>
                </span>
              </button>
              {locked === person.person &&
                (person.pin ? (
                  <Suspense fallback={null}>
                    <PinOpen person={person.person} onOpened={() => open(person.person)} />
                  </Suspense>
                ) : (
                  <Notice kind="warn" title={words.door.locked} />
                ))}
            </li>
          ))}
        </ul>
      )}
      <p>
        <Link href="/sign-in">{words.door.coordinator}</Link>
      </p>
    </Page>
  );
}
