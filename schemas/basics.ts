// Small pieces that every record shares: ids, times, hashes, and text that survives any export.
import * as z from "zod/mini";

export const sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/));
export const uuid = z.uuid();
/** Ids of studies, persons, items, devices: opaque text, never numbers. */
export const id = z.string().check(z.minLength(1), z.maxLength(200), z.regex(/^[A-Za-z0-9._~-]+$/));
export const instant = z.iso.datetime();
/** Words that somebody typed. Half an emoji (a lone surrogate) is refused here, so that no export fails on it later. */
export const typed = (most: number) =>
  z.string().check(
    z.maxLength(most),
    z.refine((text) => text.isWellFormed(), { error: "text holds half a character (a lone surrogate)" }),
  );
export const count = z.int().check(z.gte(0));
export const languages = ["en", "zh-Hans"] as const;
export const language = z.enum(languages);
export type Language = z.infer<typeof language>;
