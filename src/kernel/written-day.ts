import { isDate } from "#kernel/time.ts";

const months = [
  /^(jan|ene|gen)/,
  /^(feb|fév|fev)/,
  /^(mar|mär|mrz)/,
  /^(apr|avr|abr)/,
  /^(may|mai|mag)/,
  /^(jun|juin|giu)/,
  /^(jul|juil|lug)/,
  /^(aug|aoû|aou|ago)/,
  /^(sep|set)/,
  /^(oct|okt|ott)/,
  /^(nov)/,
  /^(dec|dez|déc|dic)/,
];
const monthOf = (word: string) => months.findIndex((m) => m.test(word.toLowerCase())) + 1;
const day = (y: number, m: number, d: number): string | null => {
  const text = `${y < 100 ? 2000 + y : y}-${String(m).padStart(2, "0")}-${String(d).padStart(2, "0")}`;
  return isDate(text) ? text : null;
};

/**
 * The day that a text begins with; `dayFirst` says how 03/04 is meant, null leaves it open: then it
 * is no day, unless one of both is above twelve.
 */
export const dayIn = (text: string, dayFirst: boolean | null): string | null => {
  const said = text.trim();
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})\b/.exec(said);
  if (iso) return day(+iso[1]!, +iso[2]!, +iso[3]!);
  const named =
    /^(\d{1,2})(?:st|nd|rd|th|er|\.)?(?: de)?[ -]([\p{L}]{3,10})\.?(?: de)?[ ,-]+(\d{4}|\d{2})\b/u.exec(
      said,
    );
  if (named) return day(+named[3]!, monthOf(named[2]!), +named[1]!);
  const english = /^([\p{L}]{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})\b/u.exec(said);
  if (english) return day(+english[3]!, monthOf(english[1]!), +english[2]!);
  const plain = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4}|\d{2})\b/.exec(said);
  if (!plain) return null;
  const [a, b, y] = [+plain[1]!, +plain[3]!, +plain[4]!];
  if (plain[2] === "." || a > 12 || a === b) return day(y, b, a);
  if (b > 12) return day(y, a, b);
  return dayFirst === null ? null : dayFirst ? day(y, b, a) : day(y, a, b);
};

const monthName = `(?:${[
  ...["Jan(?:uary)?", "Feb(?:ruary)?", "Mar(?:ch)?", "Apr(?:il)?", "May", "June?", "July?"],
  ...["Aug(?:ust)?", "Sept?(?:ember)?", "Oct(?:ober)?", "Nov(?:ember)?", "Dec(?:ember)?"],
].join("|")})`;

/** The pattern of a day as documents write it in English, for a regular expression. */
export const writtenDay = `(?:${[
  `${monthName}\\.? \\d{1,2}(?:st|nd|rd|th)?,? \\d{4}`,
  `(?:the )?\\d{1,2}(?:st|nd|rd|th)? (?:day of )?${monthName}\\.?,? \\d{4}`,
  "\\d{4}-\\d{2}-\\d{2}",
  "\\d{1,2}/\\d{1,2}/\\d{4}",
].join("|")})`;

/** The day that such a text says; null where it may be read in two ways. */
export const dayWritten = (text: string): string | null =>
  dayIn(text.replace(/^the /i, "").replace(/ day of /i, " "), null);
