// The two players behind one stage: the front one shows, the back one decodes ahead. Made once for a stage.
import type { Readiness, Ways } from "./address.ts";
import { createSlot, type Slot } from "./slot.ts";
import type { Medium } from "./stimulus.ts";

export interface Pair {
  front(): Slot;
  /** Decodes ahead in the hidden player. */
  prepare(medium: Medium): Promise<Readiness>;
  /** Brings a prepared medium to the front in this very moment; false where it is not decoded yet. */
  showNow(medium: Medium): boolean;
  /** Brings the medium to the front, at its first frame and standing still. */
  show(medium: Medium): Promise<Readiness>;
  /** Throws away what is held of a medium, for "try again". */
  forget(hash: string): void;
  dispose(): void;
}

export function createPair(host: HTMLElement, className: string, ways: () => Ways): Pair {
  const slots: [Slot, Slot] = [createSlot(host, className, ways), createSlot(host, className, ways)];
  let front = 0;
  let asked = 0;
  const frontSlot = () => slots[front] as Slot;
  const backSlot = () => slots[1 - front] as Slot;
  const mark = () => {
    frontSlot().holder.dataset["front"] = "";
    delete backSlot().holder.dataset["front"];
    backSlot().holder.setAttribute("aria-hidden", "true");
    frontSlot().holder.removeAttribute("aria-hidden");
  };
  const swap = () => {
    frontSlot().video.pause();
    front = 1 - front;
    mark();
  };
  mark();
  return {
    front: frontSlot,
    prepare: (medium) => backSlot().load(medium),
    showNow(medium) {
      if (!backSlot().ready(medium.hash)) return false;
      asked += 1;
      swap();
      return true;
    },
    async show(medium) {
      asked += 1;
      const mine = asked;
      const again = backSlot().holds() !== medium.hash && frontSlot().holds() === medium.hash;
      const slot = again ? frontSlot() : backSlot();
      const readiness = await slot.load(medium);
      if (mine !== asked) return "dropped";
      if (readiness !== "ready") return readiness;
      if (again) await rewound(slot.video);
      else if (slot === backSlot()) swap();
      return readiness;
    },
    forget(hash) {
      for (const slot of slots) if (slot.holds() === hash) slot.forget();
    },
    dispose() {
      for (const slot of slots) slot.dispose();
    },
  };
}

function rewound(video: HTMLVideoElement): Promise<void> {
  video.pause();
  if (video.currentTime === 0) return Promise.resolve();
  return new Promise((resolve) => {
    video.addEventListener("seeked", () => resolve(), { once: true });
    video.currentTime = 0;
  });
}
