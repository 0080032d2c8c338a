import type { Day } from "#kernel/time.ts";
import {
  fieldValues,
  separatorSigns,
  type CharacterSet,
  type DatePattern,
} from "./layout.labels.ts";
import type { Layout, LayoutField } from "./layout.model.ts";

/** A ledger line as it goes out: codes are the finance system's, debits more than nothing. */
export type OutLine = {
  postedOn: Day;
  entry: number;
  document: string;
  what: string;
  fund: string;
  account: string;
  string: string;
  cents: number;
};
/** What all lines of a batch have in common. */
export type OutHead = { batch: string; year: number; period: number; periodEnd: Day };

type Context = OutHead & { lines: number; debits: number; credits: number };
type Written = { text: string; fault: string | null };

const dateAs = (on: Day, pattern: DatePattern): string => {
  const [year = "", month = "", date = ""] = on.split("-");
  return pattern
    .replace("YYYY", year)
    .replace("YY", year.slice(2))
    .replace("MM", month)
    .replace("DD", date);
};

const amountAs = (cents: number, { amount, sign, width, stands, fill }: LayoutField): string => {
  const whole = String(Math.abs(cents)).padStart(3, "0");
  const digits =
    amount === "cents" ? String(Math.abs(cents)) : `${whole.slice(0, -2)}.${whole.slice(-2)}`;
  if (cents >= 0) return digits;
  if (sign === "behind") return `${digits}-`;
  // Zeros stand between the sign and the digits: -00001250.
  return stands === "right" && fill === "0" && width > 0
    ? `-${digits.padStart(width - 1, "0")}`
    : `-${digits}`;
};

/** A text in the characters that a finance system takes: accents go, what has no letter there is a "?". */
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

const plain = (field: LayoutField, all: Context, line: OutLine | null, no: number): string => {
  switch (field.value) {
    case "constant":
      return field.text;
    case "batch":
      return all.batch;
    case "year":
    case "period":
    case "lines":
      return String(all[field.value]);
    case "periodEnd":
      return dateAs(all.periodEnd, field.date);
    case "debits":
    case "credits":
      return amountAs(all[field.value], field);
    case "lineNo":
      return String(no);
    default:
      return line ? ofLine(field, line) : "";
  }
};

const ofLine = (field: LayoutField, line: OutLine): string => {
  switch (field.value) {
    case "postedOn":
      return dateAs(line.postedOn, field.date);
    case "entry":
      return String(line.entry);
    case "debit":
      return amountAs(Math.max(line.cents, 0), field);
    case "credit":
      return amountAs(Math.max(-line.cents, 0), field);
    case "signed":
      return amountAs(line.cents, field);
    case "unsigned":
      return amountAs(Math.abs(line.cents), field);
    case "side":
      return field.text.split("/")[line.cents > 0 ? 0 : 1] ?? "";
    default:
      return line[field.value as "document" | "what" | "fund" | "account" | "string"];
  }
};

const fitted = (field: LayoutField, text: string, where: string): Written => {
  if (field.width === 0) return { text, fault: null };
  const long = text.length > field.width;
  if (long && fieldValues[field.value].as !== "text")
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

const parted = (texts: readonly string[], { form, separator, quoting }: Layout): string => {
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

/**
 * Writes lines as a finance system takes them. `faults` name line and field of what does not fit:
 * amounts, codes and numbers are never cut, texts are. A file with faults must not go out.
 */
export const renderFile = (
  layout: Layout,
  head: OutHead,
  lines: readonly OutLine[],
): { text: string; faults: string[] } => {
  const total = (side: number) => lines.reduce((sum, l) => sum + Math.max(side * l.cents, 0), 0);
  const all: Context = { ...head, lines: lines.length, debits: total(1), credits: total(-1) };
  const faults: string[] = [];
  const of = (record: LayoutField["record"]) => layout.fields.filter((f) => f.record === record);
  const written = (
    fields: readonly LayoutField[],
    line: OutLine | null,
    no: number,
    where: string,
  ) =>
    parted(
      fields.map((field) => {
        const raw = plain(field, all, line, no);
        const said = inCharacters(raw, layout.characters);
        const { text, fault } = fitted(field, said, where);
        if (fault) faults.push(fault);
        else if (said !== raw && fieldValues[field.value].as !== "text")
          faults.push(
            `${where}, ${field.name}: ${raw} has characters that the layout does not write.`,
          );
        return text;
      }),
      layout,
    );
  const body = of("line");
  const rows = [
    ...(of("header").length > 0 ? [written(of("header"), null, 0, "Beginning")] : []),
    ...(layout.headings
      ? [
          parted(
            body.map((f) => f.name),
            layout,
          ),
        ]
      : []),
    ...lines.map((line, n) => written(body, line, n + 1, `Line ${n + 1}`)),
    ...(of("trailer").length > 0 ? [written(of("trailer"), null, 0, "End")] : []),
  ];
  const end = layout.lineEnd === "lf" ? "\n" : "\r\n";
  return { text: rows.map((row) => row + end).join(""), faults };
};
