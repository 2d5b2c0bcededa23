// A part of the app that is fetched when it is first needed. React keeps the fallback of `lazy` on the screen for 300 ms,
// also where the part has been read ahead; so what is here already is handed over at once.
import { type ComponentType, type LazyExoticComponent, lazy } from "react";

// biome-ignore lint/suspicious/noExplicitAny: as React types the parts of `lazy`
type Part = ComponentType<any>;
interface Loaded<P extends Part> {
  readonly default: P;
}

export function lazily<P extends Part>(
  load: () => Promise<P>,
): [part: LazyExoticComponent<P>, ahead: () => Promise<unknown>] {
  let here: P | undefined;
  const ahead = async (): Promise<Loaded<P>> => {
    here = await load();
    return { default: here };
  };
  return [lazy(() => (here === undefined ? ahead() : atOnce({ default: here }))), ahead];
}

const atOnce = <P extends Part>(loaded: Loaded<P>): Promise<Loaded<P>> =>
  // biome-ignore lint/suspicious/noThenProperty: a promise tells later, React asks now
  ({ then: (tell: (loaded: Loaded<P>) => void) => tell(loaded) }) as Promise<Loaded<P>>;
