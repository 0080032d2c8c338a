import { diffArrays } from "diff";
import { changeKinds, type ChangeKind } from "./negotiation.labels.ts";

/** A stretch of words: in both texts, in the first alone, or in the second alone. */
export type Piece = { kind: "same" | "gone" | "new"; text: string };

/** One place where two texts differ. `around`: the words before it, so that it can be found. */
export type Change = { kind: ChangeKind; before: string; after: string; around: string };
export type Comparison = { pieces: Piece[]; changes: Change[] };

/** Letters that nobody sees: zero width, soft hyphens, marks of direction. */
const unseen = /[\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2064\uFEFF]/g;
// A number with its sign, point and separators is one word; every other sign is one of its own.
const word = /[$€£]?\d(?:[\d.,/:-]*\d)?%?|[\p{L}\p{M}][\p{L}\p{M}\p{N}'’-]*|\S/gu;

const anyOf = (words: string): RegExp => new RegExp(`\\b(?:${words.replaceAll(" ", "|")})\\b`, "i");
const aNumber = anyOf(
  "percent half double twice once one two three four five six seven eight nine ten eleven twelve " +
    "fifteen twenty thirty forty fifty sixty ninety hundred thousand million billion " +
    "dollars? cents?",
);
const aDay = anyOf(
  "\\d{4}-\\d\\d-\\d\\d \\d{1,2}/\\d{1,2}/\\d{2,4} january february march april june july " +
    "august september october november december days? weeks? months? years? calendar business " +
    "before after until within",
);
const aNegation = anyOf(
  "not no never neither nor none nothing nobody without unless except excluding cannot only shall " +
    "must may will should might waives? \\w+n['’]t",
);
const period = /^\s*(?:business|calendar|working)?\s*(?:days?|weeks?|months?|years?)\b/i;

const kindOf = (change: Pick<Change, "before" | "after">, next: string): ChangeKind => {
  const words = `${change.before} ${change.after}`;
  const counts = /[\d%]/.test(words) || aNumber.test(words);
  if (aDay.test(words) || (counts && period.test(next))) return "date";
  if (counts) return "amount";
  return aNegation.test(words) ? "negation" : "words";
};

/** The words of a text, with what nobody sees taken away; white space and line ends do not count. */
const wordsOf = (text: string): string[] =>
  text.normalize("NFC").replaceAll(unseen, "").match(word) ?? [];

const joined = (words: readonly string[]): string =>
  words
    .join(" ")
    .replaceAll(/ ([.,;:!?)\]”’])/g, "$1")
    .replaceAll(/([([“]) /g, "$1");

const order = Object.keys(changeKinds) as ChangeKind[];

// One change is what is gone and what is new without a word between them that is the same.
const changesIn = (pieces: readonly Piece[]): Change[] => {
  const changes: Change[] = [];
  pieces.forEach((piece, at) => {
    if (piece.kind === "same") return;
    const last = pieces[at - 1];
    if (last && last.kind !== "same") return;
    const other = pieces[at + 1];
    const pair = other && other.kind !== "same" ? [piece, other] : [piece];
    const next = pieces[at + pair.length]?.text ?? "";
    const change = {
      before: pair.find((each) => each.kind === "gone")?.text ?? "",
      after: pair.find((each) => each.kind === "new")?.text ?? "",
    };
    const around = (last?.text ?? "").split(" ").slice(-6).join(" ");
    changes.push({ ...change, kind: kindOf(change, next), around });
  });
  return changes.toSorted((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind));
};

/** What is the same before and after a stretch, and that stretch as one change. */
const coarse = (before: readonly string[], after: readonly string[]): Piece[] => {
  let head = 0;
  while (head < before.length && before[head] === after[head]) head++;
  let tail = 0;
  while (
    tail < Math.min(before.length, after.length) - head &&
    before.at(-1 - tail) === after.at(-1 - tail)
  )
    tail++;
  const pieces: Piece[] = [
    { kind: "same", text: joined(before.slice(0, head)) },
    { kind: "gone", text: joined(before.slice(head, before.length - tail)) },
    { kind: "new", text: joined(after.slice(head, after.length - tail)) },
    { kind: "same", text: joined(before.slice(before.length - tail)) },
  ];
  return pieces.filter((each) => each.text !== "");
};

/**
 * Compares many texts within so many milliseconds in all; what is left then is shown as one change
 * from the first word that differs to the last: nobody holds the server with texts that take long.
 */
export const comparer = (milliseconds: number) => {
  const until = performance.now() + milliseconds;
  return (before: string, after: string): Comparison => {
    const left = until - performance.now();
    const found = left > 1 ? compareTexts(before, after, left) : null;
    if (found) return found;
    const pieces = coarse(wordsOf(before), wordsOf(after));
    return { pieces, changes: changesIn(pieces) };
  };
};

/**
 * Two texts word by word: what both say, and every difference, whoever marked it or not; changed
 * amounts, dates and negations first. Null where they have so little in common that it takes longer
 * than `milliseconds`.
 */
export const compareTexts = (
  before: string,
  after: string,
  milliseconds = 1500,
): Comparison | null => {
  const found = diffArrays(wordsOf(before), wordsOf(after), { timeout: milliseconds });
  if (!found) return null;
  const pieces = found.map(({ value, added, removed }): Piece => ({
    kind: added ? "new" : removed ? "gone" : "same",
    text: joined(value),
  }));
  return { pieces, changes: changesIn(pieces) };
};
