import { editDistance } from "./match.model.ts";

const room = 2 ** 20;
/** FNV-1a over UTF-16 units, 32 bits. */
const hash = (text: string): number => {
  let h = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
  return h >>> 0;
};
const withoutOne = (word: string): string[] =>
  Array.from(word, (_, at) => word.slice(0, at) + word.slice(at + 1));

/**
 * The words of one list with how many records hold each, and an index that finds words one typing
 * error away (a letter too many, too few,
 * wrong, or two swapped) without looking at all of them: words that agree after one letter is taken
 * from either. At most 2^20 words.
 */
export class WordIndex {
  readonly records: ReadonlyMap<string, number>;
  private readonly words: readonly string[];
  private readonly keys: Float64Array;

  constructor(counts: readonly { word: string; records: number }[]) {
    if (counts.length >= room) throw new Error(`${counts.length} words are too many for one list`);
    this.records = new Map(counts.map((c) => [c.word, c.records]));
    this.words = counts.map((c) => c.word);
    const keys: number[] = [];
    this.words.forEach((word, id) => {
      if (word.length < 4 || /\d/.test(word)) return;
      for (const form of [word, ...withoutOne(word)]) keys.push(hash(form) * room + id);
    });
    this.keys = Float64Array.from(keys).sort();
  }

  private *having(form: string): Generator<string> {
    const from = hash(form) * room;
    let low = 0;
    let high = this.keys.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.keys[middle]! < from) low = middle + 1;
      else high = middle;
    }
    for (; low < this.keys.length && this.keys[low]! < from + room; low++)
      yield this.words[this.keys[low]! - from]!;
  }

  /**
   * Words of the list that are this one or one error away, with the distance (0, 1 or 2 for two
   * letters swapped apart).
   */
  near(word: string): Map<string, number> {
    const found = new Map<string, number>();
    if (this.records.has(word)) found.set(word, 0);
    if (word.length < 4 || /\d/.test(word)) return found;
    for (const form of [word, ...withoutOne(word)])
      for (const other of this.having(form)) {
        if (found.has(other)) continue;
        const distance = editDistance(word, other, 2);
        if (distance <= (Math.max(word.length, other.length) >= 8 ? 2 : 1))
          found.set(other, distance);
      }
    return found;
  }
}
