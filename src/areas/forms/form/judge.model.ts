import { usualCalendar, type WorkCalendar } from "#kernel/business-days.ts";
import type { FieldError } from "#kernel/errors.ts";
import type { Day } from "#kernel/time.ts";
import { evaluate, namesIn, truthy, type Logic } from "#kernel/logic/logic.ts";
import { inOrder } from "./check.model.ts";
import { fieldsOf, type Asked, type FormField } from "./form.labels.ts";
import { objectionsTo, isEmpty, isRecord } from "./words.model.ts";

/** What the rules make of answers: those that count, what is wrong, what is shown and required. */
export type Verdict = {
  answers: Record<string, unknown>;
  errors: FieldError[];
  shown: ReadonlySet<string>;
  required: ReadonlySet<string>;
  /** Questions that are hidden and were answered all the same, in their order. */
  hidden: readonly string[];
};

/** The agency's day, and its calendar: what rules with days go by. */
export type Times = { today: Day | null; calendar: WorkCalendar };
/** Of forms whose rules know no day. */
const timeless: Times = { today: null, calendar: usualCalendar };

/**
 * Judges answers by the form's JSON Schema and gives the names of the questions whose answers are
 * not valid: ajv on the server (`check.service.ts`), `@cfworker/json-schema` in the browser.
 */
export type Validator = (form: Asked, answers: Readonly<Record<string, unknown>>) => Set<string>;

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

const strange: (key: string) => FieldError = (key) => ({
  path: key,
  message: "This answer is not valid. Enter it again.",
});

/** Why an answer does not go with the others, where what its rule reads was answered. */
const unfit = (field: FormField, lacking: ReadonlySet<string>, holds: (rule: Logic) => boolean) =>
  field.valid !== null &&
  field.valid !== undefined &&
  !namesIn(field.valid).some((name) => lacking.has(name.split(".")[0]!)) &&
  !holds(field.valid);
const unfitWords = ({ validSays, label }: FormField) =>
  validSays || `This does not go with the other answers: ${label}`;

/**
 * Runs a form's logic over answers and has them judged by its schema. The same function in the
 * browser while somebody types and on the server when the form is sent: what a rule hides is neither
 * judged nor among `answers` and is named in `hidden`, what a rule computes is computed anew whatever was sent.
 */
export const judge = (
  form: Asked,
  given: Readonly<Record<string, unknown>>,
  validate: Validator,
  { today, calendar }: Times = timeless,
): Verdict => {
  const fields = fieldsOf(form);
  const answers: Record<string, unknown> = {};
  const shown = new Set<string>();
  const says = (rule: Logic) => evaluate(rule, { ...answers, me: { today } }, calendar);
  const holds = (rule: Logic) => truthy(says(rule));
  for (const field of inOrder(fields).order) {
    if (field.show !== null && !holds(field.show)) continue;
    shown.add(field.key);
    const value =
      field.compute === null
        ? Object.hasOwn(given, field.key)
          ? given[field.key]
          : null
        : computed(field, says(field.compute));
    if (!isEmpty(value)) answers[field.key] = cleaned(field, value);
  }
  const required = new Set(
    fields
      .filter((field) => shown.has(field.key) && field.compute === null)
      .filter((field) => field.required || (field.require !== null && holds(field.require)))
      .map((field) => field.key),
  );
  const refused = validate(form, answers);
  const inWords = (field: FormField): FieldError[] => {
    const said = objectionsTo(field, answers[field.key]);
    return said.length > 0 ? said : [strange(field.key)];
  };
  const lacks = new Set([...required].filter((key) => !(key in answers)));
  const errors = fields
    .filter((field) => shown.has(field.key))
    .flatMap((field) =>
      field.key in answers
        ? refused.has(field.key)
          ? inWords(field)
          : unfit(field, lacks, holds)
            ? [{ path: field.key, message: unfitWords(field) }]
            : []
        : required.has(field.key)
          ? [{ path: field.key, message: lacking(field) }]
          : [],
    );
  const hidden = fields
    .filter(({ key }) => !shown.has(key) && Object.hasOwn(given, key) && !isEmpty(given[key]))
    .map(({ key }) => key);
  return { answers, errors, shown, required, hidden };
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
