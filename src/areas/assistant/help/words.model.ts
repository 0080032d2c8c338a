import { stemmer } from "stemmer";
import { chatter } from "./chatter.data.ts";
import { everydayWords, firstNames } from "./everyday.data.ts";
import { alsoMeans, sameWords } from "./synonyms.data.ts";

/** The words of a text as they stand, in lower case: "W-9" is `w9`, "P.O." is `po`. */
export const wordsIn = (text: string): string[] =>
  text
    .toLowerCase()
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .replace(/[’']s\b/g, "")
    .replace(/[’']/g, "")
    .replace(/\b([a-z])\.([a-z])\b\.?/g, "$1$2")
    .replace(/\b([a-z])-(?=\d)/g, "$1")
    .match(/[a-z0-9]+/g) ?? [];

/** A word without its ending; words with a digit and very short ones stay. */
export const stemOf = (word: string): string =>
  word.length < 3 || /\d/.test(word) ? word : stemmer(word);

const stems = (phrase: string) => wordsIn(phrase).map(stemOf).join(" ");
/** Beginnings of phrases, each with the name of its group or null where the phrase goes on. */
const groups = new Map<string, string>();
let longest = 1;
for (const group of [...sameWords, ...everydayWords])
  for (const phrase of group) {
    const key = stems(phrase);
    longest = Math.max(longest, key.split(" ").length);
    if (!groups.has(key)) groups.set(key, `=${stems(group[0]!)}`);
  }
/** What a phrase hints at; what the first of a group hints at, all of them do. */
const hints = new Map<string, readonly string[]>(firstNames.map((name) => [name, ["member"]]));
for (const [word, means] of Object.entries(alsoMeans)) {
  const key = stems(word);
  hints.set(key, means);
  hints.set(groups.get(key) ?? key, means);
}
longest = Math.max(longest, ...[...hints.keys()].map((key) => key.split(" ").length));

/** Every word that a synonym, a hint or a bit of chatter is made of. */
export const keptWords: readonly string[] = [
  ...sameWords.flat(),
  ...everydayWords.flat(),
  ...firstNames,
  ...Object.keys(alsoMeans),
  ...chatter,
].flatMap(wordsIn);

/** A thing that a text speaks of: its term, the words it stands for, where it stood. */
export type Term = { term: string; words: readonly string[]; hint: readonly string[] };

/**
 * A text as terms: phrases that mean the same are one term (`=vendor`), other words their stems;
 * chatter is left out.
 */
export const termsIn = (words: readonly string[]): Term[] => {
  const all = words.map(stemOf);
  const terms: Term[] = [];
  for (let at = 0; at < words.length;) {
    let size = Math.min(longest, words.length - at);
    let found: string | undefined;
    let hint: readonly string[] | undefined;
    for (; size > 0; size--) {
      const key = all.slice(at, at + size).join(" ");
      found = groups.get(key);
      hint = hints.get(key) ?? hints.get(found ?? "");
      if (found || hint) break;
    }
    const taken = words.slice(at, at + Math.max(1, size));
    const said = size > 1 || !chatter.has(words[at]!);
    if (said && (found || hint || (taken[0]!.length > 1 && !chatter.has(taken[0]!))))
      terms.push({
        term: found ?? all.slice(at, at + taken.length).join(" "),
        words: taken,
        hint: hint ?? [],
      });
    at += taken.length;
  }
  return terms;
};

/**
 * What a text is found by: its terms, and the single words of the phrases among them, so that
 * "order" finds "purchase order".
 */
export const indexTerms = (text: string): string[] =>
  termsIn(wordsIn(text)).flatMap(({ term, words }) =>
    words.length > 1
      ? [term, ...words.filter((word) => !chatter.has(word)).flatMap((word) => termOf(word))]
      : [term],
  );

/** The term of one word alone. */
const termOf = (word: string): string[] => termsIn([word]).map(({ term }) => term);
