import { matchWords, wordLikeness } from "../screening/match.model.ts";

const span = 2 ** 52;
const unused = -1;
const whole = -2;
const mostOfOneKey = 8;
const shortestSkeleton = 5;

/**
 * 52 bits of a word's hash; those of a name are added up, so that their order does not matter and
 * one can be taken off again.
 */
const hashOf = (word: string): number => {
  let a = 0x811c9dc5;
  let b = 0x41c6ce57;
  for (let i = 0; i < word.length; i++) {
    const c = word.charCodeAt(i);
    a = Math.imul(a ^ c, 0x01000193);
    b = Math.imul(b ^ c, 1597334677);
  }
  return ((b ^ (b >>> 15)) >>> 12) * 4294967296 + ((a ^ (a >>> 15)) >>> 0);
};

// First letter and consonants, doubled ones once: vowels and doubled letters are what is mistyped
// most.
const bonesOf = (word: string): string => {
  let bones = word[0]!;
  for (let i = 1; i < word.length; i++)
    if (!"aeiouy".includes(word[i]!) && word[i] !== bones.at(-1)) bones += word[i]!;
  return bones;
};

/**
 * What is kept of a word; `id` is unused where it cannot be misspelt: figures and short words are
 * often each another.
 */
type Word = { text: string; hash: number; bones: string; id: number };
type Alike = ((left: number) => boolean) | null;

/**
 * Names that were seen, and which of them a new one is much like: the same words in another order
 * or abbreviated, one word misspelt (as far as `wordLikeness`
 * forgives), one word more, or the same but for vowels and doubled letters. A name is compared only
 * with those that share all words but one, at most
 * eight for each: some five look-ups a name, whatever was seen before. Numbers and words of up to
 * three letters must be the same.
 */
export class LikeNames {
  private keys = new Float64Array(16_384);
  private refs = new Int32Array(16_384);
  private left = new Int32Array(16_384).fill(unused);
  private held = 0;
  private readonly words: Word[] = [];
  private readonly known = new Map<string, Word>();

  private wordOf(text: string): Word {
    let word = this.known.get(text);
    if (word) return word;
    if (text.length < 4 || /\d/.test(text))
      return { text, hash: hashOf(text), bones: text, id: unused };
    word = { text, hash: hashOf(text), bones: bonesOf(text), id: this.words.length };
    this.known.set(text, word);
    this.words.push(word);
    return word;
  }

  /** Keeps an entry; the ref of the first other one under its key that `alike` takes, or null. */
  private visit(key: number, ref: number, left: number, alike: Alike): number | null {
    const last = this.left.length - 1;
    let at = (key % 4294967296) & last;
    let found: number | null = null;
    for (let same = 0; this.left[at] !== unused; at = (at + 1) & last) {
      if (this.keys[at] !== key) continue;
      if (alike && found === null && this.refs[at] !== ref && alike(this.left[at]!))
        found = this.refs[at]!;
      if (++same >= mostOfOneKey) return found;
    }
    this.keys[at] = key;
    this.refs[at] = ref;
    this.left[at] = left;
    if (++this.held > last * 0.6) this.grow();
    return found;
  }

  private grow(): void {
    const { keys, refs, left } = this;
    this.keys = new Float64Array(keys.length * 4);
    this.refs = new Int32Array(keys.length * 4);
    this.left = new Int32Array(keys.length * 4).fill(unused);
    this.held = 0;
    for (let i = 0; i < keys.length; i++)
      if (left[i] !== unused) this.visit(keys[i]!, refs[i]!, left[i]!, null);
  }

  /**
   * Keeps a name under `ref` (an integer of the caller's). The ref of a name kept before that is
   * much like it, or null; with `ask` false it is only kept.
   */
  add(name: string, ref: number, ask = true): number | null {
    const words = matchWords(name).map((text) => this.wordOf(text));
    const several = words.length >= 2;
    let all = 0;
    let skeleton = "~";
    for (const word of words) {
      all = (all + word.hash) % span;
      skeleton += word.bones;
    }
    // One word more says little of a name of one word: every Larson would be like Larson Paving.
    let found = this.visit(all, ref, whole, ask ? (left) => left === whole || several : null);
    const look = (key: number, left: number, alike: Alike) => {
      const other = this.visit(key, ref, left, ask && found === null ? alike : null);
      found ??= other;
    };
    if (skeleton.length > shortestSkeleton) look(hashOf(skeleton), whole, () => true);
    if (several)
      for (const word of words)
        if (word.id !== unused)
          look((all - word.hash + span) % span, word.id, (left) =>
            left === whole
              ? words.length >= 3
              : wordLikeness(word.text, this.words[left]!.text) > 0,
          );
    return found;
  }
}
