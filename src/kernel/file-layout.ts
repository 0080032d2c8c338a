// How files for other systems are laid out: what fields of a record have in common, wherever it goes.
import type { Day } from "./time.ts";

/** How a file parts its fields. */
export const layoutForms = {
  delimited: "Delimited, a separator between fields",
  fixed: "Fixed width, a place for each field",
} as const;
export const separators = {
  comma: "Comma",
  semicolon: "Semicolon",
  pipe: "Bar",
  tab: "Tab",
} as const;
type Separator = keyof typeof separators;
const separatorSigns: Record<Separator, string> = {
  comma: ",",
  semicolon: ";",
  pipe: "|",
  tab: "\t",
};
export const quotings = {
  needed: "Quotes where a text needs them",
  always: "Quotes around every field",
  never: "No quotes",
} as const;
export const lineEnds = { crlf: "Carriage return and line feed", lf: "Line feed" } as const;
export const characterSets = { ascii: "ASCII", latin1: "Latin-1", utf8: "UTF-8" } as const;
type CharacterSet = keyof typeof characterSets;
export const records = {
  header: "At the beginning",
  line: "For each line",
  trailer: "At the end",
} as const;
export const amountStyles = {
  point: "Dollars with a point",
  cents: "Cents without a point",
} as const;
export const datePatterns = {
  "YYYY-MM-DD": "2026-10-31",
  "MM/DD/YYYY": "10/31/2026",
  YYYYMMDD: "20261031",
  MMDDYYYY: "10312026",
  MMDDYY: "103126",
} as const;
type DatePattern = keyof typeof datePatterns;
export const sides = { left: "Left", right: "Right" } as const;

/** A day in a pattern. */
export const dateAs = (on: Day, pattern: DatePattern): string => {
  const [year = "", month = "", date = ""] = on.split("-");
  return pattern
    .replace("YYYY", year)
    .replace("YY", year.slice(2))
    .replace("MM", month)
    .replace("DD", date);
};

/** Cents as digits without a sign: "12.50", or "1250". */
export const centsAs = (cents: number, style: keyof typeof amountStyles): string => {
  const whole = String(Math.abs(cents)).padStart(3, "0");
  return style === "cents" ? String(Math.abs(cents)) : `${whole.slice(0, -2)}.${whole.slice(-2)}`;
};

/** A text in the characters that a system takes: accents go, what has no letter there is a "?". */
export const inCharacters = (text: string, set: CharacterSet): string => {
  // oxlint-disable-next-line no-control-regex
  const flat = text.replace(/[\u0000-\u001f\u007f\u0085\u2028\u2029]+/g, " ");
  if (set === "utf8") return flat.replace(/\p{Surrogate}/gu, "?");
  if (set === "latin1") return flat.normalize("NFC").replace(/[^\u0020-\u00ff]/gu, "?");
  return flat
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[^\u0020-\u007e]/gu, "?");
};

type Place = { name: string; width: number; stands: keyof typeof sides; fill: string };

/** A text in its place: only texts (`cuts`) are cut, anything else that is too long is a fault. */
export const fitted = (
  field: Place,
  text: string,
  where: string,
  cuts: boolean,
): { text: string; fault: string | null } => {
  if (field.width === 0) return { text, fault: null };
  if (text.length > field.width && !cuts)
    return {
      text: text.slice(0, field.width),
      fault: `${where}, ${field.name}: ${text} is longer than ${field.width} characters.`,
    };
  const cut = text.slice(0, field.width);
  const fill = field.fill || " ";
  return {
    text:
      field.stands === "right" ? cut.padStart(field.width, fill) : cut.padEnd(field.width, fill),
    fault: null,
  };
};

type Parting = {
  form: keyof typeof layoutForms;
  separator: Separator;
  quoting: keyof typeof quotings;
};

/** The fields of a record as one line. */
export const parted = (texts: readonly string[], { form, separator, quoting }: Parting): string => {
  if (form === "fixed") return texts.join("");
  const sign = separatorSigns[separator];
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
  return texts
    .map((text) => {
      if (quoting === "always") return quoted(text);
      if (quoting === "never") return text.replaceAll(sign, " ");
      return text.includes(sign) || text.includes('"') ? quoted(text) : text;
    })
    .join(sign);
};
