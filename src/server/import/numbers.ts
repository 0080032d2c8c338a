import { parseMoney } from "#kernel/money.ts";

/** Which sign stands before the decimals. */
export type Decimal = "point" | "comma";

const blanks = /[\s\u00a0\u202f]/g;
const groups = /^\d{1,3}(?:[ \u00a0\u202f]\d{3})+(?=[.,]|$)/;

/** The digits of an amount and whether it is below zero; null where signs contradict each other. */
const partsOf = (text: string): { digits: string; negative: boolean } | null => {
  let said = text.trim().replaceAll("\u2212", "-");
  let signs = 0;
  const take = (form: RegExp) => {
    const found = form.exec(said);
    if (!found) return;
    said = found[1]!.trim();
    signs++;
  };
  if (said.startsWith("$")) said = said.slice(1).trim();
  take(/^\((.*)\)$/);
  take(/^-(.*)$/);
  if (said.startsWith("$")) said = said.slice(1).trim();
  take(/^-(.*)$/);
  take(/^(.*)-$/);
  return signs > 1 ? null : { digits: said, negative: signs === 1 };
};

const comma = /^\d+,\d+$|^\d{1,3}(?:\.\d{3})+,\d+$/;
const grouped = /^\d{1,3}(?:,\d{3})+$/;

/**
 * What a cell shows of its column's decimals: `comma` (`151,97`, `1.205,99`), `point` (`12.50`), null
 * where it fits both (`1,205`) or shows none.
 */
export const decimalSign = (text: string): Decimal | null => {
  const digits = partsOf(text)?.digits.replace(blanks, "") ?? "";
  if (/^\d{1,3}(?:\.\d{3}){2,}$/.test(digits)) return "comma";
  if (comma.test(digits) && !grouped.test(digits)) return "comma";
  return /^(?:\d{1,3}(?:,\d{3})+|\d*)\.\d+$/.test(digits) && !/^\d{1,3}\.\d{3}$/.test(digits)
    ? "point"
    : null;
};

/** The number of a cell as plain digits (`-1205.99`), by the column's decimals. Null for none. */
export const readDecimal = (text: string, decimal: Decimal): string | null => {
  const parts = partsOf(text);
  if (!parts) return null;
  const inGroups = groups.test(parts.digits);
  const digits = inGroups ? parts.digits.replace(blanks, "") : parts.digits;
  const form =
    decimal === "comma"
      ? /^(\d{1,3}(?:[.']\d{3})+|\d+)?(?:,(\d+))?$/
      : /^(\d{1,3}(?:[,']\d{3})+|\d+)?(?:\.(\d+))?$/;
  const found = form.exec(digits);
  if (!found || (found[1] === undefined && found[2] === undefined)) return null;
  const whole = (found[1] ?? "0").replace(/[.,']/g, "");
  return `${parts.negative ? "-" : ""}${whole}${found[2] === undefined ? "" : `.${found[2]}`}`;
};

/**
 * An amount in cents: `$1,205.99`, `(12.00)`, `12.00-`; more than two decimals are null, never
 * rounded. A spreadsheet's zeros behind the second decimal count for nothing.
 */
export const readCents = (text: string, decimal: Decimal): number | null => {
  const plain = readDecimal(text, decimal);
  return plain === null ? null : parseMoney(plain.replace(/(\.\d\d)0+$/, "$1"));
};

/** True for a number as a spreadsheet shortens it (`1.23457E+15`): its digits are gone. */
export const isShortened = (text: string): boolean => /^-?\d(?:[.,]\d+)?E\+\d{1,3}$/i.test(text);
