// A link that does not work is no dead end: on to the work on this computer, to the first page, or to the coordinator.
import { useLiveQuery } from "dexie-react-hooks";
import { useLocation } from "wouter";
import { peopleHere } from "#client/outbox/people";
import { Button } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";
import { useHereWords } from "./here-words.ts";

export function WrongLink({ title }: { readonly title: string }) {
  const words = useHereWords().wrongLink;
  const [, go] = useLocation();
  const people = useLiveQuery(() => peopleHere(), []);
  const on = () => go("/", { replace: true });
  return (
    <Notice
      kind="bad"
      title={title}
      actions={
        <Button kind="main" onClick={on}>
          {(people?.length ?? 0) > 0 ? words.mine : words.start}
        </Button>
      }
    >
      <p>{words.ask}</p>
    </Notice>
  );
}
