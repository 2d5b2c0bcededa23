// Something that the person should know, in words, with a way on. `bad` is announced at once, the others politely.
import { CircleAlert, CircleCheck, Info, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { names } from "./button.tsx";
import css from "./ui.module.css";

interface NoticeProps {
  readonly kind?: "info" | "good" | "warn" | "bad";
  readonly title: string;
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
}

const looks = {
  info: { icon: Info, name: undefined },
  good: { icon: CircleCheck, name: css["noticeGood"] },
  warn: { icon: TriangleAlert, name: css["noticeWarn"] },
  bad: { icon: CircleAlert, name: css["noticeBad"] },
};

export function Notice({ kind = "info", title, children, actions }: NoticeProps) {
  const { icon: Icon, name } = looks[kind];
  return (
    <div className={names(css["notice"], name)} role={kind === "bad" ? "alert" : "status"}>
      <Icon size={22} aria-hidden="true" />
      <div>
        <strong>{title}</strong>
        {children}
        {actions !== undefined && <div className={css["actions"]}>{actions}</div>}
      </div>
    </div>
  );
}
