// The filmstrip: small pictures of the clip, taken from the front video while it plays, so that nothing is decoded twice.
export interface Strip {
  readonly canvas: HTMLCanvasElement;
  clear(): void;
  /** Keeps the frame that stands on the video now, at its part (0 to 1) of the clip, if that place is still empty. */
  take(video: HTMLVideoElement, part: number): void;
}

const places = 12;
const tileWidth = 96;
const tileHeight = 72;

export function createStrip(): Strip {
  const canvas = document.createElement("canvas");
  canvas.width = places * tileWidth;
  canvas.height = tileHeight;
  const filled = new Set<number>();
  return {
    canvas,
    clear() {
      filled.clear();
      canvas.getContext("2d")?.clearRect(0, 0, canvas.width, canvas.height);
    },
    take(video, part) {
      const place = Math.min(places - 1, Math.max(0, Math.floor(part * places)));
      if (filled.has(place)) return;
      filled.add(place);
      const scale = Math.min(tileWidth / video.videoWidth, tileHeight / video.videoHeight);
      const [width, height] = [video.videoWidth * scale, video.videoHeight * scale];
      const left = place * tileWidth + (tileWidth - width) / 2;
      canvas.getContext("2d")?.drawImage(video, left, (tileHeight - height) / 2, width, height);
    },
  };
}
