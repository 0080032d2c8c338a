import { streetKey, wordsOf } from "../vendor/key.model.ts";

/** What is compared of a vendor. */
export type Subject = {
  name: string;
  doingBusinessAs: string | null;
  uei: string | null;
  address1: string | null;
  city: string | null;
  state: string | null;
  postalCode: string | null;
};
/** What is compared of an excluded party. */
export type Party = {
  matchKey: string;
  uei: string | null;
  address: string;
  city: string;
  state: string;
  zip: string;
  aliases: readonly string[];
};
/** `through` is the name of the party's cross-reference that is alike, when it is not its own. */
export type Match = {
  score: number;
  reasons: string[];
  result: "possible" | "excluded";
  through: string | null;
};

const legal = new Set([
  "llc",
  "inc",
  "incorporated",
  "corp",
  "corporation",
  "co",
  "company",
  "ltd",
  "limited",
  "lp",
  "llp",
  "lllp",
  "pllc",
  "pc",
  "pa",
  "plc",
  "the",
  "and",
  "of",
  "dba",
  "mr",
  "mrs",
  "ms",
  "dr",
  "jr",
  "sr",
  "ii",
  "iii",
  "md",
]);
const spelled: Readonly<Record<string, string>> = {
  svc: "services",
  svcs: "services",
  service: "services",
  constr: "construction",
  const: "construction",
  constructors: "construction",
  mfg: "manufacturing",
  assoc: "associates",
  assocs: "associates",
  intl: "international",
  bros: "brothers",
  eng: "engineering",
  engrs: "engineers",
  mgmt: "management",
  dist: "distribution",
  elec: "electric",
  equip: "equipment",
  tech: "technologies",
  technology: "technologies",
  technologys: "technologies",
  sys: "systems",
  system: "systems",
  enterprise: "enterprises",
  solution: "solutions",
  industry: "industries",
  product: "products",
  supplies: "supply",
  contractor: "contractors",
  contracting: "contractors",
  consultant: "consulting",
  consultants: "consulting",
  grp: "group",
};

/**
 * Words of a name for comparison, each once, in their order: legal forms off, usual abbreviations
 * spelled out.
 */
export const matchWords = (name: string): string[] => {
  const all = wordsOf(name).map((word) => spelled[word] ?? word);
  const kept = all.filter((word) => !legal.has(word));
  return [...new Set(kept.length > 0 ? kept : all)];
};
/**
 * Whether a text is nothing but legal forms and suffixes, as `LLC` or `Jr.`: no name of its own.
 */
export const isOnlyForm = (text: string): boolean => wordsOf(text).every((word) => legal.has(word));
/** Neighbouring words run together: `north line` also finds `northline`. */
export const joinedPairs = (words: readonly string[]): string[] =>
  words.slice(1).map((word, at) => `${words[at]}${word}`);
/** The same as one text. */
export const matchKey = (name: string): string => matchWords(name).join(" ");

/** Edits (insert, delete, change, swap of neighbours) between two words, at most `most` + 1. */
export const editDistance = (a: string, b: string, most: number): number => {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let [before, last, now]: [number[], number[], number[]] = [
    [],
    Array.from({ length: b.length + 1 }, (_, i) => i),
    [],
  ];
  let lastLeast = 0;
  for (let i = 1; i <= a.length; i++) {
    now = [i];
    let least = i;
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      let cost = Math.min(last[j]! + 1, now[j - 1]! + 1, last[j - 1]! + same);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cost = Math.min(cost, before[j - 2]! + 1);
      now.push(cost);
      if (cost < least) least = cost;
    }
    // A step looks back two rows at most: where both are beyond the limit, all that follows is.
    if (least > most && lastLeast > most) return most + 1;
    lastLeast = least;
    [before, last] = [last, now];
  }
  return last[b.length]!;
};

/**
 * How alike two words are, 0 to 1: one typing error in four to seven letters and two in eight or
 * more are forgiven in part; an initial stands for a name.
 */
export const wordLikeness = (a: string, b: string): number => {
  if (a === b) return 1;
  if ((a.length === 1 || b.length === 1) && a[0] === b[0]) return 0.6;
  const longer = Math.max(a.length, b.length);
  if (/\d/.test(a + b)) return 0;
  const allowed = longer >= 8 ? 2 : longer >= 4 ? 1 : 0;
  const distance = allowed > 0 ? editDistance(a, b, allowed) : 9;
  return distance > allowed ? 0 : 1 - distance / longer;
};

/**
 * Weighs words: the rarer among the `names` of the list, the more; a word that the list does not
 * know weighs most.
 */
export type Weigh = (word: string) => number;
export const weighBy = (records: ReadonlyMap<string, number>, names: number): Weigh => {
  const weights = new Map<string, number>();
  return (word) => {
    let weight = weights.get(word);
    if (weight === undefined)
      weights.set(
        word,
        (weight = Math.log(1 + Math.max(1, names) / (1 + (records.get(word) ?? 0)))),
      );
    return weight;
  };
};

/** Puts neighbouring words together where the other name writes them as one. */
const joinLike = (a: readonly string[], b: readonly string[]): string[] => {
  const made: string[] = [];
  for (let at = 0; at < a.length; at++) {
    const pair = at + 1 < a.length ? `${a[at]}${a[at + 1]}` : "";
    if (pair && b.includes(pair)) {
      made.push(pair);
      at++;
    } else made.push(a[at]!);
  }
  return made;
};

/**
 * Likeness of two names as word lists, 0 to 1: the weight of words in common (typing errors
 * forgiven in part, words run together put back) over all weight.
 */
const nameLikeness = (a: readonly string[], b: readonly string[], weigh: Weigh): number => {
  const left = joinLike(a, b);
  const open = joinLike(b, a);
  let common = 0;
  let all = 0;
  for (const word of left) {
    let best = -1;
    let likeness = 0;
    open.forEach((other, at) => {
      const like = wordLikeness(word, other);
      if (like > likeness) [best, likeness] = [at, like];
    });
    const other = best >= 0 ? open.splice(best, 1)[0]! : null;
    // A misspelt word is unknown to the list and would weigh too much: the pair weighs what its
    // better-known word does.
    const weight = other === null ? weigh(word) : Math.min(weigh(word), weigh(other));
    common += 2 * weight * likeness;
    all += other === null ? weight : 2 * weight;
  }
  for (const word of open) all += weigh(word);
  return all === 0 ? 0 : common / all;
};

const short = (zip: string | null) => (zip ?? "").replace(/\D/g, "").slice(0, 5);
const text = (value: string | null) => wordsOf(value ?? "").join("");

/** Places that agree, as reasons; and whether the states are known and differ. */
const corroboration = (
  subject: Subject,
  party: Party,
): { reasons: string[]; elsewhere: boolean } => {
  const reasons: string[] = [];
  const street = streetKey(subject.address1);
  if (street && street === streetKey(party.address)) reasons.push("same street address");
  if (short(subject.postalCode) && short(subject.postalCode) === short(party.zip))
    reasons.push("same ZIP");
  if (
    text(subject.city) &&
    text(subject.city) === text(party.city) &&
    text(subject.state) === text(party.state)
  )
    reasons.push("same city");
  if (text(subject.state) && text(subject.state) === text(party.state)) reasons.push("same state");
  return {
    reasons,
    elsewhere:
      Boolean(text(subject.state) && text(party.state)) &&
      text(subject.state) !== text(party.state),
  };
};

/**
 * From which likeness on a name is a possible match: less is needed where the place agrees, more
 * where it is known to differ.
 */
const thresholds = {
  address: 0.62,
  city: 0.76,
  state: 0.82,
  unknown: 0.86,
  elsewhere: 0.93,
} as const;
/**
 * The same for a name of the cross-reference: the place is that of the party, not of the name, and
 * says less.
 */
const aliasThresholds: Readonly<Record<keyof typeof thresholds, number>> = {
  address: 0.72,
  city: 0.82,
  state: 0.88,
  unknown: 0.92,
  elsewhere: 0.97,
};

const remembered = <K extends object, V>(make: (key: K) => V): ((key: K) => V) => {
  const made = new WeakMap<K, V>();
  return (key) => made.get(key) ?? (made.set(key, make(key)), made.get(key)!);
};
type Known = { words: readonly string[]; what: string };
// A batch compares each vendor with many parties and each party with many vendors; their names are
// taken apart once.
const namesOf = remembered((subject: Subject): Known[] => [
  { words: matchWords(subject.name), what: "name" },
  ...(subject.doingBusinessAs
    ? [{ words: matchWords(subject.doingBusinessAs), what: "trading name" }]
    : []),
]);
const knownAs = remembered((party: Party) => [
  { words: party.matchKey.split(" "), through: null },
  ...party.aliases.map((alias) => ({ words: matchWords(alias), through: alias })),
]);

/**
 * Compares a vendor with an excluded party. The same UEI is an exclusion. Otherwise a name that is
 * alike enough for how far the places
 * agree is a possible match, which a person must decide; so are the names of the party's
 * cross-reference, of which one that is a single word must be the same.
 * Null when they are different.
 */
export const compare = (subject: Subject, party: Party, weigh: Weigh): Match | null => {
  if (subject.uei && subject.uei === party.uei)
    return { score: 1, reasons: ["same UEI"], result: "excluded", through: null };
  const { reasons, elsewhere } = corroboration(subject, party);
  const place = reasons.includes("same street address")
    ? "address"
    : reasons.includes("same city") || reasons.includes("same ZIP")
      ? "city"
      : reasons.includes("same state")
        ? "state"
        : elsewhere
          ? "elsewhere"
          : "unknown";
  let best: Match | null = null;
  for (const { words, through } of knownAs(party))
    for (const { words: name, what } of namesOf(subject)) {
      const score = nameLikeness(name, words, weigh);
      const same = score >= 0.999;
      if (
        score < (through === null ? thresholds : aliasThresholds)[place] ||
        score <= (best?.score ?? 0) ||
        (through !== null && words.length === 1 && !same)
      )
        continue;
      best = {
        score: Math.round(score * 1000) / 1000,
        reasons: [
          `${same ? "same" : "similar"} ${what}${through === null ? "" : ` through its cross-reference “${through}”`}`,
          ...reasons,
        ],
        result: "possible",
        through,
      };
    }
  return best;
};
