import { isDate } from "#kernel/time.ts";
import type { FieldError } from "#kernel/errors.ts";
import { markField } from "#kernel/mark.ts";
import { maxCents } from "#kernel/money.ts";
import { counted } from "#kernel/words.ts";
import { fits } from "../logic/pattern.model.ts";
import { fileRulesOf, type FormField } from "./form.labels.ts";

/** The longest answers, in letters, and the most rows of a table. */
export const limits = { text: 500, longText: 20_000, rows: 500, signature: 200 } as const;
/** The largest number that is taken, of either sign. */
export const maxNumber = 1e15;
/** A drawn signature: so many strokes, of so many numbers each. */
export const mostStroke = { strokes: 40, numbers: 1000 } as const;
/** Ids of uploaded files, as the server makes them. */
export const fileId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

// As JSON Schema counts them: a letter beyond the first 65,536 is one.
const lettersOf = (text: string): number => [...text].length;

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Nothing typed: the same as no answer. */
export const isEmpty = (value: unknown): boolean =>
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
  kind: "text" | "number" | "money" | "date",
  value: unknown,
  bounds = unbounded,
): string | null => {
  if (kind === "number")
    return typeof value === "number" && Number.isFinite(value) && Math.abs(value) <= maxNumber
      ? within(value, bounds, String)
      : "Enter a number.";
  if (kind === "money")
    return typeof value === "number" && Number.isInteger(value) && Math.abs(value) <= maxCents
      ? within(value, bounds, (cents) => `$${(cents / 100).toFixed(2)}`)
      : "Enter an amount such as 1,234.56.";
  if (kind === "date")
    return typeof value === "string" && isDate(value) ? null : "Enter a real day.";
  if (typeof value !== "string") return "Enter a text.";
  return lettersOf(value) > limits.text ? `Enter at most ${limits.text} letters.` : null;
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
          : column.kind === "choice"
            ? (column.options ?? []).includes(cell as string)
              ? null
              : `Choose ${column.label} from the list.`
            : objectionTo(column.kind, cell);
        return message ? [{ path: `${path}.${column.key}`, message }] : [];
      }),
    ];
  });
};

const filesOf = (field: FormField, value: unknown): string | null => {
  const { most } = fileRulesOf(field);
  if (!Array.isArray(value) || !value.every((id) => typeof id === "string" && fileId.test(id)))
    return "Upload it again.";
  if (new Set(value).size < value.length) return "One file stands here twice. Take one out.";
  return value.length > most ? `Take ${counted(most, "file")} at most.` : null;
};

const isStroke = (stroke: unknown): boolean =>
  Array.isArray(stroke) &&
  stroke.length >= 4 &&
  stroke.length <= mostStroke.numbers &&
  stroke.every((n) => Number.isInteger(n) && n >= 0 && n <= markField.width);

const signatureOf = (value: unknown): string | null => {
  if (!isRecord(value) || Object.keys(value).length !== 1) return "Sign here.";
  const { typed, drawn } = value;
  if (typeof typed === "string")
    return lettersOf(typed) <= limits.signature && /\S/.test(typed) ? null : "Type your name.";
  return Array.isArray(drawn) &&
    drawn.length > 0 &&
    drawn.length <= mostStroke.strokes &&
    drawn.every(isStroke)
    ? null
    : "Draw your signature again, or type it.";
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
      return lettersOf(value) > limits.longText
        ? `Enter at most ${limits.longText} letters.`
        : null;
    case "table":
      return null;
    case "file":
    case "photo":
      return filesOf(field, value);
    case "signature":
      return signatureOf(value);
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

/** What is wrong with an answer, in words at its place; nothing where it is as it should be. */
export const objectionsTo = (field: FormField, value: unknown): FieldError[] => {
  if (field.kind === "table") return rowsOf(field, value);
  const wrong = message(field, value);
  return wrong ? [{ path: field.key, message: wrong }] : [];
};
