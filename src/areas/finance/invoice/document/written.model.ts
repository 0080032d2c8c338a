import { Decimal } from "decimal.js";
import { maxCents } from "#kernel/money.ts";
import { isDate } from "#kernel/time.ts";

/** Which sign divides cents: a point (1,234.56) or a comma (1.234,56). */
export type Style = "point" | "comma";

const shaped = {
  point: /^(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?$/,
  comma: /^(?:\d{1,3}(?:[. \u00a0\u202f'’]\d{3})+|\d+)(?:,\d+)?$/,
};

/** How a document writes its amounts, by those that can be read one way only; null where none can. */
export const styleOf = (texts: readonly string[]): Style | null => {
  const found = texts.flatMap((t) => t.match(/\d[\d.,'’]*\d/g) ?? []);
  const point = found.filter((t) => /^(\d+|\d{1,3}(,\d{3})+)\.\d{2}$/.test(t)).length;
  const comma = found.filter((t) => /^(\d+|\d{1,3}([.'’]\d{3})+),\d{2}$/.test(t)).length;
  return point === comma ? null : point > comma ? "point" : "comma";
};

const bare = (text: string) =>
  text
    .replace(/USD|EUR|GBP|CHF|CAD|AUD|MXN|US\$|[$€£]/g, "")
    .replace(/[\u2212\u2013]/g, "-")
    .trim();

/** A number as a document writes it; null for what is none. Minus stands before, after or as ( ). */
export const numberIn = (text: string, style: Style): Decimal | null => {
  const said = bare(text);
  const minus = /^\(.*\)$|^-|-$/.test(said);
  const digits = said.replace(/^[(-]\s*|\s*[)-]$/g, "").trim();
  if (!shaped[style].test(digits)) return null;
  const plain =
    style === "point"
      ? digits.replaceAll(",", "")
      : digits.replace(/[. \u00a0\u202f'’]/g, "").replace(",", ".");
  return new Decimal(minus ? `-${plain}` : plain);
};

/** An amount in integer cents; null for what is none, or has parts of a cent. */
export const centsIn = (text: string, style: Style): number | null => {
  const value = numberIn(text, style)?.times(100);
  return value?.isInteger() && value.abs().lessThanOrEqualTo(maxCents)
    ? value.toNumber() || 0
    : null;
};

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
