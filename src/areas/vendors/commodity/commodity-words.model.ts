// How people call what they buy, beside the titles of the codes.

/**
 * Other words for what a code holds, from the index of the North American Industry Classification
 * System, 2022 (US Census Bureau, public domain), and from what counties write.
 */
export const alsoCalled: Readonly<Record<string, string>> = {
  "212312": "gravel aggregate rock riprap stone",
  "212321": "gravel aggregate stone",
  "212390": "road salt",
  "313230": "geotextile geotextiles filter fabric erosion cloth",
  "324121": "blacktop bitumen cold patch hot mix",
  "326122": "pvc hdpe conduit culvert",
  "327320": "cement",
  "327332": "culvert storm sewer",
  "332313": "culvert tank",
  "332322": "culvert duct gutter",
  "332996": "conduit",
  "333914": "pump sump lift station",
  "334111": "laptop notebook desktop server tablet",
  "334514": "water meter",
  "335312": "genset",
  "336120": "dump truck plow",
  "337214": "desk chair shelving",
  "339950": "signage street traffic road",
  "423430": "laptop notebook desktop server tablet monitor",
  "424120": "toner pens stationery",
  "424710": "diesel gasoline fuel",
};

/** The words of a text, in small letters and without accents. */
const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .split(/[^a-z0-9]+/)
    .filter(Boolean);

/** The stem of an English word as far as its plural goes: "boxes" box, "supplies" supply. */
const stemOf = (word: string): string =>
  word.length < 4
    ? word
    : word
        .replace(/ies$/, "y")
        .replace(/(ch|sh|ss|x|z)es$/, "$1")
        .replace(/([^su])s$/, "$1");

const trigrams = (word: string): Set<string> => {
  const padded = `  ${word} `;
  return new Set(Array.from({ length: padded.length - 2 }, (_, at) => padded.slice(at, at + 3)));
};
/** From 0 to 1, how much two words look alike, as pg_trgm counts: shared trigrams of all. */
const likeness = (a: string, b: string): number => {
  const [of, other] = [trigrams(a), trigrams(b)];
  const shared = [...of].filter((three) => other.has(three)).length;
  return shared / (of.size + other.size - shared);
};

const LONG = 5;
const LIKE = 0.4;
const near = (word: string, other: string): boolean =>
  word === other ||
  (other.length >= LONG && word.includes(other)) ||
  (word.length >= LONG && other.includes(word)) ||
  (word.length >= LONG && likeness(word, other) >= LIKE);

/**
 * How well words that are sought fit a code and its title, the better the lower: 0 as they stand, 1
 * by stem or another word for it, 2 nearly (typos, parts of words); null where one does not.
 */
export const fitOf = (sought: string, { code, name }: { code: string; name: string }) => {
  const typed = sought.toLowerCase().split(/\s+/).filter(Boolean);
  const stands = (word: string) =>
    code.toLowerCase().startsWith(word) || name.toLowerCase().includes(word);
  if (typed.every(stands)) return 0;
  const words = wordsOf(sought).map(stemOf);
  if (words.length === 0) return null;
  const has = wordsOf(`${name} ${alsoCalled[code] ?? ""}`).map(stemOf);
  if (words.every((word) => has.some((h) => h === word) || code.toLowerCase().startsWith(word)))
    return 1;
  return words.every((word) => has.some((h) => near(word, h))) ? 2 : null;
};
