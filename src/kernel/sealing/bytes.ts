import { fromBase64, toBase64 } from "../base64.ts";

/** Bytes that WebCrypto takes: never a view of shared memory. */
export type Bytes = Uint8Array<ArrayBuffer>;

const encoder = new TextEncoder();

export const utf8 = (text: string): Bytes => encoder.encode(text) as Bytes;

/** Several byte strings as one. */
export const concat = (...parts: readonly Uint8Array[]): Bytes => {
  const joined = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
};

/** `a` XOR `b`. Throws RangeError when their lengths differ. */
export const xor = (a: Uint8Array, b: Uint8Array): Bytes => {
  if (a.length !== b.length)
    throw new RangeError("only byte strings of one length can be combined");
  return Uint8Array.from(a, (byte, i) => byte ^ b[i]!);
};

/** True when both hold the same bytes. */
export const sameBytes = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, i) => byte === b[i]);

export const randomBytes = (count: number): Bytes => crypto.getRandomValues(new Uint8Array(count));

/** SHA-256, 32 bytes. */
const digest = async (bytes: Bytes): Promise<Bytes> =>
  new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));

export const hex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** SHA-256 in hex. */
export const digestHex = async (bytes: Bytes): Promise<string> => hex(await digest(bytes));

export const base64 = toBase64;

/** Strict base64 to bytes. Throws RangeError on a damaged text. */
export const unbase64 = (text: string): Bytes => Uint8Array.from(fromBase64(text));
