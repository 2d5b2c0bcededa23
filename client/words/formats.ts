// Numbers, sizes, ages and dates in the language that the person reads, all by Intl.
import { useMemo } from "react";
import type { Language } from "#schemas/basics";
import { useLanguage } from "./words.ts";

export interface Formats {
  readonly number: (value: number, digits?: number) => string;
  readonly percent: (share: number, digits?: number) => string;
  /** "0.4 GB", "12 MB". */
  readonly bytes: (value: number) => string;
  /** The greatest whole unit of a duration in milliseconds: "2 hr", "5 min". */
  readonly duration: (ms: number) => string;
  readonly date: (at: string | Date) => string;
  readonly dateTime: (at: string | Date) => string;
}

const unit = (language: Language, value: number, name: string, digits = 0): string =>
  new Intl.NumberFormat(language, {
    style: "unit",
    unit: name,
    unitDisplay: "short",
    maximumFractionDigits: digits,
  }).format(value);

export function formatsOf(language: Language): Formats {
  const day = new Intl.DateTimeFormat(language, { dateStyle: "medium" });
  const moment = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" });
  return {
    number: (value, digits = 0) =>
      new Intl.NumberFormat(language, { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(value),
    percent: (share, digits = 0) =>
      new Intl.NumberFormat(language, {
        style: "percent",
        minimumFractionDigits: digits,
        maximumFractionDigits: digits,
      }).format(share),
    bytes: (value) => {
      if (value >= 1e8) return unit(language, value / 1e9, "gigabyte", 1);
      if (value >= 1e6) return unit(language, value / 1e6, "megabyte");
      return unit(language, Math.ceil(value / 1e3), "kilobyte");
    },
    duration: (ms) => {
      const minutes = Math.floor(ms / 60_000);
      if (minutes < 1) return unit(language, Math.max(0, Math.floor(ms / 1000)), "second");
      if (minutes < 60) return unit(language, minutes, "minute");
      if (minutes < 48 * 60) return unit(language, Math.floor(minutes / 60), "hour");
      return unit(language, Math.floor(minutes / 1440), "day");
    },
    date: (at) => day.format(new Date(at)),
    dateTime: (at) => moment.format(new Date(at)),
  };
}

export function useFormats(): Formats {
  const { language } = useLanguage();
  return useMemo(() => formatsOf(language), [language]);
}
