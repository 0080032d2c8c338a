import { createCipheriv, createDecipheriv, createHmac, randomBytes } from "node:crypto";
import { deriveKey } from "./secrets.ts";

/**
 * Encrypts what must not be read from the database, the file store or a backup of them (AES-256-GCM, one key per purpose, outside
 * PostgreSQL). `owner` (agency and record) is bound to it: moved to another record it does not open. Form: `1.<nonce>.<data>`, base64url.
 */
export const seal = (purpose: string, owner: string, plain: string): string => {
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", deriveKey(purpose), nonce).setAAD(Buffer.from(owner));
  return `1.${nonce.toString("base64url")}.${Buffer.concat([cipher.update(plain, "utf8"), cipher.final(), cipher.getAuthTag()]).toString("base64url")}`;
};

/** Opens what `seal` made; throws when purpose, owner, key or text are not the same. */
export const unseal = (purpose: string, owner: string, sealed: string): string => {
  const [version, nonce, data] = sealed.split(".");
  if (version !== "1" || !nonce || !data) throw new Error("not a sealed value");
  const bytes = Buffer.from(data, "base64url");
  const cipher = createDecipheriv("aes-256-gcm", deriveKey(purpose), Buffer.from(nonce, "base64url"), { authTagLength: 16 });
  cipher.setAAD(Buffer.from(owner)).setAuthTag(bytes.subarray(-16));
  return Buffer.concat([cipher.update(bytes.subarray(0, -16)), cipher.final()]).toString("utf8");
};

/** Keyed digest within one agency: equal numbers give equal digests, nothing else can be learned without the key. */
export const keyedDigest = (purpose: string, orgId: string, plain: string): string => createHmac("sha256", deriveKey(`${purpose}-digest`)).update(`${orgId}\n${plain}`).digest("base64url");
