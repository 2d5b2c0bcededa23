// Puts the desk on the page as the app does, at one address, with a stand-in server.
import { cleanup, render } from "@testing-library/react";
import axe from "axe-core";
import type { Language } from "#schemas/basics";
import "../../client/ui/tokens.css";
import "../../client/ui/base.css";
import { WordsProvider } from "#client/words/words";
import { Desk } from "../../client/coordinate/desk.tsx";
import { standIn } from "./answers.ts";

interface MountOptions {
  readonly server?: ReturnType<typeof standIn>;
  readonly language?: Language;
  readonly theme?: "light" | "dim";
}

export function mount(path: string, { server = standIn(), language = "en", theme = "light" }: MountOptions = {}) {
  cleanup();
  document.documentElement.dataset["theme"] = theme;
  history.replaceState(null, "", path);
  const view = render(
    <WordsProvider start={language}>
      <Desk get={server.get} />
    </WordsProvider>,
  );
  return { ...view, server };
}

/** What axe finds wrong, each with the place. */
export async function faults(): Promise<string[]> {
  const { violations } = await axe.run(document.body);
  return violations.map((one) => `${one.id}: ${one.nodes.map((node) => node.html.slice(0, 140)).join(" | ")}`);
}
