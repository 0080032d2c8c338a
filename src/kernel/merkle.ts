// The Merkle tree of RFC 6962 (section 2.1) / RFC 9162: leaf = H(0x00 ‖ data), node = H(0x01 ‖ left
// ‖ right).
import { fromBase64, toBase64 } from "./base64.ts";

/**
 * 32 bytes as padded base64 (44 characters): comparable, and already what proofs and checkpoints
 * print.
 */
export type Hash = string;

/** Is it the one spelling of 32 bytes in base64? */
export const isHash = (text: unknown): text is Hash =>
  typeof text === "string" && /^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=$/.test(text);

/** SHA-256 in the three forms that a log needs. Every runtime brings its fastest. */
export interface Hasher {
  digest(data: Uint8Array): Hash;
  leaf(data: Uint8Array): Hash;
  node(left: Hash, right: Hash): Hash;
}

/** A hasher from any synchronous SHA-256. */
export function hasherFrom(sha256: (data: Uint8Array) => Uint8Array): Hasher {
  const digest = (data: Uint8Array): Hash => toBase64(sha256(data));
  return {
    digest,
    leaf(data) {
      const input = new Uint8Array(data.length + 1);
      input.set(data, 1);
      return digest(input);
    },
    node(left, right) {
      const input = new Uint8Array(65);
      input[0] = 1;
      input.set(fromBase64(left), 1);
      input.set(fromBase64(right), 33);
      return digest(input);
    },
  };
}

/**
 * Called for every complete subtree: `hash` covers leaves `index·2^level … (index+1)·2^level − 1`.
 * Level 0 is the leaf.
 */
export type OnNode = (level: number, index: number, hash: Hash) => void;

/**
 * The roots of the complete subtrees of a log, largest first: all that appending needs (at most 53
 * hashes).
 */
export class Frontier {
  size: number;
  peaks: Hash[];
  private readonly hasher: Hasher;

  constructor(hasher: Hasher, size = 0, peaks: readonly Hash[] = []) {
    this.hasher = hasher;
    this.size = size;
    this.peaks = [...peaks];
    if (peaks.length !== bitCount(size))
      throw new RangeError(`a log of ${size} has ${bitCount(size)} peaks, not ${peaks.length}`);
  }

  /** Appends leaf hashes in order. */
  append(leaves: readonly Hash[], onNode?: OnNode): void {
    for (const leaf of leaves) this.appendOne(leaf, onNode);
  }

  appendOne(leaf: Hash, onNode?: OnNode): void {
    let hash = leaf;
    let level = 0;
    let index = this.size;
    onNode?.(0, index, hash);
    while (index % 2 === 1) {
      hash = this.hasher.node(this.peaks.pop()!, hash);
      index = (index - 1) / 2;
      onNode?.(++level, index, hash);
    }
    this.peaks.push(hash);
    this.size++;
  }

  /** Root of the tree so far; of the empty tree, the digest of nothing. */
  root(): Hash {
    if (this.size === 0) return this.hasher.digest(new Uint8Array());
    let hash = this.peaks.at(-1)!;
    for (let i = this.peaks.length - 2; i >= 0; i--) hash = this.hasher.node(this.peaks[i]!, hash);
    return hash;
  }

  copy(): Frontier {
    return new Frontier(this.hasher, this.size, this.peaks);
  }
}

function bitCount(n: number): number {
  let count = 0;
  for (let left = n; left > 0; left = Math.floor(left / 2)) count += left % 2;
  return count;
}

/** Largest power of two smaller than `n` (n ≥ 2). */
function split(n: number): number {
  let k = 1;
  while (k * 2 < n) k *= 2;
  return k;
}

/** Leaves `from … to − 1`, a part whose root stands in a proof. */
export interface Range {
  from: number;
  to: number;
}

/**
 * The parts whose roots prove that leaf `index` lies in the tree of `size` leaves (RFC 6962,
 * 2.1.1), nearest first.
 * Throws RangeError unless 0 ≤ index < size.
 */
export function inclusionRanges(index: number, size: number): Range[] {
  if (!(Number.isSafeInteger(index) && Number.isSafeInteger(size) && index >= 0 && index < size))
    throw new RangeError(`no leaf ${index} in a log of ${size}`);
  const ranges: Range[] = [];
  let from = 0;
  let to = size;
  while (to - from > 1) {
    const middle = from + split(to - from);
    if (index < middle) {
      ranges.push({ from: middle, to });
      to = middle;
    } else {
      ranges.push({ from, to: middle });
      from = middle;
    }
  }
  return ranges.reverse();
}

/**
 * The parts whose roots prove that the tree of `size` leaves begins with the tree of `earlier`
 * leaves (RFC 6962, 2.1.2).
 * Throws RangeError unless 0 < earlier ≤ size.
 */
export function consistencyRanges(earlier: number, size: number): Range[] {
  if (
    !(Number.isSafeInteger(earlier) && Number.isSafeInteger(size) && earlier > 0 && earlier <= size)
  )
    throw new RangeError(`no consistency from ${earlier} to ${size}`);
  const ranges: Range[] = [];
  let from = 0;
  let to = size;
  let whole = true;
  while (to !== earlier) {
    const middle = from + split(to - from);
    if (earlier <= middle) {
      ranges.push({ from: middle, to });
      to = middle;
    } else {
      ranges.push({ from, to: middle });
      from = middle;
      whole = false;
    }
  }
  if (!whole) ranges.push({ from, to });
  return ranges.reverse();
}

/** The complete subtrees (level, index) that make up a part, left to right. */
export function subtreesOf({ from, to }: Range): { level: number; index: number }[] {
  const parts: { level: number; index: number }[] = [];
  for (let at = from; at < to;) {
    let width = 1;
    let level = 0;
    while (at % (width * 2) === 0 && at + width * 2 <= to) {
      width *= 2;
      level++;
    }
    parts.push({ level, index: at / width });
    at += width;
  }
  return parts;
}

/** Root of a part, its complete subtrees given by `nodeAt`. */
export function rangeRoot(
  hasher: Hasher,
  range: Range,
  nodeAt: (level: number, index: number) => Hash,
): Hash {
  const hashes = subtreesOf(range).map(({ level, index }) => nodeAt(level, index));
  let root = hashes.pop()!;
  while (hashes.length) root = hasher.node(hashes.pop()!, root);
  return root;
}

const half = (n: number): number => Math.floor(n / 2);

/**
 * Does `proof` lead from the leaf hash at `index` to `root` of a tree of `size` leaves? (RFC 9162,
 * 2.1.3.2)
 */
export function verifyInclusion(
  hasher: Hasher,
  leaf: Hash,
  index: number,
  size: number,
  proof: readonly Hash[],
  root: Hash,
): boolean {
  if (!(Number.isSafeInteger(index) && Number.isSafeInteger(size) && index >= 0 && index < size))
    return false;
  let at = index;
  let last = size - 1;
  let hash = leaf;
  for (const step of proof) {
    if (last === 0) return false;
    if (at % 2 === 1 || at === last) {
      hash = hasher.node(step, hash);
      while (at % 2 === 0 && at !== 0) {
        at = half(at);
        last = half(last);
      }
    } else hash = hasher.node(hash, step);
    at = half(at);
    last = half(last);
  }
  return last === 0 && hash === root;
}

/** Does the tree of `size` leaves begin with the tree of `earlier` leaves? (RFC 9162, 2.1.4.2) */
export function verifyConsistency(
  hasher: Hasher,
  earlier: number,
  earlierRoot: Hash,
  size: number,
  root: Hash,
  proof: readonly Hash[],
): boolean {
  if (
    !(Number.isSafeInteger(earlier) && Number.isSafeInteger(size) && earlier > 0 && earlier <= size)
  )
    return false;
  if (earlier === size) return proof.length === 0 && earlierRoot === root;
  let at = earlier - 1;
  let last = size - 1;
  while (at % 2 === 1) {
    at = half(at);
    last = half(last);
  }
  const path = at === 0 ? [earlierRoot, ...proof] : [...proof];
  let first = path.shift();
  let second = first;
  if (first === undefined || second === undefined) return false;
  for (const step of path) {
    if (last === 0) return false;
    if (at % 2 === 1 || at === last) {
      first = hasher.node(step, first);
      second = hasher.node(step, second);
      while (at % 2 === 0 && at !== 0) {
        at = half(at);
        last = half(last);
      }
    } else second = hasher.node(second, step);
    at = half(at);
    last = half(last);
  }
  return last === 0 && first === earlierRoot && second === root;
}
