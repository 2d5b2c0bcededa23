// Changes one cue among those of the answer, with a way back for each change. A cue with nothing in it is none.
import type { Hand } from "#client/capture/hand";
import type { Cue } from "#schemas/response";

export type CuePart = { readonly [K in keyof Omit<Cue, "id">]?: Cue[K] | undefined };

const fields = [
  ...(["media", "startMs", "endMs", "startFrame", "endFrame", "verified", "box", "chips", "function"] as const),
  ...(["emotion", "text", "language", "recording"] as const),
];

export interface CueEdit {
  of(id: string): Cue | undefined;
  /** `silently`: one more part of the change before (typing, dragging), undone with it. */
  change(id: string, part: CuePart, silently?: boolean): void;
  remove(id: string): void;
  undo(): void;
}

export function cueEdit(hand: Hand): CueEdit {
  const before: { readonly id: string; readonly cue: Cue | undefined }[] = [];
  const of = (id: string) => hand.store.getState().answer.cues.find((cue) => cue.id === id);
  const put = (id: string, cue: Cue | undefined) => {
    const known = of(id);
    if (cue === undefined) hand.removeCue(id);
    else if (known === undefined) hand.addCue(cue);
    else hand.changeCue(id, Object.fromEntries(fields.map((field) => [field, cue[field]])) as Partial<Omit<Cue, "id">>);
  };
  const change: CueEdit["change"] = (id, part, silently = false) => {
    const now = of(id);
    if (!silently) before.push({ id, cue: now });
    const next = Object.fromEntries(
      Object.entries({ ...now, ...part, id }).filter(([, value]) => value !== undefined && value !== ""),
    ) as Cue;
    const says = Object.keys(next).some((key) => key !== "id" && key !== "media" && key !== "language");
    put(id, says ? next : undefined);
  };
  return {
    of,
    change,
    remove(id) {
      before.push({ id, cue: of(id) });
      put(id, undefined);
    },
    undo() {
      const last = before.pop();
      if (last !== undefined) put(last.id, last.cue);
    },
  };
}
