// The bar over every screen: where one is, how far, whether answers are sent, the language, and sign help at its right.
import { ArrowLeft, Hand } from "lucide-react";
import { type ReactNode, useEffect } from "react";
import { useLanguage, useWords } from "#client/words/words";
import { IconButton, names } from "./button.tsx";
import { SyncChip, type SyncState } from "./sync-chip.tsx";
import css from "./top-bar.module.css";
import ui from "./ui.module.css";

interface Progress {
  /** The item shown, from 1. */
  readonly at: number;
  readonly of: number;
  /** The dashes: the current block, each done or not; `now` is the place in it, from 0. */
  readonly block?: readonly boolean[];
  readonly now?: number;
}

export interface TopBarProps {
  readonly title: string;
  readonly progress?: Progress;
  readonly sync?: SyncState;
  readonly onSync?: () => void;
  readonly onBack?: () => void;
  readonly onHelp?: () => void;
  /** Further chips or buttons, before the language. */
  readonly children?: ReactNode;
}

export function TopBar({ title, progress, sync, onSync, onBack, onHelp, children }: TopBarProps) {
  const words = useWords();
  useEffect(() => {
    document.title = title === words.common.name ? title : `${title} · ${words.common.name}`;
  }, [title, words]);
  return (
    <header className={css["bar"]}>
      {onBack && (
        <IconButton
          className={css["back"]}
          label={words.bar.back}
          icon={<ArrowLeft size={22} aria-hidden="true" />}
          onClick={onBack}
        />
      )}
      <h1 className={css["title"]}>{title}</h1>
      {progress && <Dashes progress={progress} />}
      <div className={css["grow"]} />
      {sync && <SyncChip state={sync} {...(onSync === undefined ? {} : { onOpen: onSync })} />}
      {children}
      <LanguageSwitch />
      {onHelp && (
        <IconButton
          label={words.bar.help}
          filled
          icon={<Hand size={22} strokeWidth={1.9} aria-hidden="true" />}
          onClick={onHelp}
        />
      )}
    </header>
  );
}

function Dashes({ progress }: { readonly progress: Progress }) {
  const words = useWords();
  return (
    <>
      <span className={css["count"]}>
        <span aria-hidden="true">
          {progress.at} / {progress.of}
        </span>
        <span className={ui["srOnly"]}>{words.bar.progress(progress.at, progress.of)}</span>
      </span>
      {progress.block && (
        <span className={css["dashes"]} aria-hidden="true">
          {progress.block.map((done, at) => (
            <i
              // biome-ignore lint/suspicious/noArrayIndexKey: a dash is its place
              key={at}
              className={names(done && css["done"], at === progress.now && css["now"])}
            />
          ))}
        </span>
      )}
    </>
  );
}

function LanguageSwitch() {
  const words = useWords();
  const { language, setLanguage } = useLanguage();
  const other = language === "en" ? "zh-Hans" : "en";
  return (
    <button
      type="button"
      className={names(ui["chip"], ui["chipButton"])}
      aria-label={words.bar.switchLanguage}
      onClick={() => setLanguage(other)}
    >
      <span lang={other}>{words.bar.otherLanguage}</span>
    </button>
  );
}
