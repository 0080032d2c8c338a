/**
 * Units as people say them: the word that a line names it by, and what else is said for it. Words of
 * length and content count only with "of" or with nothing behind them: a "6 ft ladder" is one ladder.
 */
type Said = { unit: string; words: readonly string[]; measure?: true };

const saidUnits: readonly Said[] = [
  { unit: "ton", words: ["ton", "tons", "tn", "t", "short ton", "short tons"] },
  { unit: "tonne", words: ["tonne", "tonnes", "metric ton", "metric tons", "mt"] },
  { unit: "lb", words: ["lb", "lbs", "pound", "pounds"], measure: true },
  { unit: "oz", words: ["oz", "ounce", "ounces"], measure: true },
  { unit: "gal", words: ["gal", "gals", "gallon", "gallons"], measure: true },
  { unit: "qt", words: ["qt", "quart", "quarts"], measure: true },
  { unit: "l", words: ["liter", "liters", "litre", "litres"], measure: true },
  { unit: "yd3", words: ["cubic yard", "cubic yards", "cy", "yd3", "cu yd"] },
  { unit: "yd2", words: ["square yard", "square yards", "sy", "sq yd"] },
  { unit: "yd", words: ["yard", "yards", "yd", "yds"], measure: true },
  { unit: "ft2", words: ["square foot", "square feet", "sq ft", "sf"] },
  {
    unit: "ft",
    words: ["ft", "foot", "feet", "linear foot", "linear feet", "lf", "lineal feet"],
    measure: true,
  },
  { unit: "in", words: ["inch", "inches", "in"], measure: true },
  { unit: "mile", words: ["mile", "miles"], measure: true },
  { unit: "acre", words: ["acre", "acres"] },
  { unit: "pallet", words: ["pallet", "pallets", "skid", "skids"] },
  { unit: "case", words: ["case", "cases", "cs"] },
  { unit: "carton", words: ["carton", "cartons", "ctn"] },
  { unit: "box", words: ["box", "boxes", "bx"] },
  { unit: "bag", words: ["bag", "bags", "sack", "sacks"] },
  { unit: "roll", words: ["roll", "rolls"] },
  { unit: "drum", words: ["drum", "drums", "barrel", "barrels"] },
  { unit: "pail", words: ["pail", "pails", "bucket", "buckets"] },
  { unit: "tote", words: ["tote", "totes"] },
  {
    unit: "load",
    words: ["load", "loads", "truckload", "truckloads", "truck load", "truck loads"],
  },
  { unit: "ream", words: ["ream", "reams"] },
  { unit: "sheet", words: ["sheet", "sheets"] },
  { unit: "set", words: ["set", "sets", "kit", "kits"] },
  { unit: "pair", words: ["pair", "pairs", "pr"] },
  { unit: "pack", words: ["pack", "packs", "package", "packages", "pk"] },
  { unit: "bundle", words: ["bundle", "bundles"] },
  { unit: "bottle", words: ["bottle", "bottles"] },
  { unit: "cylinder", words: ["cylinder", "cylinders"] },
  { unit: "h", words: ["hour", "hours", "hr", "hrs", "h"] },
  { unit: "day", words: ["day", "days"] },
  { unit: "week", words: ["week", "weeks", "wk"] },
  { unit: "month", words: ["month", "months", "mo"] },
  { unit: "year", words: ["year", "years", "yr"] },
  { unit: "each", words: ["each", "ea", "piece", "pieces", "pc", "pcs", "unit", "units"] },
];

/** Units that hold other things: their price says nothing of one thing, nor the other way about. */
const byWord = new Map(
  saidUnits.flatMap((said) => said.words.map((word) => [word, said] as const)),
);

/** A unit by what is said for it; null for a word that is none. */
export const unitSaid = (word: string): Said | null =>
  byWord.get(word.toLowerCase().replace(/\.$/, "")) ?? null;

/** Whether two words name the same unit. */
export const sameUnit = (one: string, other: string): boolean => {
  const named = (word: string) => unitSaid(word)?.unit ?? word.toLowerCase().trim();
  return named(one) === named(other);
};

/** Numbers that are said as words. */
export const saidNumbers: Readonly<Record<string, number>> = {
  ...{ a: 1, an: 1, one: 1, two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8 },
  ...{ nine: 9, ten: 10, eleven: 11, twelve: 12, fifteen: 15, twenty: 20, thirty: 30 },
  ...{ forty: 40, fifty: 50, sixty: 60, eighty: 80, hundred: 100 },
};
