import type { Verdict } from "./control.ts";
import { formatDate } from "./dates.ts";
import { evaluate, namesIn, objectionsToLogic, truthy, type Logic } from "./logic/logic.ts";
import { formatCents } from "./money.ts";
import type { Day } from "./time.ts";

// Checks that an agency writes itself: where they apply, and what must hold there, over the facts of a record.

type FieldKind = "text" | "money" | "number" | "date" | "yesNo" | "choice";

/** A fact of a record that the agency's own checks may read. */
export type OwnField = {
  name: string;
  label: string;
  kind: FieldKind;
  choices: readonly { value: string; label: string }[];
};

/** Which records a check applies to, and what must hold of them. `applies` true: to all of them. */
export type OwnCondition = { applies: Logic; holds: Logic };

/** Everything that an own check's answer follows from. */
export type OwnFacts = OwnCondition & {
  demands: string;
  /** Money in cents, days as text. */
  values: Readonly<Record<string, unknown>>;
  fields: readonly Pick<OwnField, "name" | "label" | "kind">[];
};

type Objection = { path: "applies" | "holds"; sentence: string };

const literalKinds: Readonly<Record<FieldKind, readonly string[]>> = {
  text: ["string"],
  choice: ["string"],
  date: ["string"],
  money: ["number"],
  number: ["number"],
  yesNo: ["boolean"],
};
const kindWords: Readonly<Record<FieldKind, string>> = {
  text: "a text",
  choice: "a choice",
  date: "a day",
  money: "an amount",
  number: "a number",
  yesNo: "yes or no",
};
const comparing = new Set(["==", "!=", "<", "<=", ">", ">="]);

const fieldIn = (logic: Logic, fields: readonly OwnField[]): OwnField | undefined => {
  const [name, ...others] = typeof logic === "object" ? namesIn(logic) : [];
  const bare = logic && typeof logic === "object" && !Array.isArray(logic) && "var" in logic;
  return bare && others.length === 0 ? fields.find((field) => field.name === name) : undefined;
};

// A field against a literal of another kind never holds: it is refused, not answered.
const mismatches = (logic: Logic, fields: readonly OwnField[]): string[] => {
  if (typeof logic !== "object" || logic === null) return [];
  if (Array.isArray(logic)) return logic.flatMap((each) => mismatches(each, fields));
  return Object.entries(logic).flatMap(([operator, args]) => {
    const sides = Array.isArray(args) ? args : [args];
    const field = sides.map((side) => fieldIn(side, fields)).find(Boolean);
    const wrong =
      field && comparing.has(operator)
        ? sides.filter(
            (side) =>
              side !== null &&
              typeof side !== "object" &&
              !literalKinds[field.kind].includes(typeof side),
          )
        : [];
    return [
      ...wrong.map(
        (side) => `${field!.label} is ${kindWords[field!.kind]}, not ${JSON.stringify(side)}.`,
      ),
      ...sides.flatMap((side) => mismatches(side, fields)),
    ];
  });
};

const objectionsTo = (logic: Logic, fields: readonly OwnField[], needed: boolean): string[] => {
  const names = namesIn(logic);
  const unknown = names.filter((name) => !fields.some((field) => field.name === name));
  return [
    ...(needed && names.length === 0 ? ["Say of which fact it depends."] : []),
    ...objectionsToLogic(logic),
    ...unknown.map((name) => `${name} is no fact of the record.`),
    ...mismatches(logic, fields),
  ];
};

/** Why a condition cannot stand, each with its path; none where it can. */
export const objectionsToOwn = (
  { applies, holds }: OwnCondition,
  fields: readonly OwnField[],
): Objection[] => [
  ...objectionsTo(applies, fields, false).map((sentence) => ({
    path: "applies" as const,
    sentence,
  })),
  ...objectionsTo(holds, fields, true).map((sentence) => ({ path: "holds" as const, sentence })),
];

const shown = (value: unknown, kind: FieldKind): string =>
  value === null || value === undefined || value === ""
    ? "not said"
    : kind === "money" && typeof value === "number"
      ? formatCents(value)
      : kind === "date"
        ? formatDate(String(value) as Day)
        : typeof value === "boolean"
          ? value
            ? "yes"
            : "no"
          : String(value as string | number);

const valuesRead = ({ values, fields }: OwnFacts, logic: Logic): string =>
  [...new Set(namesIn(logic))]
    .map((name) => {
      const field = fields.find((each) => each.name === name);
      return `${field?.label ?? name}: ${shown(values[name], field?.kind ?? "text")}`;
    })
    .join("; ");

const silent = ({ values }: OwnFacts, logic: Logic): boolean =>
  namesIn(logic).some((name) => (values[name] ?? null) === null);

// Whether a condition asks on purpose whether something is said: then silence is an answer.
const asksSilence = (logic: Logic): boolean =>
  typeof logic === "object" &&
  logic !== null &&
  (Array.isArray(logic)
    ? logic.some((each) => each === null || asksSilence(each))
    : Object.values(logic).some(asksSilence));

/**
 * What an own check says of a record's facts. What does not hold because the record does not say one of
 * the facts is *cannot tell*, unless the condition asks for just that.
 */
export const judgeOwn = (facts: OwnFacts): Verdict => {
  const { applies, holds, values, demands } = facts;
  if (!truthy(evaluate(applies, values)))
    return silent(facts, applies) && !asksSilence(applies)
      ? {
          answer: "unknown",
          said: `Whether it applies cannot be told (${valuesRead(facts, applies)}).`,
        }
      : { answer: "not_applicable", said: "It does not apply to this record." };
  if (truthy(evaluate(holds, values)))
    return { answer: "pass", said: `${valuesRead(facts, holds)}.` };
  return silent(facts, holds) && !asksSilence(holds)
    ? { answer: "unknown", said: `It cannot be told (${valuesRead(facts, holds)}).` }
    : { answer: "fail", said: `${demands} ${valuesRead(facts, holds)}.` };
};
