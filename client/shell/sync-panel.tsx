// What the sync chip opens; loaded when it is opened.
import { lazy, Suspense } from "react";
import type { SyncHere } from "./sync.ts";

const SyncDialog = lazy(() => import("./sync-dialog.tsx").then((loaded) => ({ default: loaded.SyncDialog })));

export function SyncPanel(given: { readonly sync: SyncHere; readonly onClose: () => void }) {
  return (
    <Suspense fallback={null}>
      <SyncDialog {...given} />
    </Suspense>
  );
}
