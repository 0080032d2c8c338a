import { amountWords } from "./conditions.data.ts";

const amount =
  "\\$? ?(\\d[\\d,]*(?:\\.\\d{1,2})?) ?(k|thousand|grand|m|million)?(?: dollars| bucks| usd)?(?![\\w-])";
const times: Readonly<Record<string, number>> = {
  k: 1_000,
  thousand: 1_000,
  grand: 1_000,
  m: 1_000_000,
  million: 1_000_000,
};

const numbers = [
  ..."one two three four five six seven eight nine ten eleven twelve thirteen".split(" "),
  ..."fourteen fifteen sixteen seventeen eighteen nineteen twenty".split(" "),
];
const tens = "twenty thirty forty fifty sixty seventy eighty ninety".split(" ");
/** "ten thousand" is `10 thousand`, "a hundred grand" `100 grand`. */
export const inDigits = (text: string): string =>
  text
    .replace(/\b(?:a|one) hundred(?= (?:thousand|grand|k)\b)/g, "100")
    .replace(/\b(?:a)(?= (?:thousand|grand|million)\b)/g, "1")
    .replace(
      /\b([a-z]+)(?: hundred)?(?= (?:thousand|grand|million|hundred|dollars|bucks)\b)/g,
      (all, word: string) => {
        const value = tens.includes(word)
          ? (tens.indexOf(word) + 2) * 10
          : numbers.indexOf(word) + 1;
        return value > 0 ? String(value * (all.endsWith(" hundred") ? 100 : 1)) : all;
      },
    );

/** An end of a range of money that a question names. */
export type Amount = { end: "min" | "max"; cents: number };

/** The amounts that a question names, in cents. */
export const amountsIn = (text: string): Amount[] => {
  const found: Amount[] = [];
  let rest = text;
  for (const end of ["min", "max"] as const)
    rest = rest.replace(
      new RegExp(`(?:^|\\s)(?:${amountWords[end]}) ?${amount}`, "gi"),
      (_, digits: string, unit?: string) => {
        const dollars = Number(digits.replace(/,/g, "")) * (times[unit?.toLowerCase() ?? ""] ?? 1);
        found.push({ end, cents: Math.round(dollars * 100) });
        return " ";
      },
    );
  return found;
};

const ofAmounts = new Set(
  `k thousand grand m million dollars bucks over under above below than least north south upwards
  excess of in costing worth`.split(/\s+/),
);
/** The words of a question without those of its amounts, where it has any. */
export const withoutAmounts = (text: string, amounts: readonly Amount[]): string[] =>
  text
    .split(" ")
    .filter(Boolean)
    .filter((word) => amounts.length === 0 || !(/^\d/.test(word) || ofAmounts.has(word)));
