import type { FieldError } from "#kernel/errors.ts";
import { isDate } from "#kernel/dates.ts";
import { maxCents } from "#kernel/money.ts";
import { evaluate, truthy } from "#kernel/logic/logic.ts";
import { fits } from "../logic/pattern.model.ts";
import { inOrder } from "./check.model.ts";
import { fieldsOf, type Asked, type ColumnKind, type FormField } from "./form.labels.ts";

/** The longest answers, in letters, and the most rows of a table. */
export const limits = { text: 500, longText: 20_000, rows: 500 } as const;

/** What the rules make of answers: those that count, what is wrong, what is shown and required. */
export type Verdict = {
  answers: Record<string, unknown>;
  errors: FieldError[];
  shown: ReadonlySet<string>;
  required: ReadonlySet<string>;
};

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Nothing typed: the same as no answer. */
const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  (typeof value === "string" && value.trim() === "") ||
  (Array.isArray(value) && value.length === 0) ||
  (typeof value === "number" && Number.isNaN(value));

type Bounds = Pick<FormField, "least" | "most">;
const within = (value: number, { least, most }: Bounds, shown: (n: number) => string) =>
  least !== null && value < least
    ? `Enter ${shown(least)} or more.`
    : most !== null && value > most
      ? `Enter ${shown(most)} or less.`
      : null;
const unbounded: Bounds = { least: null, most: null };

/** Why one value is not of its kind, or null. */
const objectionTo = (
  kind: ColumnKind | "date",
  value: unknown,
  bounds = unbounded,
): string | null => {
  if (kind === "number")
    return typeof value === "number" && Number.isFinite(value) && Math.abs(value) <= 1e15
      ? within(value, bounds, String)
      : "Enter a number.";
  if (kind === "money")
    return typeof value === "number" && Number.isInteger(value) && Math.abs(value) <= maxCents
      ? within(value, bounds, (cents) => `$${(cents / 100).toFixed(2)}`)
      : "Enter an amount such as 1,234.56.";
  if (kind === "date")
    return typeof value === "string" && isDate(value) ? null : "Enter a real day.";
  if (typeof value !== "string") return "Enter a text.";
  return value.length > limits.text ? `Enter at most ${limits.text} letters.` : null;
};

const rowsOf = (field: FormField, value: unknown): FieldError[] => {
  if (!Array.isArray(value)) return [{ path: field.key, message: "Add rows." }];
  if (value.length > limits.rows)
    return [{ path: field.key, message: `Add at most ${limits.rows} rows.` }];
  return value.flatMap((row: unknown, at) => {
    const path = `${field.key}.${at}`;
    if (!isRecord(row)) return [{ path, message: "This is no row." }];
    const strange = Object.keys(row).filter((key) => !field.columns.some((c) => c.key === key));
    return [
      ...strange.map((key) => ({ path: `${path}.${key}`, message: "There is no such column." })),
      ...field.columns.flatMap((column) => {
        const cell = Object.hasOwn(row, column.key) ? row[column.key] : null;
        const message = isEmpty(cell)
          ? column.required
            ? `Fill in ${column.label}.`
            : null
          : objectionTo(column.kind, cell);
        return message ? [{ path: `${path}.${column.key}`, message }] : [];
      }),
    ];
  });
};

const choicesOf = (field: FormField, value: unknown): string | null => {
  const offered = (each: unknown) => field.options.some((option) => option.value === each);
  return Array.isArray(value) && value.every(offered) && new Set(value).size === value.length
    ? null
    : "Choose from the list.";
};

const message = (field: FormField, value: unknown): string | null => {
  switch (field.kind) {
    case "yesNo":
      return typeof value === "boolean" ? null : "Answer yes or no.";
    case "choice":
      return field.options.some((option) => option.value === value)
        ? null
        : "Choose from the list.";
    case "choices":
      return choicesOf(field, value);
    case "longText":
      if (typeof value !== "string") return "Enter a text.";
      return value.length > limits.longText ? `Enter at most ${limits.longText} letters.` : null;
    case "table":
      return null;
    case "text": {
      const wrong = objectionTo("text", value);
      if (wrong) return wrong;
      return field.pattern === "" || fits(field.pattern, value as string)
        ? null
        : field.help || "This does not have the form that is asked for.";
    }
    default:
      return objectionTo(field.kind, value, field);
  }
};

const errorsOf = (field: FormField, value: unknown): FieldError[] => {
  if (field.kind === "table") return rowsOf(field, value);
  const wrong = message(field, value);
  return wrong ? [{ path: field.key, message: wrong }] : [];
};

// A computed amount is whole cents; half a cent goes away from zero, as everywhere.
const computed = (field: FormField, value: unknown): unknown => {
  if (typeof value === "number" && field.kind === "money")
    return Math.sign(value) * Math.round(Math.abs(value)) + 0;
  return value === undefined ? null : value;
};

/** Empty cells are left out, as empty answers are. */
const cleaned = (field: FormField, value: unknown): unknown =>
  field.kind === "table" && Array.isArray(value)
    ? value.map((row: unknown) =>
        isRecord(row)
          ? Object.fromEntries(Object.entries(row).filter(([, cell]) => !isEmpty(cell)))
          : row,
      )
    : typeof value === "string"
      ? value.trim()
      : value;

const lacking = (field: FormField) =>
  field.kind === "choice" || field.kind === "choices"
    ? `Choose: ${field.label}`
    : `Answer: ${field.label}`;

/**
 * Runs a form's logic over answers and judges them. The same function in the browser while
 * somebody types and on the server when the form is sent: what a rule hides is neither judged nor
 * among `answers`, what a rule computes is computed anew whatever was sent.
 */
export const judge = (form: Asked, given: Readonly<Record<string, unknown>>): Verdict => {
  const fields = fieldsOf(form);
  const answers: Record<string, unknown> = {};
  const shown = new Set<string>();
  for (const field of inOrder(fields).order) {
    if (field.show !== null && !truthy(evaluate(field.show, answers))) continue;
    shown.add(field.key);
    const value =
      field.compute === null
        ? Object.hasOwn(given, field.key)
          ? given[field.key]
          : null
        : computed(field, evaluate(field.compute, answers));
    if (!isEmpty(value)) answers[field.key] = cleaned(field, value);
  }
  const required = new Set(
    fields
      .filter((field) => shown.has(field.key) && field.compute === null)
      .filter(
        (field) =>
          field.required || (field.require !== null && truthy(evaluate(field.require, answers))),
      )
      .map((field) => field.key),
  );
  const errors = fields
    .filter((field) => shown.has(field.key))
    .flatMap((field) =>
      field.key in answers
        ? errorsOf(field, answers[field.key])
        : required.has(field.key)
          ? [{ path: field.key, message: lacking(field) }]
          : [],
    );
  return { answers, errors, shown, required };
};

/** What the form knows of its filler: the answers with which it begins. */
export const prefilled = (
  form: Asked,
  me: Readonly<Record<string, string>>,
): Record<string, unknown> =>
  Object.fromEntries(
    fieldsOf(form)
      .filter((field) => field.prefill !== null)
      .map((field) => [field.key, evaluate(field.prefill, { me })] as const)
      .filter(([, value]) => !isEmpty(value)),
  );
