import { formatDate } from "#kernel/dates.ts";
import { isDate } from "#kernel/time.ts";
import type { Logic } from "#kernel/logic/logic.ts";
import { formatCents } from "#kernel/money.ts";
import { counted } from "#kernel/words.ts";
import { everyKinds, type FlowNode, type Trigger, type Who } from "./flow.labels.ts";
import type { FlowField, FlowParts } from "./flow.model.ts";

/** How comparisons are said; the first fits every kind of field. */
export const comparisons = {
  "==": "is",
  "!=": "is not",
  ">": "is more than",
  ">=": "is at least",
  "<": "is less than",
  "<=": "is at most",
} as const;
export type Comparison = keyof typeof comparisons;

const usual: readonly FlowField[] = [
  { name: "today", label: "Today", kind: "date", choices: [] },
  { name: "starter.name", label: "Who began it", kind: "text", choices: [] },
];

/** Fields that rules of a workflow about these records may read. */
export const fieldsOf = (
  parts: FlowParts | undefined,
  noun: string | null,
): readonly FlowField[] => [
  ...(parts?.records.find((record) => record.noun === noun)?.fields ?? []),
  ...usual,
];

const fieldNamed = (fields: readonly FlowField[], name: string) =>
  fields.find((field) => field.name === name);

/** A value as people read it. */
export const valueWords = (value: unknown, field: FlowField | undefined): string => {
  if (value === null || value === undefined || value === "") return "empty";
  if (value === true) return "yes";
  if (value === false) return "no";
  if (field?.kind === "money" && typeof value === "number") return formatCents(value);
  const chosen = field?.choices.find((choice) => choice.value === value);
  if (chosen) return chosen.label;
  const text = typeof value === "object" ? JSON.stringify(value) : String(value as string);
  return isDate(text) ? formatDate(text) : text;
};

type Pair = { name: string; by: Comparison; value: null | boolean | number | string };

/** "amount is more than 5000" of a rule that compares one field with one value; else null. */
const pairOf = (rule: Logic): Pair | null => {
  if (typeof rule !== "object" || rule === null || Array.isArray(rule)) return null;
  const [by, args] = Object.entries(rule)[0] ?? ["", null];
  if (!(by in comparisons) || !Array.isArray(args) || args.length !== 2) return null;
  const [read, value] = args as [Logic, Logic];
  if (typeof read !== "object" || read === null || Array.isArray(read)) return null;
  const name = Array.isArray(read.var) ? read.var[0] : read.var;
  return typeof name === "string" && (value === null || typeof value !== "object")
    ? { name, by: by as Comparison, value }
    : null;
};

/** The pairs of a rule that joins them by "and" or "or"; null where it says something else. */
export const pairsOf = (rule: Logic): { all: boolean; pairs: readonly Pair[] } | null => {
  if (rule === null || rule === true) return { all: true, pairs: [] };
  const one = pairOf(rule);
  if (one) return { all: true, pairs: [one] };
  if (typeof rule !== "object" || Array.isArray(rule)) return null;
  const [by, args] = Object.entries(rule)[0] ?? ["", null];
  if ((by !== "and" && by !== "or") || !Array.isArray(args)) return null;
  const pairs = args.map(pairOf);
  return pairs.every((pair) => pair !== null) ? { all: by === "and", pairs } : null;
};

/** The rule that these pairs mean; `true` of none. */
export const ruleOfPairs = (all: boolean, pairs: readonly Pair[]): Logic => {
  const rules = pairs.map(({ name, by, value }): Logic => ({ [by]: [{ var: name }, value] }));
  return rules.length === 0
    ? true
    : rules.length === 1
      ? rules[0]!
      : { [all ? "and" : "or"]: rules };
};

/** A rule in words; what the editor cannot say stands as it is written. */
export const ruleWords = (rule: Logic, fields: readonly FlowField[]): string => {
  if (rule === null) return "in every other case";
  const said = pairsOf(rule);
  if (!said) return JSON.stringify(rule);
  if (said.pairs.length === 0) return "always";
  return said.pairs
    .map(({ name, by, value }) => {
      const field = fieldNamed(fields, name);
      return `${field?.label ?? name} ${comparisons[by]} ${valueWords(value, field)}`;
    })
    .join(said.all ? " and " : " or ");
};

const named = (choices: readonly { value: string; label: string }[] | undefined, id: string) =>
  choices?.find((choice) => choice.value === id)?.label ?? "somebody";

const whoWords = (who: Who, parts: FlowParts | undefined): string => {
  switch (who.kind) {
    case "person":
      return named(parts?.people, who.personId);
    case "department":
      return `everybody in ${named(parts?.departments, who.departmentId)}`;
    case "role":
      return `everybody who is ${who.role}`;
    case "duty":
      return `whoever has the duty ${who.duty.replaceAll("_", " ")}`;
    case "starter":
      return "whoever began it";
  }
};

const days = [
  "Sunday",
  "Monday",
  "Tuesday",
  "Wednesday",
  "Thursday",
  "Friday",
  "Saturday",
] as const;
export const weekdays = days;

export const triggerWords = (trigger: Trigger, parts: FlowParts | undefined): string => {
  if (trigger.on === "hand") return "By hand";
  if (trigger.on === "schedule")
    return `${everyKinds[trigger.every]}${
      trigger.every === "week"
        ? ` on ${days[trigger.weekday]}`
        : trigger.every === "month"
          ? ` on day ${trigger.day}`
          : ""
    } at ${trigger.at}`;
  const record = parts?.records.find((each) => each.noun === trigger.noun);
  const event = record?.events.find((each) => each.value === trigger.action)?.label;
  const rule = ruleWords(trigger.when, fieldsOf(parts, trigger.noun));
  const label = record?.label ?? "record";
  return `When ${/^[aeiou]/.test(label) ? "an" : "a"} ${label} ${event ?? trigger.action}${
    trigger.when === null ? "" : `, if ${rule}`
  }`;
};

const [minutesOfHour, minutesOfDay] = [60, 1440];
/** A time that runs day and night, in its largest whole unit; days with their hours. */
export const durationWords = (minutes: number): string => {
  if (minutes % minutesOfHour !== 0) return counted(minutes, "minute");
  const hours = counted(minutes / minutesOfHour, "hour");
  return minutes % minutesOfDay === 0
    ? `${counted(minutes / minutesOfDay, "day")} (${hours})`
    : hours;
};

const timerWords = (
  timer: Extract<FlowNode, { kind: "timer" }>["timer"],
  fields: readonly FlowField[],
) => {
  if (timer.by === "business")
    return `Waits ${counted(timer.days, "business day")}, to the same time of day`;
  if (timer.by === "duration") return `Waits ${durationWords(timer.minutes)}`;
  const field = fieldNamed(fields, timer.field)?.label ?? timer.field;
  const day = timer.business ? "business day" : "day";
  return timer.days === 0
    ? `Waits for ${field}`
    : `Waits for ${counted(Math.abs(timer.days), day)} ${timer.days < 0 ? "before" : "behind"} ${field}`;
};

/** What a step does, in a line. */
export const nodeWords = (
  node: FlowNode,
  parts: FlowParts | undefined,
  noun: string | null,
): string => {
  switch (node.kind) {
    case "start":
      return triggerWords(node.trigger, parts);
    case "task":
      return `Asks ${whoWords(node.who, parts)}, within ${counted(node.dueDays, "business day")}`;
    case "approval":
      return node.by === "policies"
        ? "Waits for the approval by the policies"
        : `Decided by ${whoWords(node.who, parts)}, within ${durationWords(node.hours * minutesOfHour)}`;
    case "step": {
      const step = parts?.steps.find((each) => each.value === node.step);
      const target = named(step?.targets, node.target);
      return `${step?.label ?? node.step}: ${target}${step?.asks ? `, by ${whoWords(node.who, parts)}` : ""}`;
    }
    case "condition":
      return "Goes on by what the record says";
    case "timer":
      return timerWords(node.timer, fieldsOf(parts, noun));
    case "notice":
      return `Tells ${whoWords(node.who, parts)}${node.mail ? ", also by mail" : ""}`;
    case "action": {
      const record = parts?.records.find((each) => each.noun === noun);
      return record?.actions.find((each) => each.value === node.action)?.label ?? node.action;
    }
    case "end":
      return node.outcome || "The run is over";
  }
};
