import { Decimal } from "decimal.js";
import { maxCents } from "#kernel/money.ts";

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
