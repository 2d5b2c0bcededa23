// Help, in the same place on every screen; its parts are fetched when it is first opened.
import { type ComponentProps, lazy, Suspense } from "react";

const HelpDialog = lazy(() => import("./help-dialog.tsx").then((loaded) => ({ default: loaded.HelpDialog })));

export const Help = (props: ComponentProps<typeof HelpDialog>) => (
  <Suspense>
    <HelpDialog {...props} />
  </Suspense>
);
