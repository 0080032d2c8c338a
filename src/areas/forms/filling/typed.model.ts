import { formatDate } from "#kernel/dates.ts";
import { isDate } from "#kernel/time.ts";
import { formatCents } from "#kernel/money.ts";
import { counted } from "#kernel/words.ts";
import type { FormFile } from "../file/file.model.ts";
import { typedOf as nameOf } from "../file/mark.model.ts";
import {
  fieldsOf,
  takesFiles,
  type Asked,
  type Column,
  type FormField,
} from "../form/form.labels.ts";

/** What stands in the fields of a screen: numbers as they are typed, yes and no as words. */
export type Typed = Record<string, unknown>;

const numberOf = (text: unknown): unknown => {
  if (typeof text !== "string" || text.trim() === "") return text === "" ? null : text;
  const number = Number(text.replaceAll(",", ""));
  return Number.isFinite(number) ? number : text;
};
// What is no amount stays something, so that it is refused and not taken for empty.
const centsOf = (value: unknown) =>
  typeof value === "number" && Number.isNaN(value) ? "?" : value;

const cellOf = ({ kind }: Column, value: unknown): unknown =>
  kind === "number" ? numberOf(value) : kind === "money" ? centsOf(value) : value;

const answerOf = (field: FormField, value: unknown): unknown => {
  if (field.kind === "number") return numberOf(value);
  if (field.kind === "money") return centsOf(value);
  if (takesFiles(field))
    return Array.isArray(value) ? (value as { id: string }[]).map(({ id }) => id) : value;
  if (field.kind === "yesNo") return value === "yes" ? true : value === "no" ? false : null;
  if (field.kind !== "table" || !Array.isArray(value)) return value;
  return (value as Typed[])
    .map((row) =>
      Object.fromEntries(
        field.columns.map((column) => [column.key, cellOf(column, row[column.key])]),
      ),
    )
    .filter((row) => Object.values(row).some((cell) => cell !== null && cell !== ""));
};

/** Answers as the judge and the server take them, from what stands in the fields. */
export const answersOf = (form: Asked, typed: Typed): Record<string, unknown> =>
  Object.fromEntries(
    fieldsOf(form)
      .map((field) => [field.key, answerOf(field, typed[field.key])] as const)
      .filter(([, value]) => value !== undefined && value !== null && value !== ""),
  );

const typedOne = (field: FormField, value: unknown, files: readonly FormFile[]): unknown => {
  const none = value === undefined || value === null;
  switch (field.kind) {
    case "number":
      return none ? "" : String(value);
    case "money":
      return none ? null : value;
    case "yesNo":
      return none ? "" : value === true ? "yes" : "no";
    case "choices":
      return none ? [] : value;
    case "file":
    case "photo":
      return (Array.isArray(value) ? value : []).flatMap(
        (id) => files.find((file) => file.id === id) ?? [],
      );
    case "signature":
      return none ? null : value;
    case "table":
      return none
        ? []
        : (value as Typed[]).map((row) =>
            Object.fromEntries(
              field.columns.map(({ key, kind }) => [
                key,
                kind === "money" ? (row[key] ?? null) : String(row[key] ?? ""),
              ]),
            ),
          );
    default:
      return none ? "" : value;
  }
};

/** What stands in the fields for answers; each question has its empty value. */
export const typedOf = (
  form: Asked,
  answers: Readonly<Record<string, unknown>>,
  files: readonly FormFile[] = [],
): Typed =>
  Object.fromEntries(
    fieldsOf(form).map((field) => [field.key, typedOne(field, answers[field.key], files)]),
  );

/** The files that stand in the fields. */
export const filesIn = (form: Asked, typed: Typed): FormFile[] =>
  fieldsOf(form)
    .filter(takesFiles)
    .flatMap(({ key }) => (Array.isArray(typed[key]) ? (typed[key] as FormFile[]) : []));

/** An answer in words, for reading. */
export const inWords = (field: FormField, value: unknown): string => {
  if (value === undefined || value === null || value === "") return "No answer";
  const named = (one: unknown) =>
    field.options.find((option) => option.value === one)?.label ?? String(one);
  switch (field.kind) {
    case "yesNo":
      return value === true ? "Yes" : "No";
    case "money":
      return typeof value === "number" ? formatCents(value) : String(value);
    case "date":
      return typeof value === "string" && isDate(value) ? formatDate(value) : String(value);
    case "choice":
      return named(value);
    case "choices":
      return Array.isArray(value) ? value.map(named).join(", ") : String(value);
    case "file":
    case "photo":
      return Array.isArray(value) ? counted(value.length, field.kind) : String(value);
    case "signature":
      return nameOf(value) || "Drawn signature";
    case "table":
      return Array.isArray(value) ? counted(value.length, "row") : String(value);
    default:
      return String(value);
  }
};

/** A cell of a table in words. */
export const cellInWords = ({ kind }: Column, value: unknown): string =>
  value === undefined || value === null
    ? ""
    : kind === "money" && typeof value === "number"
      ? formatCents(value)
      : kind === "date" && typeof value === "string" && isDate(value)
        ? formatDate(value)
        : String(value);
