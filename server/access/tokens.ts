// Secrets that open something: links, sessions, device keys. 128 random bits, shown once; only their SHA-256 is kept.
import { createHash, randomBytes } from "node:crypto";

export const newToken = (): string => randomBytes(16).toString("base64url");

export const hashOf = (token: string): string => createHash("sha256").update(token, "utf8").digest("hex");
