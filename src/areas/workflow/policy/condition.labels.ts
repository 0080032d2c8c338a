// What a document of each kind tells of itself: a policy of the kind can ask for no more.
import type { ApprovableType } from "./policy.labels.ts";
import type { PolicyCondition } from "./policy.model.ts";

/** A part of a condition, as the form shows it. */
export type ConditionPart =
  | "amount"
  | "departments"
  | "funds"
  | "commodities"
  | "emergency"
  | "change"
  | "requisitioned"
  | "term"
  | "cumulative"
  | "growth"
  | "days"
  | "crosses";

const money = ["amount", "departments", "funds"] as const;
const answered: Readonly<Partial<Record<ApprovableType, readonly ConditionPart[]>>> = {
  accessRequest: ["departments"],
  agencyPolicy: ["departments"],
  controlWaiver: ["amount", "departments"],
  formSubmission: ["amount"],
  paExtension: ["amount"],
  requisition: [...money, "commodities", "emergency"],
  purchaseOrder: [...money, "commodities", "emergency", "change", "requisitioned"],
  invoice: money,
  paymentRun: money,
  budgetChange: money,
  budgetAmendment: [...money, "crosses"],
  contract: ["amount", "departments", "commodities", "term", "cumulative"],
  contractAmendment: ["amount", "departments", "term", "cumulative"],
  changeOrder: ["amount", "departments", "term", "cumulative", "growth", "days"],
  settlement: ["amount", "departments", "cumulative", "days"],
  assetDisposal: ["amount", "departments"],
  stockCount: ["amount"],
  project: ["amount", "departments"],
};

const isSet: Readonly<Record<ConditionPart, (c: PolicyCondition) => boolean>> = {
  amount: (c) => c.amountMin !== null || c.amountBelow !== null,
  departments: (c) => c.departmentIds.length > 0,
  funds: (c) => c.fundIds.length > 0,
  commodities: (c) => c.commodityPrefixes.length > 0,
  emergency: (c) => c.emergency !== null,
  change: (c) => c.change != null,
  requisitioned: (c) => c.requisitioned != null,
  term: (c) => c.termMonthsMin != null,
  cumulative: (c) => c.cumulativeMin != null,
  growth: (c) => c.growthPercentMin != null,
  days: (c) => c.daysMin != null,
  crosses: (c) => (c.crosses ?? []).length > 0,
};

/**
 * The parts of a condition to show for a kind of document: what such a document answers, and what the
 * policy asks already, so that nothing decides unseen.
 */
export const partsOf = (
  type: ApprovableType,
  condition: PolicyCondition | null = null,
): ReadonlySet<ConditionPart> =>
  new Set([
    ...(answered[type] ?? money),
    ...(condition
      ? (Object.keys(isSet) as ConditionPart[]).filter((part) => isSet[part](condition))
      : []),
  ]);
