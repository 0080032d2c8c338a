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

/** What the API takes. */
export const toInput = (form: PolicyValues): PolicyInput => ({
  name: form.name,
  documentType: form.documentType,
  priority: Number(form.priority),
  condition: {
    amountMin: form.condition.amountMin,
    amountBelow: form.condition.amountBelow,
    departmentIds: form.condition.departmentIds,
    fundIds: form.condition.fundIds,
    commodityPrefixes: form.condition.commodityPrefixes.split(/[\s,]+/).filter(Boolean),
    emergency: threeWay(form.condition.emergency),
    change: threeWay(form.condition.change),
    requisitioned: threeWay(form.condition.requisitioned),
    termMonthsMin: Number(form.condition.termMonthsMin) || null,
    cumulativeMin: form.condition.cumulativeMin,
    growthPercentMin: Number(form.condition.growthPercentMin) || null,
    daysMin: Number(form.condition.daysMin) || null,
    crosses: form.condition.crosses as PolicyInput["condition"]["crosses"],
  },
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
