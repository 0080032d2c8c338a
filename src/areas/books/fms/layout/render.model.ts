import type { Day } from "#kernel/time.ts";
import { centsAs, dateAs, fitted, inCharacters, parted } from "#kernel/file-layout.ts";
import { fieldValues } from "./layout.labels.ts";
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

const amountAs = (cents: number, { amount, sign, width, stands, fill }: LayoutField): string => {
  const digits = centsAs(cents, amount);
  if (cents >= 0) return digits;
  if (sign === "behind") return `${digits}-`;
  // Zeros stand between the sign and the digits: -00001250.
  return stands === "right" && fill === "0" && width > 0
    ? `-${digits.padStart(width - 1, "0")}`
    : `-${digits}`;
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
        const { text, fault } = fitted(field, said, where, fieldValues[field.value].as === "text");
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
