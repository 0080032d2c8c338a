import { partsOf, type ConditionPart } from "./condition.labels.ts";
import type { ApprovableType } from "./policy.labels.ts";
import type { ApproverRule, Policy, PolicyInput, PolicyStep } from "./policy.model.ts";

/** A rule as two choices: its kind, and who in that kind ("" while open). */
export type RuleValues = { kind: ApproverRule["kind"] | ""; who: string; name: string };
export type StepValues = {
  name: string;
  stage: string;
  mode: PolicyStep["mode"];
  quorum: string;
  dueHours: string;
  approvers: RuleValues[];
  escalateTo: RuleValues;
};
export type PolicyValues = {
  name: string;
  documentType: ApprovableType;
  priority: string;
  condition: {
    amountMin: number | null;
    amountBelow: number | null;
    departmentIds: string[];
    fundIds: string[];
    commodityPrefixes: string;
    emergency: "any" | "only" | "not";
    change: "any" | "only" | "not";
    requisitioned: "any" | "only" | "not";
    termMonthsMin: string;
    cumulativeMin: number | null;
    growthPercentMin: string;
    daysMin: string;
    crosses: string[];
  };
  steps: StepValues[];
};

export const blankRule = (kind: RuleValues["kind"] = "role"): RuleValues => ({
  kind,
  who: kind === "role" ? "manager" : "",
  name: "",
});

/** A new step behind those that exist. */
export const blankStep = (stage: number): StepValues => ({
  name: "",
  stage: String(stage),
  mode: "any",
  quorum: "2",
  dueHours: "72",
  approvers: [blankRule()],
  escalateTo: { kind: "role", who: "admin", name: "" },
});

export const blankPolicy: PolicyValues = {
  name: "",
  documentType: "requisition",
  priority: "100",
  condition: {
    amountMin: null,
    amountBelow: null,
    departmentIds: [],
    fundIds: [],
    commodityPrefixes: "",
    emergency: "any",
    change: "any",
    requisitioned: "any",
    termMonthsMin: "",
    cumulativeMin: null,
    growthPercentMin: "",
    daysMin: "",
    crosses: [],
  },
  steps: [blankStep(1)],
};

type Choice = PolicyValues["condition"]["emergency"];
const threeWay = (choice: Choice): boolean | null => (choice === "any" ? null : choice === "only");
const choiceOf = (value: boolean | null | undefined): Choice =>
  value == null ? "any" : value ? "only" : "not";

const toRule = (rule: RuleValues): ApproverRule | null => {
  if (rule.kind === "" || !rule.who) return null;
  if (rule.kind === "person") return { kind: "person", personId: rule.who };
  if (rule.kind === "duty") return { kind: "duty", duty: rule.who as never };
  return { kind: rule.kind, role: rule.who as never };
};

const fromRule = (rule: ApproverRule | null): RuleValues => {
  if (!rule) return { kind: "", who: "", name: "" };
  return {
    kind: rule.kind,
    who: rule.kind === "person" ? rule.personId : rule.kind === "duty" ? rule.duty : rule.role,
    name: "",
  };
};

const conditionOf = (
  form: PolicyValues,
  kept: Pick<Policy, "condition"> | null,
): PolicyInput["condition"] => {
  const said = form.condition;
  const parts = partsOf(form.documentType, kept?.condition);
  const part = <T>(name: ConditionPart, value: T, none: T): T => (parts.has(name) ? value : none);
  return {
    amountMin: part("amount", said.amountMin, null),
    amountBelow: part("amount", said.amountBelow, null),
    departmentIds: part("departments", said.departmentIds, []),
    fundIds: part("funds", said.fundIds, []),
    commodityPrefixes: part(
      "commodities",
      said.commodityPrefixes.split(/[\s,]+/).filter(Boolean),
      [],
    ),
    emergency: part("emergency", threeWay(said.emergency), null),
    change: part("change", threeWay(said.change), null),
    requisitioned: part("requisitioned", threeWay(said.requisitioned), null),
    termMonthsMin: part("term", Number(said.termMonthsMin) || null, null),
    cumulativeMin: part("cumulative", said.cumulativeMin, null),
    growthPercentMin: part("growth", Number(said.growthPercentMin) || null, null),
    daysMin: part("days", Number(said.daysMin) || null, null),
    crosses: part("crosses", said.crosses as PolicyInput["condition"]["crosses"], []),
  };
};

/**
 * What the API takes: of the conditions those that the form shows for the kind, and those that the
 * version had with which it began.
 */
export const toInput = (
  form: PolicyValues,
  kept: Pick<Policy, "condition"> | null = null,
): PolicyInput => ({
  name: form.name,
  documentType: form.documentType,
  priority: Number(form.priority),
  condition: conditionOf(form, kept),
  steps: form.steps.map((step) => ({
    name: step.name,
    stage: Number(step.stage),
    mode: step.mode,
    quorum: step.mode === "quorum" ? Number(step.quorum) : 1,
    dueHours: Number(step.dueHours),
    approvers: step.approvers.map(toRule).filter((rule) => rule !== null),
    escalateTo: toRule(step.escalateTo),
  })),
});

/** A stored version as the form's values. */
export const toForm = (policy: Policy): PolicyValues => ({
  name: policy.name,
  documentType: policy.documentType,
  priority: String(policy.priority),
  condition: {
    ...policy.condition,
    commodityPrefixes: policy.condition.commodityPrefixes.join(", "),
    emergency: choiceOf(policy.condition.emergency),
    change: choiceOf(policy.condition.change),
    requisitioned: choiceOf(policy.condition.requisitioned),
    termMonthsMin: policy.condition.termMonthsMin ? String(policy.condition.termMonthsMin) : "",
    cumulativeMin: policy.condition.cumulativeMin ?? null,
    growthPercentMin: policy.condition.growthPercentMin
      ? String(policy.condition.growthPercentMin)
      : "",
    daysMin: policy.condition.daysMin ? String(policy.condition.daysMin) : "",
    crosses: policy.condition.crosses ?? [],
  },
  steps: policy.steps.map((step) => ({
    name: step.name,
    stage: String(step.stage),
    mode: step.mode,
    quorum: String(step.quorum),
    dueHours: String(step.dueHours),
    approvers: step.approvers.map(fromRule),
    escalateTo: fromRule(step.escalateTo),
  })),
});
