// How far two people's cue spans cover the same time of a clip.

/** Whole milliseconds of the file; the end is not part of it. */
export interface Span {
  readonly startMs: number;
  readonly endMs: number;
}

/** Spans in order, those that meet made one; empty and reversed ones left out. */
export function unionOf(spans: readonly Span[]): Span[] {
  const out: Span[] = [];
  for (const span of [...spans].sort((a, b) => a.startMs - b.startMs)) {
    if (!(span.endMs > span.startMs)) continue;
    const last = out.at(-1);
    if (last !== undefined && span.startMs <= last.endMs)
      out[out.length - 1] = { startMs: last.startMs, endMs: Math.max(last.endMs, span.endMs) };
    else out.push(span);
  }
  return out;
}

const length = (spans: readonly Span[]): number => spans.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0);

/** Intersection over union of the times that two sets of spans cover; null where neither covers any. */
export function temporalIou(first: readonly Span[], second: readonly Span[]): number | null {
  const all = length(unionOf([...first, ...second]));
  return all === 0 ? null : (length(unionOf(first)) + length(unionOf(second)) - all) / all;
}

/**
 * Mean over every two people who marked time in one clip, then over clips; null where there are no two. A person without
 * spans in a clip said nothing of time there and is left out.
 */
export function meanTemporalIou(clips: readonly (readonly (readonly Span[])[])[]): {
  readonly clips: number;
  readonly pairs: number;
  readonly iou: number | null;
} {
  let pairs = 0;
  const means: number[] = [];
  for (const people of clips) {
    const marked = people.filter((spans) => unionOf(spans).length > 0);
    const found = marked.flatMap((one, i) => marked.slice(i + 1).map((other) => temporalIou(one, other) as number));
    if (found.length === 0) continue;
    pairs += found.length;
    means.push(found.reduce((sum, iou) => sum + iou, 0) / found.length);
  }
  const iou = means.length === 0 ? null : means.reduce((sum, mean) => sum + mean, 0) / means.length;
  return { clips: means.length, pairs, iou };
}
