// The filmstrip: small pictures of the clip, taken from the front video while it plays, so that nothing is decoded twice.
export interface Strip {
  readonly canvas: HTMLCanvasElement;
  clear(): void;
  /** Keeps the frame that stands on the video now, at its part (0 to 1) of the clip, if that place is still empty. */
  take(video: HTMLVideoElement, part: number): void;
}

const places = 12;
/** More places than these passed at once were jumped over, not played. */
const most = 4;
const tileWidth = 96;
const tileHeight = 72;

export function createStrip(): Strip {
  const canvas = document.createElement("canvas");
  canvas.width = places * tileWidth;
  canvas.height = tileHeight;
  const filled = new Set<number>();
  let last = -1;
  const draw = (video: HTMLVideoElement, place: number) => {
    const scale = Math.min(tileWidth / video.videoWidth, tileHeight / video.videoHeight);
    const [width, height] = [video.videoWidth * scale, video.videoHeight * scale];
    const left = place * tileWidth + (tileWidth - width) / 2;
    const context = canvas.getContext("2d");
    context?.clearRect(place * tileWidth, 0, tileWidth, tileHeight);
    context?.drawImage(video, left, (tileHeight - height) / 2, width, height);
  };
  return {
    canvas,
    clear() {
      filled.clear();
      last = -1;
      canvas.getContext("2d")?.clearRect(0, 0, canvas.width, canvas.height);
    },
    take(video, part) {
      const place = Math.min(places - 1, Math.max(0, Math.floor(part * places)));
      if (!filled.has(place)) draw(video, place);
      // A slow device leaves frames out: an empty place that was passed shows the frame after it, until its own comes.
      if (place > last && place - last <= most)
        for (let passed = last + 1; passed < place; passed += 1) if (!filled.has(passed)) draw(video, passed);
      filled.add(place);
      last = place;
    },
  };
}
