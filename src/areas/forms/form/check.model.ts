import type { PublishCheck } from "#kernel/definition.ts";
import { datedOperators, namesIn, objectionsToLogic, type Logic } from "#kernel/logic/logic.ts";
import { objectionToPattern } from "../logic/pattern.model.ts";
import { lawChecks } from "../figures/compliance.model.ts";
import {
  fieldsOf,
  fileRulesOf,
  meKeys,
  todayKey,
  type Asked,
  type FormField,
} from "./form.labels.ts";

const rules = ["show", "require", "compute", "prefill", "valid"] as const;
type RuleName = (typeof rules)[number];
type Placed = { field: FormField; path: string };

/** A form's questions with the place of each: "pages.0.sections.1.fields.2". */
const placed = ({ pages }: Asked): Placed[] =>
  pages.flatMap((page, p) =>
    page.sections.flatMap((section, s) =>
      section.fields.map((field, f) => ({ field, path: `pages.${p}.sections.${s}.fields.${f}` })),
    ),
  );

const open = (sentence: string, path: string): PublishCheck => ({ sentence, ok: false, path });

const named = (field: FormField) => `“${field.label || field.key}”`;

// Which question's answer another one waits for. What is required alone changes no answer.
const waitsFor = (field: FormField): string[] =>
  [field.show, field.compute].flatMap((logic) => namesIn(logic)).map((name) => name.split(".")[0]!);

/**
 * The questions in an order in which each comes after those that it reads, and those that wait for
 * each other in a circle, which have none.
 */
export const inOrder = (
  fields: readonly FormField[],
): { order: FormField[]; circle: FormField[] } => {
  const left = new Map(fields.map((field) => [field.key, field]));
  const waits = new Map(fields.map((field) => [field, waitsFor(field)]));
  const order: FormField[] = [];
  for (let moved = true; moved;) {
    moved = false;
    for (const field of left.values())
      if (waits.get(field)!.every((key) => !left.has(key))) {
        order.push(field);
        left.delete(field.key);
        moved = true;
      }
  }
  return { order, circle: [...left.values()] };
};

const ruleChecks = (
  name: RuleName,
  logic: Logic | undefined,
  { field, path }: Placed,
  keys: ReadonlySet<string>,
): PublishCheck[] => {
  if (logic === null || logic === undefined) return [];
  const at = `${path}.${name}`;
  const wrong = objectionsToLogic(logic, datedOperators);
  if (wrong.length > 0) return wrong.map((each) => open(`${named(field)}: ${each}`, at));
  return namesIn(logic)
    .filter((key) => (name === "prefill" ? !(key in meKeys) : key !== todayKey && !keys.has(key)))
    .map((key) =>
      open(
        name === "prefill"
          ? `${named(field)}: a prefill reads ${Object.keys(meKeys).join(", ")}, not ${key}.`
          : `${named(field)} reads ${key}, which this form does not ask.`,
        at,
      ),
    );
};

const kindChecks = ({ field, path }: Placed): PublishCheck[] => {
  const { kind, options, columns, pattern, least, most } = field;
  const chosen = kind === "choice" || kind === "choices";
  const twice = (given: readonly string[]) => new Set(given).size < given.length;
  const objection = pattern === "" ? null : objectionToPattern(pattern);
  return [
    ...(chosen && options.length === 0
      ? [open(`${named(field)} needs something to choose.`, `${path}.options`)]
      : []),
    ...(chosen && twice(options.map((each) => each.value))
      ? [open(`${named(field)} offers the same value twice.`, `${path}.options`)]
      : []),
    ...(kind === "table" && columns.length === 0
      ? [open(`${named(field)} needs a column.`, `${path}.columns`)]
      : []),
    ...(kind === "table" && twice(columns.map((each) => each.key))
      ? [open(`${named(field)} has two columns of the same name.`, `${path}.columns`)]
      : []),
    ...(kind === "table" && twice(columns.map((each) => each.label.trim().toLowerCase()))
      ? [open(`${named(field)} has two columns with the same heading.`, `${path}.columns`)]
      : []),
    ...(kind === "table"
      ? columns
          .filter((column) => column.label.trim() === "")
          .map((column) =>
            open(`${named(field)}: enter the heading of column ${column.key}.`, `${path}.columns`),
          )
      : []),
    ...(kind === "table"
      ? columns
          .filter((column) => column.kind === "choice" && !column.options?.length)
          .map((column) =>
            open(`${named(field)}: say what ${column.label} offers.`, `${path}.columns`),
          )
      : []),
    ...(kind === "file" && fileRulesOf(field).types.length === 0
      ? [open(`${named(field)}: choose which kinds of files it takes.`, `${path}.files`)]
      : []),
    ...(field.valid && !field.validSays
      ? [open(`${named(field)}: say what whoever answers otherwise is told.`, `${path}.validSays`)]
      : []),
    ...(objection ? [open(`${named(field)}: ${objection}`, `${path}.pattern`)] : []),
    ...(least !== null && most !== null && least > most
      ? [open(`${named(field)}: the least is more than the most.`, `${path}.least`)]
      : []),
    ...(field.compute !== null && kind !== "number" && kind !== "money" && kind !== "text"
      ? [open(`${named(field)}: texts, numbers and amounts can be computed.`, `${path}.compute`)]
      : []),
  ];
};

/** What must hold of a form's questions before it is published, each at its place. */
export const formChecks = (form: Asked): PublishCheck[] => {
  const all = placed(form);
  const fields = fieldsOf(form);
  const keys = new Set(fields.map((field) => field.key));
  const seen = new Set<string>();
  const doubled = all.filter(({ field }) => seen.has(field.key) || !seen.add(field.key));
  const { circle } = inOrder(fields);
  const pathOf = (field: FormField) => all.find((each) => each.field === field)!.path;
  return [
    { sentence: "Ask something: add a question.", ok: fields.length > 0, path: "pages" },
    ...form.pages.flatMap((page, at) =>
      page.sections.some((section) => section.fields.length > 0)
        ? []
        : [
            open(
              `The page ${page.title} asks nothing. Add a question or take it out.`,
              `pages.${at}`,
            ),
          ],
    ),
    ...doubled.map(({ field, path }) =>
      open(`Two questions are called ${field.key}. Name one of them otherwise.`, `${path}.key`),
    ),
    ...all.flatMap((each) => [
      ...kindChecks(each),
      ...rules.flatMap((name) => ruleChecks(name, each.field[name], each, keys)),
    ]),
    ...lawChecks(all),
    ...circle.map((field) =>
      open(
        `${named(field)} waits for an answer that waits for it in turn. Break the circle.`,
        pathOf(field),
      ),
    ),
  ];
};
