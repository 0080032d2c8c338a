import { utcDay } from "#kernel/time.ts";

// The formats that every workbook has without saying so (ECMA-376, part 1, 18.8.30).
const builtIn: Readonly<Record<number, string>> = {
  1: "0",
  2: "0.00",
  3: "#,##0",
  4: "#,##0.00",
  9: "0%",
  10: "0.00%",
  11: "0.00E+00",
  14: "m/d/yyyy",
  15: "d-mmm-yy",
  16: "d-mmm",
  17: "mmm-yy",
  18: "h:mm AM/PM",
  19: "h:mm:ss AM/PM",
  20: "h:mm",
  21: "h:mm:ss",
  22: "m/d/yyyy h:mm",
  45: "mm:ss",
  46: "[h]:mm:ss",
  47: "mm:ss.0",
  49: "@",
};

/** The code of a format by its number: the workbook's own, else one that every workbook has. */
export const formatCode = (id: number, own: ReadonlyMap<number, string>): string =>
  own.get(id) ?? builtIn[id] ?? (id >= 27 && id <= 36 ? "m/d/yyyy" : "General");

const outsideQuotes = (code: string): string =>
  code.replace(/"[^"]*"|\\./g, "").replace(/\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, "");
const isDayFormat = (code: string): boolean =>
  /[ymdhs]/i.test(outsideQuotes(code).replace(/general/i, ""));

const secondsOfDay = 86_400;
/** A spreadsheet's number of a day as that day, with the time where it has one. */
const dayText = (value: number, is1904: boolean): string => {
  // Spreadsheets count a Feb 29, 1900 that never was.
  const days = Math.floor(value) + (is1904 ? 1462 : value < 60 ? 1 : 0);
  const seconds = Math.round((value - Math.floor(value)) * secondsOfDay);
  const at = Date.UTC(1899, 11, 30) + (days * secondsOfDay + seconds) * 1000;
  const clock = new Date(at).toISOString().slice(11, 19);
  if (value < 1 && seconds > 0) return clock;
  return seconds === 0 ? utcDay(at) : `${utcDay(at)} ${clock}`;
};

/** A number's digits without exponent; what a spreadsheet cannot hold (over 15 digits) stays shortened. */
const plainDigits = (value: number): string => {
  if (!Number.isFinite(value)) return String(value);
  if (Math.abs(value) >= 1e15)
    return value
      .toExponential(14)
      .replace(/\.?0+e/, "e")
      .replace("e", "E");
  const text = Number(value.toPrecision(15));
  return Number.isInteger(text) || Math.abs(text) >= 1e-6
    ? String(text)
    : text.toFixed(15).replace(/0+$/, "");
};

type Token = { digit: boolean; text: string; zero?: boolean };
// `00-0000000`, `(###) ###-####`: places of digits with words between them. Null for a format of amounts.
const maskOf = (section: string): Token[] | null => {
  const tokens: Token[] = [];
  for (let at = 0; at < section.length; at++) {
    const sign = section[at]!;
    if (sign === "0" || sign === "#" || sign === "?")
      tokens.push({ digit: true, text: sign, zero: sign === "0" });
    else if (sign === "\\") tokens.push({ digit: false, text: section[++at] ?? "" });
    else if (sign === '"') {
      const end = section.indexOf('"', at + 1);
      if (end < 0) return null;
      tokens.push({ digit: false, text: section.slice(at + 1, end) });
      at = end;
    } else if (sign === "_" || sign === "*") at++;
    else if (sign === "[") {
      const end = section.indexOf("]", at);
      if (end < 0) return null;
      at = end;
    } else if ("-() /".includes(sign)) tokens.push({ digit: false, text: sign });
    else return null;
  }
  return tokens;
};

const isMask = (tokens: readonly Token[]): boolean => {
  const places = tokens.filter(({ digit }) => digit);
  const first = tokens.findIndex(({ digit }) => digit);
  const last = tokens.findLastIndex(({ digit }) => digit);
  const between = tokens.slice(first, last).some(({ digit }) => !digit);
  return places.length > 1 && (between || places.filter(({ zero }) => zero).length > 1);
};

const masked = (value: number, tokens: readonly Token[]): string => {
  let digits = String(Math.abs(Math.round(value)));
  let left = tokens.filter(({ digit }) => digit).length;
  let shown = "";
  for (const token of tokens.toReversed()) {
    if (!token.digit) {
      shown = token.text + shown;
      continue;
    }
    left--;
    const take = left === 0 ? digits : digits.slice(-1);
    digits = left === 0 ? "" : digits.slice(0, -1);
    shown = (take || (token.zero ? "0" : "")) + shown;
  }
  return `${value < 0 ? "-" : ""}${shown}`.trim();
};

/** The part of a format that is for this number: `[<=9999999]###-####;(###) ###-####`. */
const sectionFor = (code: string, value: number): string => {
  const sections = code.split(/;(?=(?:[^"]*"[^"]*")*[^"]*$)/);
  const bound = /\[(<=|<|>=|>|=)(-?[\d.]+)\]/.exec(sections[0]!);
  if (!bound) return sections[0]!;
  const limit = Number(bound[2]);
  const holds = {
    "<=": value <= limit,
    "<": value < limit,
    ">=": value >= limit,
    ">": value > limit,
    "=": value === limit,
  }[bound[1]!];
  return holds ? sections[0]! : (sections[1] ?? sections[0]!);
};

const foreign = /\[\$([^\]-]*)[^\]]*\]|([€£¥])/;

/**
 * The text of a number in a cell. Its format counts where it makes the number another thing: a day
 * (`2026-11-20`), a code with its zeros and dashes (`01082`, `01-2345678`), a percentage, an amount of
 * another currency. Otherwise the number itself counts, never what a format has rounded.
 */
export const shownNumber = (value: number, code: string, is1904: boolean): string => {
  if (isDayFormat(code)) return dayText(value, is1904);
  const section = sectionFor(code, value);
  if (/%/.test(outsideQuotes(section)))
    return `${plainDigits(Number((value * 100).toPrecision(15)))}%`;
  const tokens = Number.isInteger(value) && Math.abs(value) < 1e15 ? maskOf(section) : null;
  if (tokens && isMask(tokens)) return masked(value, tokens);
  const money = foreign.exec(section);
  const sign = money?.[1] ?? money?.[2] ?? "";
  return `${sign === "$" || sign === "USD" ? "" : sign}${plainDigits(value)}`;
};
