// A question to the coordinator, from any screen; its parts are fetched when it is first opened.
import { type ComponentProps, lazy, Suspense } from "react";

const AskDialog = lazy(() => import("./ask-dialog.tsx").then((loaded) => ({ default: loaded.AskDialog })));

export const Ask = (props: ComponentProps<typeof AskDialog>) => (
  <Suspense>
    <AskDialog {...props} />
  </Suspense>
);
