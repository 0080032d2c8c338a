import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  type KeyObject,
} from "node:crypto";
import { freshBytes } from "../random.ts";
import { deriveKey } from "./secrets.ts";

// Key objects: with raw bytes each call would prepare the key anew, which costs several times the
// work itself.
const keys = new Map<string, KeyObject>();
const keyOf = (purpose: string): KeyObject => {
  let key = keys.get(purpose);
  if (!key) keys.set(purpose, (key = createSecretKey(deriveKey(purpose))));
  return key;
};

/**
 * Encrypts a number that must not be read from the database or a backup of it (AES-256-GCM, a key
 * of its own per purpose, outside PostgreSQL).
 * `owner` (agency and record) is bound to it, so that a sealed value moved to another record does
 * not open. Text form: `1.<nonce>.<data>`, base64url.
 */
export const seal = (purpose: string, owner: string, plain: string): string => {
  const nonce = freshBytes(12);
  const cipher = createCipheriv("aes-256-gcm", keyOf(purpose), nonce);
  cipher.setAAD(Buffer.from(owner));
  return `1.${nonce.toString("base64url")}.${Buffer.concat([cipher.update(plain, "utf8"), cipher.final(), cipher.getAuthTag()]).toString("base64url")}`;
};

/** Opens what `seal` made; throws when purpose, owner, key or data are not the same. */
export const unseal = (purpose: string, owner: string, sealed: string): string => {
  const [version, nonce, data] = sealed.split(".");
  if (version !== "1" || !nonce || !data) throw new Error("not a sealed value");
  const bytes = Buffer.from(data, "base64url");
  const cipher = createDecipheriv("aes-256-gcm", keyOf(purpose), Buffer.from(nonce, "base64url"), {
    authTagLength: 16,
  });
  cipher.setAAD(Buffer.from(owner));
  cipher.setAuthTag(bytes.subarray(-16));
  return Buffer.concat([cipher.update(bytes.subarray(0, -16)), cipher.final()]).toString("utf8");
};

/**
 * Keyed digest of a number within one agency: equal numbers give equal digests, nothing else can be
 * learned without the key.
 */
export const keyedDigest = (purpose: string, orgId: string, plain: string): string =>
  createHmac("sha256", keyOf(`${purpose}-digest`))
    .update(`${orgId}\n${plain}`)
    .digest("base64url");
