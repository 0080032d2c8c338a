import { createHash } from "node:crypto";

/** What is stored of a letter's token: its SHA-256, base64url. */
export const digestOf = (token: string): string =>
  createHash("sha256").update(token).digest("base64url");
