// What a page of the desk is built of: boxes with a title and a subtitle that says rule and ground, explanations that
// open in place, tables that scroll inside their own box, and what stands there while a figure is on its way.
import { CircleHelp } from "lucide-react";
import { type ReactNode, useId } from "react";
import { Button } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";
import boxes from "./box.module.css";
import css from "./desk.module.css";
import { useProblemText } from "./problem-text.ts";
import { codeOf } from "./reading.tsx";
import cells from "./table.module.css";
import { useDeskWords } from "./words.ts";

interface BoxProps {
  readonly title: string;
  readonly sub?: ReactNode;
  readonly actions?: ReactNode;
  readonly wide?: boolean;
  readonly children: ReactNode;
}

export function Box({ title, sub, actions, wide = false, children }: BoxProps) {
  const heading = useId();
  return (
    <section className={`${boxes["box"]} ${wide ? boxes["wide"] : ""}`} aria-labelledby={heading}>
      <div className={boxes["boxHead"]}>
        <div>
          <h2 id={heading}>{title}</h2>
          {sub !== undefined && <p className={boxes["sub"]}>{sub}</p>}
        </div>
        {actions}
      </div>
      {children}
    </section>
  );
}

/** What a figure means, one press away. */
export function Explain({ children }: { readonly children: ReactNode }) {
  const words = useDeskWords();
  return (
    <details className={boxes["explain"]}>
      <summary>
        <CircleHelp size={18} aria-hidden="true" /> {words.common.explain}
      </summary>
      <p>{children}</p>
    </details>
  );
}

interface KpiProps {
  readonly value: string;
  readonly exact?: number | null;
  readonly label: string;
  readonly explain: string;
}

/** One number with its words; pressing it opens what it means. */
export const Kpi = ({ value, exact, label, explain }: KpiProps) => (
  <details className={boxes["kpi"]}>
    <summary>
      <b>{exact === undefined || exact === null ? value : <Figure exact={exact}>{value}</Figure>}</b>
      <span>{label}</span>
      <CircleHelp size={16} aria-hidden="true" />
    </summary>
    <p>{explain}</p>
  </details>
);

/** A rounded number on screen that carries its unrounded self. */
export const Figure = ({ exact, children }: { readonly exact: number; readonly children: ReactNode }) => (
  <data value={String(exact)}>{children}</data>
);

interface TableProps {
  readonly caption: string;
  readonly hideCaption?: boolean;
  /** On a phone each row is a card; its cells carry their column's name as `data-name`. */
  readonly stacked?: boolean;
  readonly children: ReactNode;
}

/** A real table; where it is wider than the screen it scrolls in its own box, also by keyboard. */
export function Table({ caption, hideCaption = false, stacked = false, children }: TableProps) {
  const id = useId();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reached by keyboard (WCAG 2.1.1)
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for controls, this is a box that scrolls
    <div className={cells["scroll"]} role="group" tabIndex={0} aria-labelledby={id}>
      <table className={`${cells["table"]} ${stacked ? cells["stacked"] : ""}`}>
        <caption id={id} className={hideCaption ? css["srOnly"] : undefined}>
          {caption}
        </caption>
        {children}
      </table>
    </div>
  );
}

interface AnswerProps<T> {
  readonly query: { data: T | undefined; error: Error | null; refetch: () => unknown };
  readonly children: (data: T) => ReactNode;
}

/** A figure, or in words why it is not there. An older figure stays in sight while the server is away. */
export function Answer<T>({ query, children }: AnswerProps<T>) {
  const words = useDeskWords();
  const say = useProblemText();
  const { data, error } = query;
  const code = codeOf(error);
  if (data !== undefined) {
    return (
      <>
        {error !== null && (
          <Notice kind="warn" title={code === "unreachable" ? words.common.offline : words.common.old}>
            {code !== "unreachable" && <p>{say(error)}</p>}
          </Notice>
        )}
        {children(data)}
      </>
    );
  }
  if (error === null) return <p className={boxes["loading"]}>{words.common.loading}</p>;
  return (
    <Notice
      kind="bad"
      title={code === "not-found" || code === "not-yours" ? words.common.notFound : words.common.failed}
      actions={<Button onClick={() => query.refetch()}>{words.common.tryAgain}</Button>}
    >
      {code !== "not-found" && <p>{say(error)}</p>}
    </Notice>
  );
}

export const Empty = ({ title, children }: { readonly title: string; readonly children?: ReactNode }) => (
  <div className={boxes["empty"]}>
    <p>
      <strong>{title}</strong>
    </p>
    {children}
  </div>
);
