// One of several, on native radios: arrows and Tab work by themselves. Nothing is chosen until the person chooses.
import { type ReactNode, useId } from "react";
import { names } from "./button.tsx";
import css from "./ui.module.css";

interface RadioRowProps<Value extends string> {
  readonly legend: string;
  readonly options: readonly { readonly value: Value; readonly label: ReactNode }[];
  readonly value: Value | undefined;
  readonly onChange: (value: Value) => void;
  /** Side by side instead of one under the other. */
  readonly segmented?: boolean;
  readonly hideLegend?: boolean;
}

export function RadioRow<Value extends string>(props: RadioRowProps<Value>) {
  const name = useId();
  const rows = props.options.map((option) => (
    <label key={option.value} className={css["radio"]}>
      <input
        type="radio"
        name={name}
        value={option.value}
        checked={props.value === option.value}
        onChange={() => props.onChange(option.value)}
      />
      <span>{option.label}</span>
    </label>
  ));
  return (
    <fieldset className={css["radios"]}>
      <legend className={names(props.hideLegend && css["srOnly"])}>{props.legend}</legend>
      {props.segmented ? <div className={css["segments"]}>{rows}</div> : rows}
    </fieldset>
  );
}

interface ToggleProps {
  readonly label: string;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}

/** On or off, as a native checkbox with its words. */
export const Toggle = ({ label, checked, onChange }: ToggleProps) => (
  <label className={css["toggle"]}>
    <input type="checkbox" checked={checked} onChange={(event) => onChange(event.target.checked)} />
    <span>{label}</span>
  </label>
);
