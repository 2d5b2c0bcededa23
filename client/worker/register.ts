// The page's side of the worker: registers it, tells when a newer app waits, and lets it take over when the page says so.

/** Held (shared) by each open recorder of this browser. */
export const recorderLock = "countersign-recorder";

export interface WorkerUpdates {
  /** A newer app is here and waits. */
  waiting(): boolean;
  subscribe(listener: () => void): () => void;
  /** Takes the newer app over and reloads, once no tab has a recorder open. */
  apply(): Promise<void>;
}

const hour = 3_600_000;
/** Chromium takes a worker for busy that once streamed a clip, and holds the newer one back for minutes; a reload lets it in. */
const longestTurn = 3000;

export function registerWorker(): WorkerUpdates {
  const listeners = new Set<() => void>();
  let next: ServiceWorker | null = null;
  let applying = false;
  const tell = (): void => {
    for (const listener of listeners) listener();
  };
  const watch = (registration: ServiceWorkerRegistration): void => {
    const look = (): void => {
      next = navigator.serviceWorker.controller === null ? null : registration.waiting;
      tell();
    };
    registration.addEventListener("updatefound", () => registration.installing?.addEventListener("statechange", look));
    look();
    setInterval(() => void registration.update().catch(() => undefined), hour);
  };
  if (import.meta.env.PROD && navigator.serviceWorker !== undefined) {
    navigator.serviceWorker.addEventListener("controllerchange", () => {
      if (applying) location.reload();
    });
    navigator.serviceWorker.register("/sw.js").then(watch, () => undefined);
  }
  return {
    waiting: () => next !== null,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    apply: () =>
      navigator.locks.request(recorderLock, () => {
        if (next === null) return;
        applying = true;
        next.postMessage({ type: "take-over" });
        setTimeout(() => location.reload(), longestTurn);
      }),
  };
}
