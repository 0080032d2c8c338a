import { createHash } from "node:crypto";
import { auditKeys } from "#server/keys.ts";

/** What is stored of a letter's token: its SHA-256, base64url. */
export const digestOf = (token: string): string =>
  createHash("sha256").update(token).digest("base64url");

const macOf = (purpose: string, id: string): string =>
  auditKeys().mac(`${purpose}/${id}`).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");

/** A token for letters: an id under the installation's key, good for one purpose. */
export const sealedId = (purpose: string, id: string): string => `${id}.${macOf(purpose, id)}`;

/** The id of such a token, or null for any other text. */
export const idUnderSeal = (purpose: string, token: string): string | null => {
  const [id = "", mac = ""] = token.split(".");
  return /^[0-9a-f-]{36}$/.test(id) && mac !== "" && mac === macOf(purpose, id) ? id : null;
};
