// A share in percent with its interval, or a dash.
import { Figure } from "./box.tsx";
import css from "./desk.module.css";
import { dash, percentText } from "./numbers.ts";

interface ShareProps {
  readonly value: number | null;
  readonly between: string | null;
}

export const Share = ({ value, between }: ShareProps) =>
  value === null ? (
    <span className={css["soft"]}>{dash}</span>
  ) : (
    <>
      <Figure exact={value}>{percentText(value)}</Figure>
      {between !== null && <span className={css["soft"]}> {between}</span>}
    </>
  );
