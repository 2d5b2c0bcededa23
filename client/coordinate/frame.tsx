// The desk's frame: the bar with the study's name and whether what is shown is live, the nav at the left (a menu on a
// narrow screen), and the board.
import {
  Bot,
  ChartNoAxesColumn,
  ChevronDown,
  Film,
  Hand,
  Inbox,
  ListChecks,
  ListTodo,
  LogOut,
  Menu,
  Package,
  Ruler,
  Scale,
  Table2,
  Target,
  Users,
} from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Link, useLocation } from "wouter";
import type { StudyDetail } from "#schemas/desk";
import { IconButton } from "../ui/button.tsx";
import { Chip } from "../ui/chip.tsx";
import { TopBar } from "../ui/top-bar.tsx";
import { useLanguage } from "../words/words.ts";
import css from "./desk.module.css";
import { useFigureWords } from "./figure-words.ts";
import frame from "./frame.module.css";
import { clockText } from "./numbers.ts";
import { useDeskWords } from "./words.ts";

interface FrameProps {
  readonly study?: StudyDetail;
  /** When the figures on screen were read last, and whether the last try failed. */
  readonly read?: { readonly at: number; readonly stale: boolean };
  readonly onSignOut: () => void;
  readonly onHelp?: () => void;
  readonly children: ReactNode;
}

export function Frame({ study, read, onSignOut, onHelp, children }: FrameProps) {
  const words = useDeskWords();
  const { language } = useLanguage();
  const title = study?.title ?? words.studies.title;
  useEffect(() => {
    document.title = `${title} · Countersign`;
  }, [title]);
  const [place] = useLocation();
  const main = useRef<HTMLElement>(null);
  const seen = useRef(place);
  useEffect(() => {
    if (seen.current === place) return;
    seen.current = place;
    main.current?.focus({ preventScroll: true });
    scrollTo(0, 0);
  }, [place]);
  return (
    <div className={frame["page"]}>
      <TopBar title={title} {...(onHelp === undefined ? {} : { onHelp })}>
        {study !== undefined && (
          <Chip {...(frame["state"] === undefined ? {} : { className: frame["state"] })}>
            {words.common.states[study.state]} · {words.study.version.toLocaleLowerCase(language)} {study.version}
          </Chip>
        )}
        {read !== undefined && read.at > 0 && (
          <Chip icon={<i className={`${frame["live"]} ${read.stale ? frame["old"] : ""}`} />}>
            {(read.stale ? words.common.stale : words.common.live)(clockText(read.at, language))}
          </Chip>
        )}
        <IconButton label={words.common.signOut} icon={<LogOut size={22} aria-hidden="true" />} onClick={onSignOut} />
      </TopBar>
      <div className={frame["desk"]}>
        <Nav {...(study === undefined ? {} : { study })} />
        <main ref={main} tabIndex={-1} className={frame["board"]}>
          {children}
        </main>
      </div>
    </div>
  );
}

/** Screens that the steps of "Set up" lead to. */
const ofSetUp = /\/(settings|texts|signs|play|more)$/u;

function Nav({ study }: { readonly study?: StudyDetail }) {
  const words = useDeskWords();
  const figures = useFigureWords();
  const [place] = useLocation();
  const [open, setOpen] = useState(false);
  const at = study === undefined ? "/desk" : `/desk/${study.id}`;
  const waits = study === undefined ? 0 : study.needs.notes + study.needs.flags + study.needs.held;
  const settles = study?.needs.ties ?? 0;
  const rows = [
    { to: "/desk", name: words.nav.studies, icon: ListChecks },
    ...(study === undefined
      ? []
      : [
          { to: at, name: words.nav.study, icon: Film },
          ...(study.role === "coordinator"
            ? [
                { to: `${at}/set-up`, name: words.setUp.nav.setUp, icon: ListTodo },
                { to: `${at}/inbox`, name: words.setUp.nav.inbox, icon: Inbox, count: waits },
                { to: `${at}/people`, name: words.nav.people, icon: Users },
                { to: `${at}/progress`, name: words.nav.progress, icon: ChartNoAxesColumn },
              ]
            : []),
          { to: `${at}/labels`, name: words.nav.labels, icon: Table2 },
          { to: `${at}/agreement`, name: words.nav.agreement, icon: Scale },
          study.protocol === "choice"
            ? { to: `${at}/baseline`, name: words.nav.baseline, icon: Target }
            : { to: `${at}/settle`, name: words.nav.settle, icon: Hand, count: settles },
          ...(study.protocol === "choice" ? [{ to: `${at}/runs`, name: figures.runsNav, icon: Bot }] : []),
          ...(study.role === "coordinator" ? [{ to: `${at}/planner`, name: figures.planNav, icon: Ruler }] : []),
          ...(study.role === "coordinator" ? [{ to: `${at}/hand-over`, name: words.nav.handOver, icon: Package }] : []),
        ]),
  ];
  const shown = ofSetUp.test(place) ? `${at}/set-up` : place;
  const here = rows.find((row) => row.to === shown);
  return (
    <nav className={frame["nav"]} aria-label={words.nav.label} data-open={open}>
      <button type="button" className={frame["menu"]} aria-expanded={open} onClick={() => setOpen(!open)}>
        <Menu size={20} aria-hidden="true" /> {words.common.menu}: {here?.name ?? words.nav.studies}
        <ChevronDown size={20} aria-hidden="true" />
      </button>
      <ul>
        {rows.map((row) => (
          <li key={row.to}>
            <Link
              href={row.to}
              aria-current={row.to === place ? "page" : row.to === shown ? "true" : undefined}
              onClick={() => setOpen(false)}
            >
              <row.icon size={20} strokeWidth={1.9} aria-hidden="true" />
              {row.name}
              {"count" in row && row.count > 0 && (
                <span className={frame["badge"]}>
                  <span aria-hidden="true">{row.count}</span>
                  <span className={css["srOnly"]}>{words.nav.waiting(row.count)}</span>
                </span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
