// The list that every screen is held against; see every-screen.browser.test.tsx. It answers with what does not hold.
import axe from "axe-core";
import { expect } from "vitest";
import { cdp, page, userEvent } from "vitest/browser";
import type { Language } from "../../schemas/basics.ts";
import { sticksOut } from "./world.tsx";

interface Media {
  readonly name: string;
  readonly value: string;
}
/** What the system says of itself; nothing given = as it is. */
export const emulate = (features: readonly Media[] = []) =>
  (cdp() as unknown as { send(method: string, given: unknown): Promise<void> }).send("Emulation.setEmulatedMedia", {
    features,
  });

const targetsIn = () =>
  [
    ...document.querySelectorAll<HTMLElement>("button, input, select, textarea, a[href], summary, [role=slider]"),
  ].filter(
    (one) => one.checkVisibility({ visibilityProperty: true }) && one.closest("[inert]") === null && !behind(one),
  );
const behind = (one: Element) => {
  const modal = document.querySelector("dialog:modal");
  return modal !== null && !modal.contains(one);
};
const named = (one: Element) =>
  `${one.tagName} ${one.getAttribute("aria-label") ?? one.textContent?.trim().slice(0, 40)}`;

/** What a finger hits 21 px from the middle, each way, is still this target or its label. */
function tooSmall(one: HTMLElement): boolean {
  const shown = one.matches("input[type=radio], input[type=checkbox]") ? (one.closest("label") ?? one) : one;
  if (one.matches("a[href]") && one.closest("p") !== null) return false;
  shown.scrollIntoView({ block: "center", inline: "center" });
  const { left, top, width, height } = shown.getBoundingClientRect();
  if (Math.min(width, height) >= 44) return false;
  const [x, y] = [left + width / 2, top + height / 2];
  return [
    [x - 21, y],
    [x + 21, y],
    [x, y - 21],
    [x, y + 21],
  ].some(([px, py]) => {
    const hit = document.elementFromPoint(px as number, py as number);
    return hit === null || (!shown.contains(hit) && hit.closest("label") !== shown);
  });
}

/** A ring of 2 px or more on what has the focus, or on the card or label around it. */
function ringed(one: HTMLElement): boolean {
  for (let at: HTMLElement | null = one, up = 0; at !== null && up < 4; at = at.parentElement, up += 1) {
    const { outlineStyle, outlineWidth } = getComputedStyle(at);
    if (outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 2) return true;
  }
  return false;
}

const axeFaults = async (rules?: readonly string[]) => {
  const { violations } = await axe.run(
    document,
    rules === undefined ? { rules: { region: { enabled: false } } } : { runOnly: { type: "rule", values: [...rules] } },
  );
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`));
};

/** What of the list does not hold for the page as it stands now. */
export async function unsound(
  name: string,
  language: Language,
  look: { readonly axe: boolean } = { axe: true },
): Promise<string[]> {
  const root = document.documentElement;
  const found: string[] = [];
  const say = (what: string, list: readonly string[]) => found.push(...list.map((one) => `${name}, ${what}: ${one}`));
  // Words and structure in both languages; contrast, which knows no language, in both themes.
  const themes = !look.axe ? [] : language === "en" ? (["light", "dim"] as const) : (["dim"] as const);
  for (const [at, theme] of themes.entries()) {
    root.dataset["theme"] = theme;
    say(`${theme} ${language}`, await axeFaults(at === 0 ? undefined : ["color-contrast"]));
  }
  const targets = targetsIn();
  if (language === "en") {
    const focused = document.activeElement;
    await userEvent.keyboard("{Shift}");
    say(
      "no ring",
      targets
        .filter((one) => {
          one.focus({ preventScroll: true });
          return document.activeElement === one && !ringed(one);
        })
        .map(named),
    );
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
    await emulate([{ name: "forced-colors", value: "active" }]);
    expect(matchMedia("(forced-colors: active)").matches).toBe(true);
    say("forced colours", plainChoices());
    await emulate([{ name: "prefers-reduced-motion", value: "reduce" }]);
    expect(matchMedia("(prefers-reduced-motion: reduce)").matches).toBe(true);
    say("moves", moving());
    await emulate();
    root.style.fontSize = "200%";
    if (sticksOut()) say("letters twice as large", [`${root.scrollWidth} px wide`]);
    say("cut with large letters", cutOff());
    root.style.fontSize = "";
  }
  await page.viewport(320, 720);
  if (sticksOut()) say("320 px", [`${root.scrollWidth} px wide`]);
  if (language === "en") say("under 44 px at 320", targetsIn().filter(tooSmall).map(named));
  await page.viewport(1280, 720);
  if (language === "en") say("under 44 px", targetsIn().filter(tooSmall).map(named));
  scrollTo(0, 0);
  return found;
}

/** Pressed or checked ones that look like the others of their row once all colours are the system's. */
function plainChoices(): string[] {
  const look = (one: Element) => {
    const { outlineStyle, outlineWidth, borderWidth, borderColor, backgroundColor } = getComputedStyle(one);
    return [outlineStyle === "none" ? "" : outlineWidth, borderWidth, borderColor, backgroundColor].join();
  };
  const box = (one: Element) => (one instanceof HTMLInputElement ? (one.closest("label") ?? one) : one);
  return [...document.querySelectorAll("[aria-pressed=true], input:checked")]
    .filter((on) => on.checkVisibility() && !behind(on))
    .filter((on) => {
      const row = on.closest("fieldset, [role=group], [role=radiogroup], [role=toolbar], ul, div");
      const off = row?.querySelector("[aria-pressed=false], input[type=radio]:not(:checked)");
      return off !== null && off !== undefined && look(box(on)) === look(box(off)) && !nativeMark(on);
    })
    .map(named);
}
const nativeMark = (one: Element) =>
  one instanceof HTMLInputElement &&
  one.checkVisibility({ opacityProperty: true }) &&
  getComputedStyle(one).appearance !== "none" &&
  one.getBoundingClientRect().width > 8;

const moving = () => [
  ...document.getAnimations().map((one) => String(one.id || one.constructor.name)),
  ...[...document.querySelectorAll("*")]
    .filter((one) =>
      getComputedStyle(one)
        .transitionDuration.split(", ")
        .some((time) => time !== "0s"),
    )
    .map(named),
];

const cutOff = () =>
  [...document.querySelectorAll<HTMLElement>("button, label, h1, h2, h3, legend")]
    .filter((one) => one.checkVisibility() && !behind(one) && getComputedStyle(one).textOverflow !== "ellipsis")
    .filter(
      (one) =>
        one.scrollWidth > one.clientWidth + 2 && one.clientWidth > 1 && getComputedStyle(one).display !== "inline",
    )
    .map(named);
