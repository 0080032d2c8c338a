import { formatCents, parseMoney } from "#kernel/money.ts";

/** What the agent looks at of a bid; `price` is null until the technical scores are locked. */
export type Bid = {
  bidId: string;
  vendorName: string;
  statement: string;
  addendaAcknowledged: readonly number[];
  responsive: boolean | null;
  checks: readonly {
    item: string;
    label: string;
    mandatory: boolean;
    answer: string;
    result: "met" | "not_met" | "minor" | "not_applicable" | null;
  }[];
  price: {
    totalCents: number | null;
    note: string;
    lines: readonly {
      itemId: string;
      description: string;
      unit: string;
      unitPrice: string | null;
      amountCents: number | null;
      alternate: string;
    }[];
  } | null;
};

/** Signature and guarantee are looked at by people: no record says whether they are there. */
const byPeople = new Set(["complete", "bond"]);

const addendaOf = (label: string): number => Number(/all (\d+) addenda/.exec(label)?.[1] ?? 1);

/** Requirements that nobody has judged yet and that a bid gives no answer to, by their labels. */
export const lackedBy = (bid: Bid): { label: string; mandatory: boolean }[] =>
  bid.checks.filter(({ item, label, answer, result }) => {
    if (result !== null || byPeople.has(item)) return false;
    return item === "addenda"
      ? new Set(bid.addendaAcknowledged).size < addendaOf(label)
      : answer.trim() === "";
  });

const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
};

/** From so many prices on one of them can be said to stand apart. */
export const fewestPrices = 4;
/** The modified z-score beyond which a value stands apart: Iglewicz and Hoaglin, 1993. */
const apart = 3.5;
const toDeviation = 1.4826;
/** Prices that are nearly the same leave no spread: a tenth of the middle counts as one at least. */
const leastSpread = 0.1 / apart;

/**
 * Which of these values stand apart, by the median and the median of the distances from it (MAD);
 * nothing below four values.
 */
export const outliers = <T>(
  of: readonly T[],
  value: (one: T) => number,
): { one: T; value: number; median: number }[] => {
  if (of.length < fewestPrices) return [];
  const middle = median(of.map(value));
  const mad = median(of.map((one) => Math.abs(value(one) - middle))) * toDeviation;
  const spread = Math.max(mad, Math.abs(middle) * leastSpread);
  return spread === 0
    ? []
    : of.flatMap((one) =>
        Math.abs(value(one) - middle) / spread > apart
          ? [{ one, value: value(one), median: middle }]
          : [],
      );
};

const said = /\btotal(?:s|ling|ing)?\b[^$\d]{0,40}(?:\$|USD) ?(\d[\d,]*(?:\.\d{2})?)/gi;

/** Totals that a bidder states in words beside its prices, in cents. */
export const statedTotals = (note: string): number[] =>
  [...note.matchAll(said)].flatMap(([, digits]) => parseMoney(digits!.replace(/,$/, "")) ?? []);

/** A total that a bidder states and its own prices do not come to. */
export const wrongTotal = ({ price }: Bid): { stated: number; added: number } | null => {
  if (!price || price.totalCents === null) return null;
  const stated = [...new Set(statedTotals(price.note))];
  const [one] = stated;
  return stated.length === 1 && one !== price.totalCents
    ? { stated: one!, added: price.totalCents }
    : null;
};

/** Amounts of lines and their sum, added again: what the record shows must be what the prices give. */
export const sumOf = ({ price }: Bid): number | null =>
  price && price.lines.every(({ amountCents }) => amountCents !== null)
    ? price.lines.reduce((sum, { amountCents }) => sum + amountCents!, 0)
    : null;

const wordsIn = (text: string): string[] => text.toLowerCase().match(/\p{L}{5,}/gu) ?? [];

/** Whether one letter is lacking, too many, another, or exchanged with its neighbor. */
export const isMisspelling = (a: string, b: string): boolean => {
  if (a === b || Math.abs(a.length - b.length) > 1) return false;
  let from = 0;
  while (from < a.length && a[from] === b[from]) from++;
  const [restA, restB] = [a.slice(from), b.slice(from)];
  if (restA.length === restB.length)
    return (
      restA.slice(1) === restB.slice(1) ||
      (restA.slice(2) === restB.slice(2) && restA[0] === restB[1] && restA[1] === restB[0])
    );
  return restA.length > restB.length ? restA.slice(1) === restB : restA === restB.slice(1);
};
/** Forms of one word are no misspelling: mile and miles, survey and surveyed, labour and labor. */
const inflected = (a: string, b: string): boolean =>
  [a, b].some((one, at) => {
    const other = at === 0 ? b : a;
    return /^(?:s|d|r|y|n)$/.test(one.slice(other.length)) && one.startsWith(other);
  });

export type Alike = { vendors: string[]; sign: string };

/**
 * Words that two bidders, and not all, write wrong in the same way: no word of the solicitation, and
 * one letter away from a word of it or of a third bidder.
 */
export const sharedMisspellings = (bids: readonly Bid[], asked: readonly string[]): Alike[] => {
  const known = new Set(asked.flatMap(wordsIn));
  const written = bids.map(({ vendorName, statement }) => ({
    vendorName,
    words: new Set(wordsIn(statement)),
  }));
  const candidates = new Set(written.flatMap(({ words }) => [...words]));
  return [...candidates].flatMap((word): Alike[] => {
    if (known.has(word)) return [];
    const own = written.filter(({ words }) => words.has(word));
    if (own.length < 2 || own.length === bids.length) return [];
    const others = written
      .filter(({ words }) => !words.has(word))
      .flatMap(({ words }) => [...words]);
    const meant = [...known, ...others].find(
      (each) => isMisspelling(word, each) && !inflected(word, each),
    );
    return meant
      ? [
          {
            vendors: own.map(({ vendorName }) => vendorName),
            sign: `both write “${word}”, which others write “${meant}”`,
          },
        ]
      : [];
  });
};

const pairs = <T>(of: readonly T[]): [T, T][] =>
  of.flatMap((a, at) => of.slice(at + 1).map((b): [T, T] => [a, b]));

/** The same error in two stated totals: as far from the sum of the prices, to the cent. */
const sameWrongTotal = (a: Bid, b: Bid): string | null => {
  const [one, two] = [wrongTotal(a), wrongTotal(b)];
  return one && two && one.stated - one.added === two.stated - two.added
    ? `both state a total that is ${formatCents(Math.abs(one.stated - one.added))} ${one.stated > one.added ? "above" : "below"} the sum of their prices`
    : null;
};

const fewestLines = 4;
/** Every price of one bid is the same multiple of the other's: no two who reckon alone do that. */
const sameMultiple = (a: Bid, b: Bid): string | null => {
  const prices = (bid: Bid) => bid.price!.lines.map(({ unitPrice }) => Number(unitPrice ?? 0));
  const [one, two] = [prices(a), prices(b)];
  if (one.length < fewestLines || [...one, ...two].some((each) => each <= 0)) return null;
  const ratios = one.map((each, at) => two[at]! / each);
  const middle = median(ratios);
  // A price is rounded to the cent: so far a ratio may be off.
  const holds = ratios.every((ratio, at) => Math.abs(ratio - middle) <= 0.006 / one[at]!);
  if (!holds || new Set(one).size < fewestLines) return null;
  return middle === 1
    ? `all ${one.length} unit prices are the same`
    : `all ${one.length} unit prices of one are ${middle.toFixed(4)} times those of the other`;
};

/** Like errors in prices of two bidders; nothing while prices are locked. */
export const alikePrices = (bids: readonly Bid[]): Alike[] =>
  pairs(bids.filter(({ price }) => price !== null)).flatMap(([a, b]) =>
    [sameWrongTotal(a, b), sameMultiple(a, b)].flatMap((sign) =>
      sign ? [{ vendors: [a.vendorName, b.vendorName], sign }] : [],
    ),
  );
