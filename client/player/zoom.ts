// The part of the picture that fills the stage: presets and free zoom, as a scale and a centre in 0..1 of the stage,
// as it is seen (after mirroring).

export const zoomPresets = ["whole", "face", "hands", "free"] as const;
export type ZoomPreset = (typeof zoomPresets)[number];

export interface Zoom {
  readonly preset: ZoomPreset;
  readonly scale: number;
  readonly x: number;
  readonly y: number;
}

const presets: Record<ZoomPreset, Zoom> = {
  whole: { preset: "whole", scale: 1, x: 0.5, y: 0.5 },
  face: { preset: "face", scale: 2.4, x: 0.5, y: 0.28 },
  hands: { preset: "hands", scale: 1.6, x: 0.5, y: 0.6 },
  free: { preset: "free", scale: 1.5, x: 0.5, y: 0.5 },
};
const greatest = 6;

export const wholeZoom = presets.whole;
/** `fit` = the share of the stage's height that the whole picture fills. */
export function zoomTo(preset: ZoomPreset, from: Zoom, fit: number): Zoom {
  if (preset === "free" && from.scale > 1) return { ...from, preset };
  const wanted = presets[preset];
  return held({ ...wanted, y: 0.5 + (wanted.y - 0.5) * fit });
}
export const nextPreset = (zoom: Zoom): ZoomPreset =>
  zoomPresets[(zoomPresets.indexOf(zoom.preset) + 1) % zoomPresets.length] as ZoomPreset;

/** Closer or farther, around the middle of what is seen. */
export const zoomBy = (zoom: Zoom, factor: number): Zoom =>
  held({ ...zoom, preset: "free", scale: Math.min(greatest, Math.max(1, zoom.scale * factor)) });

/** Moves what is seen, by shares of the stage. */
export const panBy = (zoom: Zoom, dx: number, dy: number): Zoom =>
  held({ ...zoom, preset: "free", x: zoom.x + dx / zoom.scale, y: zoom.y + dy / zoom.scale });

/** The stage never shows more beyond the picture's edge than it would unzoomed. */
function held(zoom: Zoom): Zoom {
  const margin = 0.5 / zoom.scale;
  const inside = (value: number) => Math.min(1 - margin, Math.max(margin, value));
  return { ...zoom, x: inside(zoom.x), y: inside(zoom.y) };
}

export function transformOf(zoom: Zoom, mirrored: boolean): string {
  const shift = (value: number) => `${((0.5 - value) * zoom.scale * 100).toFixed(3)}%`;
  return `translate(${shift(zoom.x)}, ${shift(zoom.y)}) scale(${zoom.scale})${mirrored ? " scaleX(-1)" : ""}`;
}
