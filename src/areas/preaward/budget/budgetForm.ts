import type { Budget } from "./budget.model.ts";
import type { BudgetRule } from "./budget-rules.model.ts";
import { workOut, type Workings } from "./workings.model.ts";
import { day } from "#kernel/time.ts";

type Text = string | number;
type Person = {
  description: string;
  activity: string;
  year: string;
  cents: number | null;
  effort: Text;
  months: Text;
  fringe: Text;
};
type Thing = {
  kind: string;
  description: string;
  activity: string;
  year: string;
  cents: number | null;
  quantity: Text;
  usefulYears: Text;
  construction: string;
  why: string;
};
type Match = {
  source: string;
  origin: string;
  kind: string;
  activity: string;
  year: string;
  cents: number | null;
};
/** A budget as its form holds it: people apart from things, numbers as they are typed. */
export type BudgetValues = {
  years: string;
  activities: {
    title: string;
    aln: string;
    beforeFederal: number | null;
    beforeOther: number | null;
    programIncome: number | null;
  }[];
  people: Person[];
  things: Thing[];
  match: Match[];
  indirect: { kind: string; rate: Text; base: string; agreement: string; validUntil: string };
  matchRequired: Text;
  ownThreshold: number | null;
};

export const blankPerson = (): Person => ({
  description: "",
  activity: "0",
  year: "0",
  cents: null,
  effort: "100",
  months: "12",
  fringe: "30",
});
export const blankThing = (): Thing => ({
  kind: "goods",
  description: "",
  activity: "0",
  year: "0",
  cents: null,
  quantity: "1",
  usefulYears: "1",
  construction: "",
  why: "",
});
export const blankMatch = (): Match => ({
  source: "",
  origin: "applicant",
  kind: "cash",
  activity: "0",
  year: "0",
  cents: null,
});
export const blankActivity = () => ({
  title: "",
  aln: "",
  beforeFederal: null,
  beforeOther: null,
  programIncome: null,
});

/** What the form begins with. */
export const valuesOf = (budget: Budget): BudgetValues => ({
  years: String(budget.years),
  activities: budget.activities,
  people: budget.lines
    .filter(({ kind }) => kind === "personnel")
    .map((line) => ({
      description: line.description,
      activity: String(line.activity),
      year: String(line.year),
      cents: line.cents,
      effort: String(line.effort),
      months: String(line.months),
      fringe: String(line.fringe),
    })),
  things: budget.lines
    .filter(({ kind }) => kind !== "personnel")
    .map((line) => ({
      kind: line.kind,
      description: line.description,
      activity: String(line.activity),
      year: String(line.year),
      cents: line.cents,
      quantity: String(line.quantity),
      usefulYears: String(line.usefulYears),
      construction: line.construction ?? "",
      why: line.why,
    })),
  match: budget.match.map((one) => ({
    ...one,
    activity: String(one.activity),
    year: String(one.year),
  })),
  indirect: {
    ...budget.indirect,
    rate: String(budget.indirect.rate),
    validUntil: budget.indirect.validUntil ?? "",
  },
  matchRequired: String(budget.matchRequired),
  ownThreshold: budget.ownThreshold,
});

const number = (text: Text, otherwise = 0): number => {
  const value = Number(String(text).replaceAll(",", ""));
  return text === "" || !Number.isFinite(value) ? otherwise : value;
};

/** What is sent, and what the sums beside the form are worked out of. */
export const budgetOf = (values: BudgetValues): Budget => ({
  years: number(values.years, 1),
  activities: values.activities.map((one) => ({
    title: one.title,
    aln: one.aln,
    beforeFederal: one.beforeFederal ?? 0,
    beforeOther: one.beforeOther ?? 0,
    programIncome: one.programIncome ?? 0,
  })),
  lines: [
    ...values.people.map((one) => ({
      kind: "personnel" as const,
      description: one.description,
      activity: number(one.activity),
      year: number(one.year),
      cents: one.cents ?? 0,
      quantity: 1,
      effort: number(one.effort, 100),
      months: number(one.months, 12),
      fringe: number(one.fringe),
      usefulYears: 1,
      construction: null,
      why: "",
    })),
    ...values.things.map((one) => ({
      kind: one.kind as Budget["lines"][number]["kind"],
      description: one.description,
      activity: number(one.activity),
      year: number(one.year),
      cents: one.cents ?? 0,
      quantity: number(one.quantity, 1),
      effort: 100,
      months: 12,
      fringe: 0,
      usefulYears: number(one.usefulYears, 1),
      construction: (one.construction || null) as Budget["lines"][number]["construction"],
      why: one.why,
    })),
  ],
  indirect: {
    kind: values.indirect.kind as Budget["indirect"]["kind"],
    rate: number(values.indirect.rate),
    base: values.indirect.base as Budget["indirect"]["base"],
    agreement: values.indirect.agreement,
    validUntil: values.indirect.validUntil ? day(values.indirect.validUntil) : null,
  },
  match: values.match.map((one) => ({
    source: one.source,
    origin: one.origin as Budget["match"][number]["origin"],
    kind: one.kind as Budget["match"][number]["kind"],
    activity: number(one.activity),
    year: number(one.year),
    cents: one.cents ?? 0,
  })),
  matchRequired: number(values.matchRequired),
  ownThreshold: values.ownThreshold,
});

/** The sums while somebody types; null while what is typed cannot be summed up. */
export const sumsOf = (values: BudgetValues, rule: BudgetRule): Workings | null => {
  try {
    return workOut(budgetOf(values), rule);
  } catch {
    return null;
  }
};
