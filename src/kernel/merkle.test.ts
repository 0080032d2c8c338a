import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { fromBase64, toBase64 } from "./base64.ts";
import {
  consistencyRanges,
  Frontier,
  hasherFrom,
  inclusionRanges,
  rangeRoot,
  verifyConsistency,
  verifyInclusion,
  type Hash,
} from "./merkle.ts";
import { sha256 } from "./sha256.ts";

// A second implementation: the recursive definitions of RFC 6962, section 2.1, word for word, on
// node:crypto.
const H = (...parts: Uint8Array[]) => createHash("sha256").update(Buffer.concat(parts)).digest();
const k = (n: number): number => {
  let p = 1;
  while (p << 1 < n) p <<= 1;
  return p;
};
const MTH = (d: Uint8Array[]): Buffer =>
  d.length === 0
    ? H()
    : d.length === 1
      ? H(Uint8Array.of(0), d[0]!)
      : H(Uint8Array.of(1), MTH(d.slice(0, k(d.length))), MTH(d.slice(k(d.length))));
const PATH = (m: number, d: Uint8Array[]): Buffer[] =>
  d.length === 1
    ? []
    : m < k(d.length)
      ? [...PATH(m, d.slice(0, k(d.length))), MTH(d.slice(k(d.length)))]
      : [...PATH(m - k(d.length), d.slice(k(d.length))), MTH(d.slice(0, k(d.length)))];
const SUBPROOF = (m: number, d: Uint8Array[], b: boolean): Buffer[] => {
  const n = d.length;
  if (m === n) return b ? [] : [MTH(d)];
  return m <= k(n)
    ? [...SUBPROOF(m, d.slice(0, k(n)), b), MTH(d.slice(k(n)))]
    : [...SUBPROOF(m - k(n), d.slice(k(n)), false), MTH(d.slice(0, k(n)))];
};

const hasher = hasherFrom(sha256);
const data = (n: number) => Array.from({ length: n }, (_, i) => Buffer.from(`entry ${i}`));
const text = (hashes: Buffer[]) => hashes.map((h) => h.toString("base64"));

const grow = (entries: Uint8Array[]) => {
  const nodes = new Map<string, Hash>();
  const frontier = new Frontier(hasher);
  frontier.append(entries.map(hasher.leaf), (level, index, hash) =>
    nodes.set(`${level}/${index}`, hash),
  );
  return { frontier, nodeAt: (level: number, index: number) => nodes.get(`${level}/${index}`)! };
};

test("SHA-256 agrees with OpenSSL for every length around the block borders, and base64 with Buffer", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      expect(Buffer.from(sha256(bytes)).equals(H(bytes))).toBe(true);
      expect(toBase64(bytes)).toBe(Buffer.from(bytes).toString("base64"));
      expect(Buffer.from(fromBase64(toBase64(bytes))).equals(Buffer.from(bytes))).toBe(true);
    }),
  );
  expect(() => fromBase64("QQ==".replace("Q=", "R="))).toThrow(/bits behind/);
});

test("the known root of the RFC's first test vectors (certificate-transparency, reference tree of 8)", () => {
  const leaves = [
    "",
    "00",
    "10",
    "2021",
    "3031",
    "40414243",
    "5051525354555657",
    "606162636465666768696a6b6c6d6e6f",
  ].map((hex) => Buffer.from(hex, "hex"));
  expect(Buffer.from(grow(leaves).frontier.root(), "base64").toString("hex")).toBe(
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
  );
  expect(new Frontier(hasher).root()).toBe(H().toString("base64"));
});

test("roots, inclusion and consistency proofs equal the recursive definition for every size up to 70", () => {
  for (let n = 1; n <= 70; n++) {
    const entries = data(n);
    const { frontier, nodeAt } = grow(entries);
    const root = MTH(entries).toString("base64");
    expect(frontier.root()).toBe(root);
    for (let m = 0; m < n; m++) {
      const proof = inclusionRanges(m, n).map((range) => rangeRoot(hasher, range, nodeAt));
      expect(proof).toEqual(text(PATH(m, entries)));
      expect(verifyInclusion(hasher, hasher.leaf(entries[m]!), m, n, proof, root)).toBe(true);
    }
    for (let m = 1; m <= n; m++) {
      const proof = consistencyRanges(m, n).map((range) => rangeRoot(hasher, range, nodeAt));
      expect(proof).toEqual(text(SUBPROOF(m, entries, true)));
      expect(
        verifyConsistency(hasher, m, MTH(entries.slice(0, m)).toString("base64"), n, root, proof),
      ).toBe(true);
    }
  }
});

test("appending in any batches gives the same frontier", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 40 }), { maxLength: 8 }), (sizes) => {
      const all = data(sizes.reduce((a, b) => a + b, 0)).map(hasher.leaf);
      let frontier = new Frontier(hasher);
      let at = 0;
      for (const size of sizes) {
        frontier = new Frontier(hasher, frontier.size, frontier.peaks);
        frontier.append(all.slice(at, (at += size)));
      }
      const whole = new Frontier(hasher);
      whole.append(all);
      expect(frontier.peaks).toEqual(whole.peaks);
    }),
  );
});

test("no wrong proof is accepted: another index, size, root, leaf, or one altered, dropped, added or swapped step", () => {
  const mutations = fc.record({
    n: fc.integer({ min: 2, max: 200 }),
    at: fc.nat(),
    kind: fc.integer({ min: 0, max: 6 }),
    step: fc.nat(),
    other: fc.nat(),
  });
  fc.assert(
    fc.property(mutations, ({ n, at, kind, step, other }) => {
      const entries = data(n);
      const m = at % n;
      const { frontier, nodeAt } = grow(entries);
      const proof = inclusionRanges(m, n).map((range) => rangeRoot(hasher, range, nodeAt));
      const root = frontier.root();
      const leaf = hasher.leaf(entries[m]!);
      const bad = [...proof];
      const i = step % proof.length;
      const wrong = hasher.digest(Buffer.from(`wrong ${other}`));
      const verdicts = [
        () => verifyInclusion(hasher, leaf, (m + 1 + (other % (n - 1))) % n, n, proof, root),
        () => verifyInclusion(hasher, wrong, m, n, proof, root),
        () => verifyInclusion(hasher, leaf, m, n, proof, wrong),
        () => (bad.splice(i, 1, wrong), verifyInclusion(hasher, leaf, m, n, bad, root)),
        () => (bad.splice(i, 1), verifyInclusion(hasher, leaf, m, n, bad, root)),
        () => (bad.splice(i, 0, bad[i]!), verifyInclusion(hasher, leaf, m, n, bad, root)),
        () => verifyInclusion(hasher, leaf, m, m, proof, root),
      ];
      expect(verdicts[kind]!()).toBe(false);
    }),
    { numRuns: 500 },
  );
});

test("no rewritten past is accepted as consistent", () => {
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 120 }), fc.nat(), fc.nat(), (n, a, b) => {
      const m = 1 + (a % (n - 1));
      const altered = b % m;
      const entries = data(n);
      const forged = entries.map((e, i) => (i === altered ? Buffer.from("forged") : e));
      const { frontier, nodeAt } = grow(forged);
      const proof = consistencyRanges(m, n).map((range) => rangeRoot(hasher, range, nodeAt));
      expect(
        verifyConsistency(
          hasher,
          m,
          MTH(entries.slice(0, m)).toString("base64"),
          n,
          frontier.root(),
          proof,
        ),
      ).toBe(false);
      expect(
        verifyConsistency(
          hasher,
          m,
          MTH(forged.slice(0, m)).toString("base64"),
          n,
          frontier.root(),
          proof,
        ),
      ).toBe(true);
    }),
  );
});

test("sizes that do not exist are refused", () => {
  expect(() => inclusionRanges(5, 5)).toThrow(RangeError);
  expect(() => consistencyRanges(0, 5)).toThrow(RangeError);
  expect(() => new Frontier(hasher, 3, [])).toThrow(RangeError);
  expect(verifyConsistency(hasher, 3, "x", 2, "x", [])).toBe(false);
});
