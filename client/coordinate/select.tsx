// A native select with its label above it.
import css from "./desk.module.css";

interface SelectProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly { readonly value: Value; readonly name: string }[];
  readonly onChange: (value: Value) => void;
}

export const Select = <Value extends string>({ label, value, options, onChange }: SelectProps<Value>) => (
  <label className={css["select"]}>
    {label}
    <select value={value} onChange={(event) => onChange(event.target.value as Value)}>
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.name}
        </option>
      ))}
    </select>
  </label>
);
