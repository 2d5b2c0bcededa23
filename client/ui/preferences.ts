// What one browser keeps about how its screens behave: brightness, and whether single keys work (WCAG 2.1.4).
import { useSyncExternalStore } from "react";

const changed = "countersign-preference";

function usePreference(place: string): [string | null, (value: string | null) => void] {
  const value = useSyncExternalStore(
    (listener) => {
      addEventListener(changed, listener);
      addEventListener("storage", listener);
      return () => {
        removeEventListener(changed, listener);
        removeEventListener("storage", listener);
      };
    },
    () => localStorage.getItem(place),
  );
  const set = (next: string | null) => {
    if (next === null) localStorage.removeItem(place);
    else localStorage.setItem(place, next);
    dispatchEvent(new Event(changed));
  };
  return [value, set];
}

export function useSingleKeys(): [boolean, (on: boolean) => void] {
  const [value, set] = usePreference("countersign-keys");
  return [value !== "off", (on) => set(on ? null : "off")];
}

/** The width that the person gave the picture; undefined as long as they gave none. */
export function useStageWidth(): [number | undefined, (width: number | undefined) => void] {
  const [value, set] = usePreference("countersign-stage-width");
  const width = Number(value ?? "");
  return [
    Number.isFinite(width) && width > 0 ? width : undefined,
    (next) => set(next === undefined ? null : String(next)),
  ];
}

export type Theme = "light" | "dim";
const themePlace = "countersign-theme";
const systemDark = (): MediaQueryList => matchMedia("(prefers-color-scheme: dark)");

/** Puts the kept brightness, else the device's, on <html>; follows the device as long as nothing is kept. */
function applyTheme(): void {
  const kept = localStorage.getItem(themePlace);
  const theme: Theme = kept === "light" || kept === "dim" ? kept : systemDark().matches ? "dim" : "light";
  document.documentElement.dataset["theme"] = theme;
}

/** Once, before the first screen. */
export function followTheme(): void {
  applyTheme();
  systemDark().addEventListener("change", applyTheme);
  addEventListener("storage", applyTheme);
}

export function useTheme(): [Theme | "auto", (theme: Theme | "auto") => void] {
  const [value, set] = usePreference(themePlace);
  return [
    value === "light" || value === "dim" ? value : "auto",
    (theme) => {
      set(theme === "auto" ? null : theme);
      applyTheme();
    },
  ];
}
