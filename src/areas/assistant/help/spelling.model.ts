import { stemOf } from "./words.model.ts";

/** Letters that may be wrong: none in short words and in what holds a digit. */
const mostWrong = (word: string): number =>
  /\d/.test(word) || word.length < 4 ? 0 : word.length < 8 ? 1 : 2;
/** A word of four letters may lack one, and no more: too many others resemble it. */
const resembles = (word: string, candidate: string): boolean =>
  candidate[0] === word[0] && candidate.length >= (word.length === 4 ? 5 : 4);

/**
 * Letters to change, add, leave out or exchange with their neighbour to come from one word to the
 * other (Damerau–Levenshtein, neighbours only); more than `most` counts as `most + 1`.
 */
export const distance = (a: string, b: string, most: number): number => {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      row[j] = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + Number(!same));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        row[j] = Math.min(row[j]!, before[j - 2]! + 1);
    }
    [before, last] = [last, row];
  }
  return Math.min(last[b.length]!, most + 1);
};

export type Speller = (word: string) => string;

/**
 * Mends typing errors towards words that are known, with how often each stands somewhere: the
 * nearest with the same first letter, of several the most frequent. Known words stay, and so does
 * what resembles nothing.
 */
export const speller = (known: ReadonlyMap<string, number>): Speller => {
  const knownStems = new Set([...known.keys()].map(stemOf));
  return (word) => {
    const most = mostWrong(word);
    if (most === 0 || known.has(word) || knownStems.has(stemOf(word))) return word;
    let best = { word, off: most + 1, times: 0 };
    for (const [candidate, times] of known) {
      if (!resembles(word, candidate)) continue;
      const off = distance(word, candidate, most);
      if (off < best.off || (off === best.off && off <= most && times > best.times))
        best = { word: candidate, off, times };
    }
    return best.word;
  };
};
