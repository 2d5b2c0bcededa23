// The token of a link: read from the address once and taken out of it at once, so that it stays in no history,
// no picture of the screen and no copied address.
import { useLayoutEffect, useState } from "react";

export function useTokenOnce(): string {
  const [token] = useState(() => decodeURIComponent(location.hash.replace(/^#/, "")));
  useLayoutEffect(() => {
    if (location.hash !== "") history.replaceState(history.state, "", location.pathname);
  }, []);
  return token;
}
