// The frame of the plain screens: the bar, and one column of calm width under it.
import { type ReactNode, useEffect, useState } from "react";
import type { StudyRow } from "#client/outbox/database";
import { useWords } from "#client/words/words";
import { names } from "../ui/button.tsx";
import { TopBar, type TopBarProps } from "../ui/top-bar.tsx";
import { Help } from "./help.tsx";
import css from "./shell.module.css";

interface PageProps {
  /** What the bar says beside the product's name; Help is always there. */
  readonly bar?: Partial<TopBarProps>;
  readonly children: ReactNode;
  /** Whose instructions stand in Help. */
  readonly study?: StudyRow | undefined;
  /** A single small box in the middle, for doors and questions. */
  readonly box?: boolean;
}

export function Page({ bar, box, study, children }: PageProps) {
  const words = useWords();
  const [help, setHelp] = useState(false);
  return (
    <div className={css["page"]}>
      <TopBar title={words.common.name} onHelp={() => setHelp(true)} {...bar} />
      <main className={names(css["column"], box && css["boxed"])}>
        {box ? <div className={css["box"]}>{children}</div> : children}
      </main>
      {help && <Help study={study} onClose={() => setHelp(false)} />}
    </div>
  );
}

/** Words only after 300 ms: what is quick shows nothing. */
export function Waiting() {
  const words = useWords();
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), 300);
    return () => clearTimeout(timer);
  }, []);
  return <p className={css["waiting"]}>{late ? words.common.loading : ""}</p>;
}
