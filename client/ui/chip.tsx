// A chip: a short fact in a quiet pill. With `onClick` it is a button.
import type { ReactNode } from "react";
import { names } from "./button.tsx";
import css from "./ui.module.css";

interface ChipProps {
  readonly children: ReactNode;
  readonly icon?: ReactNode;
  readonly className?: string;
}

export const Chip = ({ children, icon, className }: ChipProps) => (
  <span className={names(css["chip"], className)}>
    {icon}
    <span>{children}</span>
  </span>
);
