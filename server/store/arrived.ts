// Reads one sent text: whether it is the RFC 8785 text of a response, and what can be known of it if it is not.
import { hash as digest } from "node:crypto";
import canonicalize from "canonicalize";
import { uuid } from "#schemas/basics";
import { type Response, response } from "#schemas/response";
import { recordLimit } from "#schemas/sync";

export interface Arrived {
  readonly text: string;
  /** Null where none can be read: then it cannot be kept. */
  readonly id: string | null;
  readonly hash: string;
  /** What it says of itself, believed only as far as it is text. */
  readonly person?: string;
  readonly study?: string;
  /** The record, where it is canonical and valid in itself. */
  readonly response?: Response;
  /** What is wrong, where there is no record. */
  readonly problem?: string;
  /** True where it cannot be kept at all. */
  readonly refused: boolean;
}

export function readArrived(text: string): Arrived {
  const hash = digest("sha256", text);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { text, id: null, hash, refused: true, problem: "this is not JSON" };
  }
  if (typeof value !== "object" || value === null || Array.isArray(value))
    return { text, id: null, hash, refused: true, problem: "this is no record" };
  const raw = value as Record<string, unknown>;
  const id = uuid.safeParse(raw["id"]).data ?? null;
  const told = {
    text,
    id,
    hash,
    ...(typeof raw["person"] === "string" ? { person: raw["person"] } : {}),
    ...(typeof raw["study"] === "string" ? { study: raw["study"] } : {}),
  };
  if (id === null) return { ...told, refused: true, problem: "the record has no id" };
  if (text.length > recordLimit) return { ...told, refused: true, problem: "the record is too large" };
  if (!isCanonical(value, text)) return { ...told, refused: false, problem: "the text is not canonical (RFC 8785)" };
  const parsed = response.safeParse(value);
  if (parsed.success) return { ...told, refused: false, response: parsed.data };
  const issue = parsed.error.issues[0];
  const where = issue?.path.join(".") ?? "";
  return { ...told, refused: false, problem: `${where === "" ? "the record" : where}: ${issue?.message ?? "invalid"}` };
}

/** A text that comes back from parsing unchanged and with sorted keys is canonical; only others need the whole rewrite. */
function isCanonical(value: unknown, text: string): boolean {
  try {
    return (JSON.stringify(value) === text && isSorted(value)) || canonicalize(value) === text;
  } catch {
    return false;
  }
}

function isSorted(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return true;
  if (Array.isArray(value)) return value.every(isSorted);
  let last = "";
  for (const key of Object.keys(value)) {
    if (key < last || !isSorted((value as Record<string, unknown>)[key])) return false;
    last = key;
  }
  return true;
}
