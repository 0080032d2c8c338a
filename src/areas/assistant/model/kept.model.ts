/** A sentence of a model, and the number of the source that it cites. */
export type Said = { text: string; source: number };

const numberWords = /\d[\d.,:/-]*/g;
const plainNumber = (text: string): string => text.replace(/,/g, "").replace(/[.:/-]+$/, "");
const months = new RegExp(
  [
    "\\b(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?",
    "sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\b",
  ].join("|"),
  "gi",
);
const reach = /\S+@\S+|\b(?:www\.|https?:)\S+/gi;

const numbersOf = (text: string): string[] => (text.match(numberWords) ?? []).map(plainNumber);
const monthsOf = (text: string): string[] =>
  (text.match(months) ?? []).map((month) => month.slice(0, 3).toLowerCase());

/** A sentence without what a page would load, follow or draw: links, pictures, markup. */
export const bareWords = (text: string): string =>
  text
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/<[^>]*>/g, " ")
    .replace(/\[\d+\]/g, " ")
    .replace(/[*_`#|]/g, "")
    .replace(/\s+/g, " ")
    .trim();

/** Whether the source that a sentence cites holds every number, date, address in it. */
const isHeld = ({ text, source }: Said, sources: readonly string[]): boolean => {
  const cited = sources[source - 1];
  if (cited === undefined) return false;
  const [numbers, monthNames] = [new Set(numbersOf(cited)), new Set(monthsOf(cited))];
  return (
    numbersOf(text).every((number) => numbers.has(number)) &&
    monthsOf(text).every((month) => monthNames.has(month)) &&
    (text.match(reach) ?? []).every((address) => cited.includes(address))
  );
};

/** What of a model's sentences stays: those whose own source holds their figures; and how many do not. */
export const keptOf = (
  said: readonly Said[],
  sources: readonly string[],
): { kept: Said[]; struck: number } => {
  const plain = said
    .map(({ text, source }) => ({ text: bareWords(text), source }))
    .filter(({ text }) => text !== "");
  const kept = plain.filter((each) => isHeld(each, sources));
  return { kept, struck: plain.length - kept.length };
};
