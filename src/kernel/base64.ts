const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const VALUE = new Int16Array(128).fill(-1);
for (let i = 0; i < 64; i++) VALUE[ALPHABET.charCodeAt(i)] = i;

/** Standard base64 with padding (RFC 4648, section 4). */
export function toBase64(bytes: Uint8Array): string {
  let text = "";
  for (let i = 0; i < bytes.length; i += 3) {
    const n = (bytes[i]! << 16) | ((bytes[i + 1] ?? 0) << 8) | (bytes[i + 2] ?? 0);
    text +=
      ALPHABET[n >> 18]! +
      ALPHABET[(n >> 12) & 63]! +
      (i + 1 < bytes.length ? ALPHABET[(n >> 6) & 63]! : "=") +
      (i + 2 < bytes.length ? ALPHABET[n & 63]! : "=");
  }
  return text;
}

/**
 * Strict base64: throws RangeError on a wrong length, a foreign character or set bits behind the
 * end.
 */
export function fromBase64(text: string): Uint8Array {
  if (text.length % 4 !== 0) throw new RangeError("base64 has a wrong length");
  const pad = text.endsWith("==") ? 2 : text.endsWith("=") ? 1 : 0;
  const bytes = new Uint8Array((text.length / 4) * 3 - pad);
  let bits = 0;
  let held = 0;
  let at = 0;
  for (let i = 0; i < text.length - pad; i++) {
    const value = VALUE[text.charCodeAt(i)] ?? -1;
    if (value < 0) throw new RangeError("base64 has a foreign character");
    held = ((held << 6) | value) & 0xffff;
    bits += 6;
    if (bits >= 8) bytes[at++] = (held >> (bits -= 8)) & 255;
  }
  if (held & ((1 << bits) - 1)) throw new RangeError("base64 has bits behind its end");
  return bytes;
}

const foreign = /[^A-Za-z0-9+/]/;

/**
 * Whether a text is written in base64 with padding, of whatever length. Looks for a foreign character
 * instead of matching the whole: a pattern over a file of ten megabytes overflows the engine's stack.
 */
export function writtenInBase64(text: string): boolean {
  const pad = text.endsWith("==") ? 2 : text.endsWith("=") ? 1 : 0;
  return text.length > pad && !foreign.test(text.slice(0, text.length - pad));
}
