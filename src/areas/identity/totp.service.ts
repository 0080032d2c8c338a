import { createCipheriv, createDecipheriv, randomBytes, timingSafeEqual } from "node:crypto";
import { base32 } from "@better-auth/utils/base32";
import { createOTP } from "@better-auth/utils/otp";
import { deriveKey } from "#server/auth/secrets.ts";

const stepSeconds = 30;

/**
 * A new shared secret: text that carries 150 random bits (RFC 4226 section 4, R6 asks for 128 or
 * more); as it is typed by hand it has ten groups of four letters.
 */
export const newTotpSecret = (): string => randomBytes(19).toString("base64url").slice(0, 25);

/** `otpauth://` address for authenticator apps. */
export const totpUri = (secret: string, account: string, issuer = "Levee"): string =>
  createOTP(secret).url(issuer, account);

/** The secret as an authenticator app wants it typed by hand. */
export const totpText = (secret: string): string =>
  base32.encode(new TextEncoder().encode(secret), { padding: false });

/** HOTP value (RFC 4226 section 5.3) for a counter. */
export const hotp = (secret: string, counter: number): Promise<string> =>
  createOTP(secret).hotp(counter);

/** The 30-second step of an instant in milliseconds (RFC 6238). */
export const totpStep = (atMs: number): number => Math.floor(atMs / 1000 / stepSeconds);

/**
 * The step whose code was typed, allowing one step of clock drift, or null. Steps up to `lastStep`
 * are refused: a code works once.
 */
export const matchTotp = async (
  secret: string,
  code: string,
  atMs: number,
  lastStep: number,
): Promise<number | null> => {
  const typed = Buffer.from(code.replace(/\s/g, ""));
  const now = totpStep(atMs);
  for (const step of [now, now - 1, now + 1]) {
    const expected = Buffer.from(await hotp(secret, step));
    if (step > lastStep && typed.length === expected.length && timingSafeEqual(typed, expected))
      return step;
  }
  return null;
};

/**
 * Encrypts a secret for storage (AES-256-GCM, key outside the database, bound to its owner).
 * Result: `v1.<nonce>.<tag>.<data>` in base64url.
 */
export const sealSecret = (secret: string, personId: string): string => {
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", deriveKey("second-factor"), nonce).setAAD(
    Buffer.from(personId),
  );
  const data = Buffer.concat([cipher.update(secret, "utf8"), cipher.final()]);
  return ["v1", nonce, cipher.getAuthTag(), data]
    .map((p) => (typeof p === "string" ? p : p.toString("base64url")))
    .join(".");
};

/** Reverses `sealSecret`; throws when the text was altered or belongs to somebody else. */
export const openSecret = (sealed: string, personId: string): string => {
  const [version, nonce, tag, data] = sealed.split(".");
  if (version !== "v1" || !nonce || !tag || !data) throw new Error("unknown form of sealed secret");
  const decipher = createDecipheriv(
    "aes-256-gcm",
    deriveKey("second-factor"),
    Buffer.from(nonce, "base64url"),
  );
  decipher.setAAD(Buffer.from(personId)).setAuthTag(Buffer.from(tag, "base64url"));
  return Buffer.concat([
    decipher.update(Buffer.from(data, "base64url")),
    decipher.final(),
  ]).toString("utf8");
};

/** Ten single-use backup codes such as `k7qd-m2xp` (40 bits each). */
export const newBackupCodes = (): string[] =>
  Array.from({ length: 10 }, () =>
    base32
      .encode(new Uint8Array(randomBytes(5)), { padding: false })
      .toLowerCase()
      .replace(/^(.{4})/, "$1-"),
  );
