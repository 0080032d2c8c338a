/** A line of a document as one sees it. */
export type Line = { page: number; text: string };
/** What a document says at one place, with the page on which it begins. */
export type Passage = { page: number; text: string };

const endsSentence = /[.;:]$/;
const goesOn = /^[a-z0-9($“"'–-]/;
const hangs = /(,|\b(?:of|to|the|and|or|for|on|by|in|at|with|than|this|a|an|from|through|until))$/i;
const fullLine = 60;

/** Whether a line carries on what the line above it says. */
const carriesOn = (above: string, line: string): boolean =>
  !endsSentence.test(above) && (hangs.test(above) || goesOn.test(line) || above.length >= fullLine);

/** Lines as sentences: a label with its value is one, and so is a sentence over several lines. */
export const passagesOf = (lines: readonly Line[]): Passage[] => {
  const paragraphs: Passage[] = [];
  let above = "";
  for (const { page, text } of lines) {
    const line = text.replaceAll(/\s+/g, " ").trim();
    if (!line) continue;
    const last = paragraphs.at(-1);
    if (last && carriesOn(above, line)) last.text = `${last.text} ${line}`;
    else paragraphs.push({ page, text: line });
    above = line;
  }
  return paragraphs.flatMap(({ page, text }) =>
    text.split(/(?<=[^\s.]{2}[.;])\s+(?=[A-Z(“"0-9])/).map((each) => ({ page, text: each })),
  );
};

const small = [
  ...["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"],
  ...["eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen"],
  "nineteen",
];
const tens = ["", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"];
const words = [...small.slice(1), ...tens.slice(2)].join("|");

const inFigures = "(?: ?\\(\\d{1,3}\\))?";
const hundred = "one hundred";

/** A whole number as contracts write it: 60, sixty, sixty (60), one hundred twenty. */
export const number = `(?:${[
  `(?:${hundred} (?:and )?)?(?:${words})(?:[- ](?:${words}))?${inFigures}`,
  `${hundred}${inFigures}`,
  "\\d{1,3}",
].join("|")})`;

/** Its value; null for what is no such number. Digits in brackets count before the words. */
export const numberIn = (text: string): number | null => {
  const digits = /\d{1,3}/.exec(text)?.[0];
  if (digits) return Number(digits);
  let [sum, found] = [0, false];
  for (const word of text.toLowerCase().split(/[\s-]+/)) {
    const value =
      word === "hundred" ? 99 : Math.max(small.indexOf(word), tens.indexOf(word, 2) * 10);
    if (value < 0) continue;
    sum += value;
    found = true;
  }
  return found ? sum : null;
};

/** An amount of money with its sign. */
export const amount = "(?:\\$|USD) ?\\d[\\d,]*(?:\\.\\d{2})?";
