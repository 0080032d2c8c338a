import {
  createHmac,
  createPrivateKey,
  createPublicKey,
  createSecretKey,
  hkdfSync,
  randomBytes,
  sign,
  type KeyObject,
} from "node:crypto";
import { linkSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { verifierKey, type Sign, type VerifierKey } from "#kernel/checkpoint.ts";

/**
 * What the audit record is sealed with. One 32-byte secret, kept outside PostgreSQL; both keys are
 * derived from it (HKDF-SHA256).
 */
export type AuditKeys = {
  /** HMAC-SHA256 in base64 over an entry's facts. */
  mac(message: string): string;
  /** Ed25519 over checkpoints and bundle headers. */
  sign: Sign;
  verifier: VerifierKey;
};

const KEY_NAME = "levee-audit";
// The fixed DER header of a PKCS #8 Ed25519 private key (RFC 8410); 32 bytes of seed follow.
const PKCS8_ED25519 = Buffer.from("302e020100300506032b657004220420", "hex");

/** Derives the keys from a 32-byte secret. */
export const deriveAuditKeys = (secret: Uint8Array): AuditKeys => {
  if (secret.length !== 32) throw new Error("The audit key must have 32 bytes.");
  const derive = (info: string) =>
    Buffer.from(hkdfSync("sha256", secret, "", `levee/${info}/1`, 32));
  const macKey = createSecretKey(derive("audit-mac")); // as a key object: a sixth of the time of raw bytes
  const privateKey: KeyObject = createPrivateKey({
    key: Buffer.concat([PKCS8_ED25519, derive("audit-sign")]),
    format: "der",
    type: "pkcs8",
  });
  const publicKey = createPublicKey(privateKey)
    .export({ format: "der", type: "spki" })
    .subarray(-32);
  return {
    mac: (message) => createHmac("sha256", macKey).update(message).digest("base64"),
    sign: (message) => sign(null, message, privateKey),
    verifier: verifierKey(KEY_NAME, publicKey),
  };
};

/**
 * The secret: LEVEE_AUDIT_KEY (base64 of 32 bytes; the same on every instance), or `keys/audit.key`
 * in the data folder, made on first use
 * with mode 0600. Throws when the file is readable by others or damaged.
 */
const readAuditSecret = (dataDir: string, env: NodeJS.ProcessEnv = process.env): Uint8Array => {
  if (env.LEVEE_AUDIT_KEY) return decode(env.LEVEE_AUDIT_KEY, "LEVEE_AUDIT_KEY");
  const folder = join(dataDir, "keys");
  const file = join(folder, "audit.key");
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const own = join(folder, `.${randomBytes(8).toString("hex")}`);
  writeFileSync(own, `${randomBytes(32).toString("base64")}\n`, {
    mode: 0o600,
    flag: "wx",
    flush: true,
  });
  try {
    linkSync(own, file); // whole or not at all: two instances may start at once
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    rmSync(own);
  }
  if (process.platform !== "win32" && statSync(file).mode & 0o077)
    throw new Error(`${file} can be read by others. Run: chmod 600 ${file}`);
  return decode(readFileSync(file, "utf8"), file);
};

const decode = (text: string, from: string): Uint8Array => {
  const secret = Buffer.from(text.trim(), "base64");
  if (secret.length !== 32) throw new Error(`${from} must hold 32 bytes in base64.`);
  return secret;
};

let opened: AuditKeys | undefined;

/** The keys of this process; `useAuditKeys` sets others (tests). */
export const auditKeys = (): AuditKeys =>
  (opened ??= deriveAuditKeys(readAuditSecret(process.env.LEVEE_DATA_DIR || "./data")));

export const useAuditKeys = (keys: AuditKeys | undefined): void => {
  opened = keys;
};
