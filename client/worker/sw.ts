// The service worker: the app's own files for every address of the app, and stored clips in exact ranges. It waits to
// be told before it takes over from an older one; the very first one takes over at once, so that offline works from the
// first load on.
import { addRoute, cleanupOutdatedCaches, matchPrecache, type PrecacheEntry, precache } from "workbox-precaching";
import { answerMedia, mediaQuestion } from "./media-route.ts";
import { lookUp } from "./pack-lookup.ts";

interface Waits extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface Asks extends Waits {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}
interface WorkerScope {
  readonly __WB_MANIFEST: (PrecacheEntry | string)[];
  readonly clients: { claim(): Promise<void> };
  readonly location: Location;
  skipWaiting(): Promise<void>;
  addEventListener(type: "activate", listener: (event: Waits) => void): void;
  addEventListener(type: "fetch", listener: (event: Asks) => void): void;
  addEventListener(type: "message", listener: (event: MessageEvent) => void): void;
}
declare const self: WorkerScope;

self.addEventListener("fetch", (event) => {
  const address = new URL(event.request.url);
  if (address.origin !== self.location.origin) return;
  const question = mediaQuestion(event.request.method, address);
  if (question !== undefined) {
    event.stopImmediatePropagation();
    event.respondWith(answerMedia(event.request, question, lookUp));
  } else if (event.request.mode === "navigate" && isOfTheApp(address)) {
    event.stopImmediatePropagation();
    event.respondWith(matchPrecache("/index.html").then((page) => page ?? fetch(event.request)));
  }
});

const isOfTheApp = ({ pathname }: URL): boolean => !/^\/(api|media|health)(\/|$)/u.test(pathname);

precache(self.__WB_MANIFEST);
addRoute();
cleanupOutdatedCaches();

self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
self.addEventListener("message", (event) => {
  if ((event.data as { type?: string } | null)?.type === "take-over") void self.skipWaiting();
});
