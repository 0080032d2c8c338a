import type { Role } from "#kernel/access.ts";
import { dutyLabels, type Duty } from "#roles.ts";
import { differencesBetween, type Fact } from "#kernel/definition.ts";
import { formatCents } from "#kernel/money.ts";
import { counted } from "#kernel/words.ts";
import { roleLabels } from "#areas/organization/organization.public.ts";
import { approvableTypes } from "./policy.labels.ts";
import type { ApproverRule, PolicyCondition, PolicyInput, PolicyStep } from "./policy.model.ts";

/** Names for the ids in policies; an id without a name shows as unknown. */
export type Names = {
  department: ReadonlyMap<string, string>;
  fund: ReadonlyMap<string, string>;
  person: ReadonlyMap<string, string>;
};

const named = (ids: readonly string[], names: ReadonlyMap<string, string>): string =>
  ids.map((id) => names.get(id) ?? "unknown").join(" or ");

const band = ({ amountMin, amountBelow }: PolicyCondition): string | null => {
  if (amountMin !== null && amountBelow !== null)
    return `${formatCents(amountMin)} to below ${formatCents(amountBelow)}`;
  if (amountMin !== null) return `${formatCents(amountMin)} or more`;
  return amountBelow === null ? null : `below ${formatCents(amountBelow)}`;
};

/** A condition as a person says it: "$5,000.00 to below $50,000.00, Roads and Bridges". */
export const conditionInWords = (c: PolicyCondition, names: Names): string => {
  const parts = [
    band(c),
    c.departmentIds.length ? named(c.departmentIds, names.department) : null,
    c.fundIds.length ? named(c.fundIds, names.fund) : null,
    c.commodityPrefixes.length
      ? `commodity ${c.commodityPrefixes.map((p) => `${p}…`).join(" or ")}`
      : null,
    c.emergency === true ? "emergencies" : c.emergency === false ? "no emergencies" : null,
    c.change === true ? "changes to what was approved" : c.change === false ? "no changes" : null,
    c.requisitioned === true
      ? "within approved requisitions"
      : c.requisitioned === false
        ? "not covered by requisitions"
        : null,
    c.termMonthsMin == null ? null : `terms of ${counted(c.termMonthsMin, "month")} or more`,
    c.cumulativeMin == null ? null : `${formatCents(c.cumulativeMin)} or more in all`,
    c.growthPercentMin == null ? null : `increases of ${c.growthPercentMin}% or more in all`,
    c.daysMin == null ? null : `${counted(c.daysMin, "day")} or more added`,
    c.crosses?.length ? `across ${c.crosses.join(" or ")}` : null,
  ];
  const said = parts.filter(Boolean).join(", ");
  return said ? said.charAt(0).toUpperCase() + said.slice(1) : "Every document";
};

/** Who may decide, in words. */
const approverInWords = (rule: ApproverRule, names: Names): string => {
  if (rule.kind === "person") return names.person.get(rule.personId) ?? "a former member";
  if (rule.kind === "duty") return dutyLabels[rule.duty as Duty].label;
  return rule.kind === "departmentRole"
    ? `${roleLabels[rule.role as Role].label} of the department`
    : roleLabels[rule.role as Role].label;
};

const who = (step: PolicyStep, names: Names): string => {
  const all = step.mode === "all";
  if (step.mode === "quorum")
    return `${step.quorum} of ${step.approvers.map((rule) => approverInWords(rule, names)).join(", ")}`;
  return step.approvers
    .map(
      (rule) =>
        `${rule.kind === "person" ? "" : all ? "every " : "any "}${approverInWords(rule, names)}`,
    )
    .join(all ? " and " : " or ");
};

/** A step in words: "Budget officer: any Budget officer within 72 hours, then any Admin". */
export const stepInWords = (step: PolicyStep, names: Names): string =>
  `${step.name}: ${step.approvers.length ? who(step, names) : "nobody yet"} within ${counted(step.dueHours, "hour")}${step.escalateTo ? `, then ${step.escalateTo.kind === "person" ? "" : "any "}${approverInWords(step.escalateTo, names)}` : ""}`;

/** The steps by stage, in order; those of one stage run side by side. */
export const stagesOf = (steps: readonly PolicyStep[]): PolicyStep[][] =>
  [...new Set(steps.map((step) => step.stage))]
    .toSorted((a, b) => a - b)
    .map((stage) => steps.filter((step) => step.stage === stage));

/** What a version says, line by line, so that two versions can be compared. */
export const factsOf = (policy: PolicyInput, names: Names): Fact[] => [
  ["Name", policy.name],
  ["Document", approvableTypes[policy.documentType]],
  ["Order", String(policy.priority)],
  ["Applies to", conditionInWords(policy.condition, names)],
  ...stagesOf(policy.steps).flatMap((steps, at) =>
    steps.map((step, place): Fact => [
      steps.length > 1 ? `Stage ${at + 1}, step ${place + 1}` : `Stage ${at + 1}`,
      stepInWords(step, names),
    ]),
  ),
];

/**
 * Where two versions differ: each label with what it said before and says now (null: not there).
 */
export const differencesOf = (
  before: PolicyInput,
  after: PolicyInput,
  names: Names,
): { label: string; before: string | null; after: string | null }[] =>
  differencesBetween(factsOf(before, names), factsOf(after, names)).map(({ path, ...values }) => ({
    label: path,
    ...values,
  }));
