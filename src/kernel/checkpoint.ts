// Signed checkpoints: C2SP tlog-checkpoint inside a C2SP signed-note, Ed25519 (signature type
// 0x01).
import type { Instant } from "./time.ts";
import { fromBase64, toBase64 } from "./base64.ts";
import { isHash, type Hash } from "./merkle.ts";
import { sha256 } from "./sha256.ts";

/**
 * What an agency's log was at one moment. `at` is ISO 8601 UTC, printed as the note's one extension
 * line.
 */
export interface Checkpoint {
  origin: string;
  size: number;
  root: Hash;
  at: Instant;
}

/**
 * A public key under the name that signs. Written `<name>+<key id>+<base64(0x01 ‖ key)>` (C2SP
 * signed-note verifier key).
 */
export interface VerifierKey {
  name: string;
  id: Uint8Array;
  publicKey: Uint8Array;
}

export type Sign = (message: Uint8Array) => Uint8Array;
export type Verify = (
  publicKey: Uint8Array,
  message: Uint8Array,
  signature: Uint8Array,
) => boolean | Promise<boolean>;

const ED25519 = 1;
const utf8 = new TextEncoder();
const AT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3,6}Z$/;

/** The origin line of an agency's log. */
export const originOf = (orgId: string): string => `levee/audit/${orgId}`;

function concat(...parts: Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

function keyId(name: string, publicKey: Uint8Array): Uint8Array {
  return sha256(concat(utf8.encode(`${name}\n`), Uint8Array.of(ED25519), publicKey)).subarray(0, 4);
}

const hex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/**
 * Names a raw 32-byte Ed25519 public key. Throws RangeError on a wrong length or a name with spaces
 * or `+`.
 */
export function verifierKey(name: string, publicKey: Uint8Array): VerifierKey {
  if (publicKey.length !== 32) throw new RangeError("an Ed25519 public key has 32 bytes");
  if (!/^[^\s+]+$/.test(name)) throw new RangeError("a key name has no spaces and no plus sign");
  return { name, id: keyId(name, publicKey), publicKey };
}

export const formatVerifierKey = (key: VerifierKey): string =>
  `${key.name}+${hex(key.id)}+${toBase64(concat(Uint8Array.of(ED25519), key.publicKey))}`;

/**
 * Reads a verifier key file. Throws RangeError when it is none, is of another type, or its id does
 * not belong to it.
 */
export function parseVerifierKey(text: string): VerifierKey {
  const match = /^([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]+=*)$/.exec(text.trim());
  if (!match) throw new RangeError("this is not a public key file of an audit ledger");
  const bytes = fromBase64(match[3]!);
  if (bytes[0] !== ED25519) throw new RangeError("the key is not an Ed25519 key");
  const key = verifierKey(match[1]!, bytes.subarray(1));
  if (hex(key.id) !== match[2]) throw new RangeError("the key's id does not belong to the key");
  return key;
}

/** SHA-256 of the public key in groups of four, as two people read it to each other. */
export function fingerprint(key: VerifierKey): string {
  return hex(sha256(key.publicKey)).match(/.{4}/g)!.join(" ");
}

/** The text that is signed. */
export function checkpointText({ origin, size, root, at }: Checkpoint): string {
  return `${origin}\n${size}\n${root}\nat ${at}\n`;
}

/** Signs a text (ending in a newline) as a note. */
export function signNote(key: VerifierKey, text: string, sign: Sign): string {
  return `${text}\n— ${key.name} ${toBase64(concat(key.id, sign(utf8.encode(text))))}\n`;
}

/**
 * Reads a note's text and checks the signature of `key`. Returns why it does not hold, or the text.
 */
export async function openNote(
  note: string,
  key: VerifierKey,
  verify: Verify = verifyEd25519,
): Promise<{ text: string } | { problem: string }> {
  const match = /^([^]*\n)\n— ([^\s+]+) ([A-Za-z0-9+/]+=*)\n$/.exec(note);
  if (!match) return { problem: "it is not a signed note" };
  const [, text, name, encoded] = match as unknown as [string, string, string, string];
  let bytes: Uint8Array;
  try {
    bytes = fromBase64(encoded);
  } catch {
    return { problem: "its signature is not base64" };
  }
  if (name !== key.name || hex(bytes.subarray(0, 4)) !== hex(key.id))
    return { problem: "it was signed by another key" };
  if (bytes.length !== 68 || !(await verify(key.publicKey, utf8.encode(text), bytes.subarray(4))))
    return { problem: "its signature does not hold" };
  return { text };
}

/** Parses a checkpoint's text; undefined when it is none. */
export function parseCheckpoint(text: string): Checkpoint | undefined {
  const [origin, size, root, at, end, ...rest] = text.split("\n");
  if (!origin || !size || !root || !at || end !== "" || rest.length) return undefined;
  if (
    !/^(0|[1-9]\d{0,15})$/.test(size) ||
    !isHash(root) ||
    !at.startsWith("at ") ||
    !AT.test(at.slice(3))
  )
    return undefined;
  return { origin, size: Number(size), root, at: at.slice(3) as Instant };
}

/** Ed25519 by the runtime's WebCrypto. Throws when the runtime has none. */
async function verifyEd25519(
  publicKey: Uint8Array,
  message: Uint8Array,
  signature: Uint8Array,
): Promise<boolean> {
  const key = await crypto.subtle.importKey(
    "raw",
    publicKey as BufferSource,
    { name: "Ed25519" },
    false,
    ["verify"],
  );
  return crypto.subtle.verify(
    { name: "Ed25519" },
    key,
    signature as BufferSource,
    message as BufferSource,
  );
}
