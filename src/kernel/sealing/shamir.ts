// Shamir's secret sharing over GF(2^8) with the polynomial of AES (x^8 + x^4 + x^3 + x + 1), byte
// by byte.
import { type Bytes, randomBytes } from "./bytes.ts";

/**
 * One share: the place where the polynomials were evaluated (1 … n), and a byte for each byte of
 * the secret.
 */
export type Share = { x: number; bytes: Bytes };

const exp = new Uint8Array(510);
const log = new Uint8Array(256);
for (let i = 0, value = 1; i < 255; i++) {
  exp[i] = exp[i + 255] = value;
  log[value] = i;
  value ^= (value << 1) ^ (value & 0x80 ? 0x11b : 0); // times the generator x + 1
  value &= 0xff;
}
const times = (a: number, b: number): number => (a && b ? exp[log[a]! + log[b]!]! : 0);
const over = (a: number, b: number): number => (a ? exp[log[a]! + 255 - log[b]!]! : 0);

/**
 * Splits a secret so that any `threshold` of `count` shares give it back and fewer say nothing. 2 ≤
 * threshold ≤ count ≤ 255, else RangeError.
 */
export const splitSecret = (secret: Uint8Array, threshold: number, count: number): Share[] => {
  if (!(threshold >= 2 && threshold <= count && count <= 255))
    throw new RangeError("a secret is split 2 ≤ threshold ≤ count ≤ 255");
  const terms = Array.from({ length: threshold - 1 }, () => randomBytes(secret.length));
  return Array.from({ length: count }, (_, i) => {
    const x = i + 1;
    return {
      x,
      bytes: Uint8Array.from(secret, (byte, at) =>
        terms.reduceRight((sum, term) => times(sum, x) ^ term[at]!, 0),
      ).map((sum, at) => times(sum, x) ^ secret[at]!),
    };
  });
};

/**
 * The value of the polynomials through `shares` at `x`: 0 gives the secret, another place gives
 * that share, so that a share can be compared with
 * the ones that opened. Needs exactly the threshold's number of shares. Throws RangeError when two
 * stand at one place, at 0, or differ in length.
 */
export const interpolate = (shares: readonly Share[], x = 0): Bytes => {
  const size = shares[0]?.bytes.length ?? 0;
  const places = new Set(shares.map((share) => share.x));
  if (
    shares.length < 2 ||
    places.size !== shares.length ||
    places.has(0) ||
    shares.some((share) => share.bytes.length !== size)
  )
    throw new RangeError("these shares do not belong together");
  const weights = shares.map((share) =>
    shares.reduce(
      (weight, other) =>
        other === share ? weight : times(weight, over(other.x ^ x, other.x ^ share.x)),
      1,
    ),
  );
  return Uint8Array.from({ length: size }, (_, at) =>
    shares.reduce((sum, share, i) => sum ^ times(share.bytes[at]!, weights[i]!), 0),
  );
};
