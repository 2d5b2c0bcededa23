// One of the two players: a video.js core around a muted inline <video> that we make ourselves, and what it has loaded.
import "./no-dynamic-style.ts";
import videojs from "video.js/core";
import { type Address, diagnose, type Readiness, type Ways } from "./address.ts";
import type { Medium } from "./stimulus.ts";

// Failures are said in words on the stage.
videojs.log.level("off");

export interface Slot {
  readonly holder: HTMLElement;
  readonly video: HTMLVideoElement;
  holds(): string | undefined;
  /** Its first frame of this medium is decoded. */
  ready(hash: string): boolean;
  /** Loads a medium up to its first drawn frame, once; `dropped` when another one took its place meanwhile. */
  load(medium: Medium): Promise<Readiness>;
  /** The next `load` starts anew, also for the same medium. */
  forget(): void;
  dispose(): void;
}

export function createSlot(host: HTMLElement, className: string, ways: () => Ways): Slot {
  const holder = document.createElement("div");
  holder.className = className;
  const made = document.createElement("video");
  made.muted = true;
  made.playsInline = true;
  holder.append(made);
  host.append(holder);
  const player = videojs(made, {
    controls: false,
    muted: true,
    playsinline: true,
    preload: "auto",
    children: ["mediaLoader"],
    enableSourceset: false,
    userActions: { click: false, doubleClick: false, hotkeys: false },
  });
  for (const name of ["role", "aria-label", "tabindex"]) player.el()?.removeAttribute(name);
  const video = holder.querySelector("video") ?? made;

  let held: string | undefined;
  let loading: Promise<Readiness> | undefined;
  let loaded: number | undefined;
  let address: Address | undefined;
  let turn = 0;
  let abandon = () => {};

  const release = () => {
    address?.release();
    address = undefined;
  };

  const open = (url: string, type: string): Promise<boolean> => {
    abandon();
    return new Promise((resolve) => {
      const target = new URL(url, document.baseURI).href;
      const settle = (opened: boolean) => {
        video.removeEventListener("loadeddata", arrived);
        player.off("error", failed);
        abandon = () => {};
        resolve(opened);
      };
      const arrived = () => {
        if (video.src === target) void lengthFound(video).then(() => settle(true));
      };
      const failed = () => settle(false);
      abandon = failed;
      player.error(null);
      video.addEventListener("loadeddata", arrived);
      player.on("error", failed);
      player.src({ src: url, type });
    });
  };

  const attempt = async (medium: Medium, mine: number): Promise<Readiness> => {
    const found = await ways()
      .address(medium.hash)
      .catch(() => undefined);
    if (mine !== turn) found?.release();
    if (mine !== turn) return "dropped";
    if (found === undefined) return "not-on-device";
    release();
    address = found;
    const opened = await open(found.url, medium.facts.type);
    if (mine !== turn) return "dropped";
    return opened ? "ready" : diagnose(found.url, medium);
  };

  const loadAnew = async (medium: Medium, mine: number): Promise<Readiness> => {
    const readiness = await attempt(medium, mine);
    if (readiness !== "hash-mismatch") return readiness;
    const mended = (await ways().mend?.(medium.hash)) ?? false;
    if (mine !== turn) return "dropped";
    return mended ? attempt(medium, mine) : readiness;
  };

  return {
    holder,
    video,
    holds: () => held,
    ready: (hash) => held === hash && loaded === turn,
    load(medium) {
      if (held === medium.hash && loading !== undefined) return loading;
      turn += 1;
      held = medium.hash;
      const mine = turn;
      loading = loadAnew(medium, mine).then((readiness) => {
        if (mine === turn && readiness === "ready") loaded = turn;
        else if (mine === turn) loading = undefined;
        return readiness;
      });
      return loading;
    },
    forget() {
      turn += 1;
      held = undefined;
      loading = undefined;
    },
    dispose() {
      turn += 1;
      abandon();
      player.dispose();
      release();
      holder.remove();
    },
  };
}

/** A recording without a length tells it only after a seek beyond its end. */
async function lengthFound(video: HTMLVideoElement): Promise<void> {
  if (video.duration !== Number.POSITIVE_INFINITY) return;
  for (const seconds of [1e7, 0]) {
    const sought = new Promise((done) => video.addEventListener("seeked", done, { once: true }));
    video.currentTime = seconds;
    await sought;
  }
}
