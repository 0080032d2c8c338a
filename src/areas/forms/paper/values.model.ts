import { formatDate } from "#kernel/dates.ts";
import { type Day, isDate } from "#kernel/time.ts";
import { formatCents } from "#kernel/money.ts";
import { counted } from "#kernel/words.ts";
import { typedOf } from "../file/mark.model.ts";
import { fieldsOf, type Asked, type FormField } from "../form/form.labels.ts";
import { kindOf, type PaperSource, type Place, type Sheet } from "./paper.labels.ts";
import { bareNumber, digitsOf, isNumber, partOf } from "./parts.model.ts";

/** A value as it is shown, its codes for conditions, and what formats need. */
export type Told = { text: string; codes: string[]; cents?: number; day?: string };
/** What a source says of one record; null: nothing. */
export type Teller = (source: PaperSource) => Told | null;

export const toldText = (text: string, ...codes: string[]): Told => ({
  text,
  codes: codes.length > 0 ? codes : [text],
});
export const toldYesNo = (value: boolean): Told => toldText(value ? "Yes" : "No", String(value));
export const toldCents = (cents: number): Told => ({
  ...toldText(formatCents(cents), String(cents)),
  cents,
});
export const toldDay = (day: Day): Told => ({ ...toldText(formatDate(day), day), day });

const cellOf = (kind: string, value: unknown): Told | null =>
  value === null || value === undefined
    ? null
    : kind === "money" && typeof value === "number"
      ? toldCents(value)
      : kind === "date" && typeof value === "string" && isDate(value)
        ? toldDay(value)
        : toldText(String(value));

const rowsOf = (value: unknown): Record<string, unknown>[] =>
  Array.isArray(value)
    ? value.filter((row) => typeof row === "object" && row !== null && !Array.isArray(row))
    : [];

const rowText = (field: FormField, row: Record<string, unknown>, keys?: ReadonlySet<string>) =>
  field.columns
    .filter((column) => !keys || keys.has(column.key))
    .flatMap((column) => {
      const told = cellOf(column.kind, row[column.key]);
      return told ? [`${column.label}: ${told.text}`] : [];
    })
    .join("; ");

const labelsOf = (field: FormField, values: readonly unknown[]) =>
  values.map((value) => field.options.find((each) => each.value === value)?.label ?? String(value));

const toldOf = (field: FormField, value: unknown): Told | null => {
  if (value === null || value === undefined) return null;
  switch (field.kind) {
    case "yesNo":
      return toldYesNo(value === true);
    case "date":
      return typeof value === "string" && isDate(value) ? toldDay(value) : toldText(String(value));
    case "choice":
      return toldText(labelsOf(field, [value]).join(""), String(value));
    case "choices": {
      const all = Array.isArray(value) ? value : [];
      return { text: labelsOf(field, all).join("; "), codes: all.map(String) };
    }
    case "file":
    case "photo":
      return Array.isArray(value) ? toldText(counted(value.length, field.kind)) : null;
    case "signature":
      return toldText(typedOf(value) || "Signed by hand");
    case "table":
      return toldText(
        rowsOf(value)
          .map((row) => rowText(field, row))
          .join("\n"),
      );
    default:
      return cellOf(field.kind, value);
  }
};

/** What a submission's answers say, by the questions that it was asked. */
const tellerOfAnswers = (form: Asked, answers: Readonly<Record<string, unknown>>): Teller => {
  const fields = new Map(fieldsOf(form).map((field) => [field.key, field]));
  return (source) => {
    if (source.from === "text") return toldText(source.text);
    const field = source.from === "answer" ? fields.get(source.key) : undefined;
    if (!field || source.from !== "answer") return null;
    const value = Object.hasOwn(answers, field.key) ? answers[field.key] : null;
    if (source.row === 0 || field.kind !== "table") return toldOf(field, value);
    const column = field.columns.find((each) => each.key === source.column);
    const row = rowsOf(value)[source.row - 1];
    return column && row ? cellOf(column.kind, row[column.key]) : null;
  };
};

const [yearEnd, monthEnd] = [4, 7];
const dayFormats: Partial<Record<Place["format"], (day: string) => string>> = {
  mdy: (day) => `${day.slice(5, monthEnd)}/${day.slice(8)}/${day.slice(0, yearEnd)}`,
  ymd: (day) => day,
  long: (day) =>
    new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" }).format(new Date(day)),
  month: (day) => day.slice(5, monthEnd),
  day: (day) => day.slice(8),
  year: (day) => day.slice(0, yearEnd),
};

const textOf = ({ format }: Place, told: Told): string => {
  // What is no number of the pattern stays whole: filling refuses it by its own words.
  if (digitsOf(format) !== null) return partOf(format, told.text) ?? told.text;
  const byDay = dayFormats[format];
  if (byDay) return told.day === undefined ? told.text : byDay(told.day);
  if (format === "plainMoney")
    return told.cents === undefined ? told.text : formatCents(told.cents, { symbol: false });
  if (format === "digits") return told.text.replaceAll(/\D/g, "");
  if (format === "capitals") return told.text.toLocaleUpperCase("en-US");
  return told.text;
};

/** A text for so many letters at most: a number leaves out the signs between its groups. */
const withinOf = (place: Place, told: Told, most: number): string => {
  const inBoxes = told.day !== undefined && place.format === "shown";
  const text = textOf(inBoxes ? { ...place, format: "mdy" } : place, told);
  if ([...text].length <= most) return text;
  if (told.cents !== undefined) return text.replaceAll(/[$,]/g, "");
  return isNumber(text) ? bareNumber(text) : text;
};

const no = new Set(["", "no", "false", "0", "none"]);
const isTicked = ({ equals }: Place, told: Told | null): boolean => {
  if (!told) return false;
  if (equals === "") return !no.has(told.text.trim().toLowerCase());
  const wanted = equals.toLowerCase();
  return [told.text, ...told.codes].some((each) => each.toLowerCase() === wanted);
};

const optionOf = ({ options }: Place, told: Told): string | null => {
  const said = [...told.codes, told.text];
  if (options.length === 0) return told.text;
  return options.find((each) => said.includes(each.value))?.option ?? null;
};

/** What stands at a place for one record. */
const valueAt = (place: Place, sheet: Sheet, told: Told | null): string | boolean | null => {
  const kind = kindOf(place, sheet);
  if (kind === "check") return isTicked(place, told);
  if (!told) return null;
  if (kind === "radio") return optionOf(place, told);
  const most = sheet.fields.find((each) => each.name === place.field)?.mostLetters ?? null;
  return kind === "comb" && most !== null ? withinOf(place, told, most) : textOf(place, told);
};

/** Rows of tables that the paper has no place for, each with what its columns on the paper say. */
const rowsBeyond = (
  places: readonly Place[],
  form: Asked,
  answers: Readonly<Record<string, unknown>>,
): { label: string; text: string }[] =>
  fieldsOf(form)
    .filter((field) => field.kind === "table")
    .flatMap((field) => {
      const mapped = places.flatMap(({ source }) =>
        source.from === "answer" && source.key === field.key && source.row > 0 ? [source] : [],
      );
      if (mapped.length === 0) return [];
      const last = Math.max(...mapped.map((source) => source.row));
      const columns = new Set(mapped.map((source) => source.column));
      return rowsOf(answers[field.key])
        .slice(last)
        .map((row, at) => ({
          label: `${field.label}, row ${last + at + 1}`,
          text: rowText(field, row, columns),
        }))
        .filter((row) => row.text !== "");
    });

type Mapped = { sheet: Sheet; places: readonly Place[] };

/** The values of a record, place by place. */
export const valuesFor = ({ sheet, places }: Mapped, tell: Teller) => ({
  values: places.map((place) => valueAt(place, sheet, tell(place.source))),
  beyond: [] as { label: string; text: string }[],
});

/** The same of a submission; what its tables have beyond the paper's rows comes with it. */
export const valuesOfAnswers = (
  mapped: Mapped,
  form: Asked,
  answers: Readonly<Record<string, unknown>>,
) => ({
  ...valuesFor(mapped, tellerOfAnswers(form, answers)),
  beyond: rowsBeyond(mapped.places, form, answers),
});
