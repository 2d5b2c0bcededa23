// Image questions: the picture in front and one decoded ahead, by the same ways as videos.
import { type Address, diagnose, type Readiness, type Ways } from "./address.ts";
import type { Medium } from "./stimulus.ts";

interface Plate {
  readonly hash: string;
  readonly image: HTMLImageElement;
  readonly ready: Promise<Readiness>;
  drop(): void;
}

export interface Pictures {
  prepare(medium: Medium): Promise<Readiness>;
  show(medium: Medium, alt: string): Promise<Readiness>;
  image(): HTMLImageElement | undefined;
  dispose(): void;
}

export function createPictures(host: HTMLElement, ways: () => Ways): Pictures {
  let shown: Plate | undefined;
  let ahead: Plate | undefined;
  const take = (medium: Medium): Plate => {
    if (shown?.hash === medium.hash) return shown;
    if (ahead?.hash === medium.hash) return ahead;
    ahead?.drop();
    const plate = createPlate(medium, ways);
    ahead = plate;
    void plate.ready.then((readiness) => {
      if (readiness !== "ready" && ahead === plate) ahead = undefined;
    });
    return plate;
  };
  return {
    prepare: (medium) => take(medium).ready,
    async show(medium, alt) {
      const plate = take(medium);
      const readiness = await plate.ready;
      if (readiness !== "ready") return readiness;
      if (plate !== shown) {
        shown?.drop();
        shown = plate;
        if (ahead === plate) ahead = undefined;
      }
      plate.image.alt = alt;
      host.replaceChildren(plate.image);
      return readiness;
    },
    image: () => shown?.image,
    dispose() {
      shown?.drop();
      ahead?.drop();
      host.replaceChildren();
    },
  };
}

function createPlate(medium: Medium, ways: () => Ways): Plate {
  const image = new Image();
  image.draggable = false;
  let address: Address | undefined;
  let dropped = false;
  const attempt = async (): Promise<Readiness> => {
    const found = await ways()
      .address(medium.hash)
      .catch(() => undefined);
    if (found === undefined) return "not-on-device";
    address?.release();
    address = found;
    if (dropped) found.release();
    if (dropped) return "dropped";
    image.src = found.url;
    const decoded = await image.decode().then(
      () => true,
      () => false,
    );
    return dropped ? "dropped" : decoded ? "ready" : diagnose(found.url, medium);
  };
  const load = async (): Promise<Readiness> => {
    const readiness = await attempt();
    if (readiness !== "hash-mismatch") return readiness;
    return (await ways().mend?.(medium.hash)) ? attempt() : readiness;
  };
  return {
    hash: medium.hash,
    image,
    ready: load(),
    drop() {
      dropped = true;
      address?.release();
    },
  };
}
