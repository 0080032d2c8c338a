import type { PolicyCondition } from "./policy.model.ts";

/**
 * What a policy looks at in a document; `parties` are those who had a hand in it beside its
 * requester and do not decide it; `warning` is what approvers are told in lists, too.
 */
export type DocumentFacts = {
  amount: number;
  fundIds: readonly string[];
  departmentIds: readonly string[];
  commodities: readonly string[];
  emergency: boolean;
  change?: boolean;
  requisitioned?: boolean;
  /** Of a contract: months of its whole term. */ termMonths?: number;
  /** Cents of a contract with all its amendments. */ cumulative?: number;
  /** Of a change order: increases in all, in percent of the original contract. */
  growthPercent?: number;
  /** Of a change order: days that it adds. */
  days?: number;
  /** Of a budget amendment: what it moves money across. */
  crosses?: readonly string[];
  warning?: string;
  parties?: readonly string[];
};

const meets = (wanted: readonly string[], present: readonly string[]) =>
  wanted.length === 0 || present.some((p) => wanted.includes(p));

/** True when the document meets every part of the condition; an empty part is met by everything. */
export const conditionFits = (c: PolicyCondition, d: DocumentFacts): boolean =>
  (c.amountMin === null || d.amount >= c.amountMin) &&
  (c.amountBelow === null || d.amount < c.amountBelow) &&
  meets(c.fundIds, d.fundIds) &&
  meets(c.departmentIds, d.departmentIds) &&
  (c.commodityPrefixes.length === 0 ||
    d.commodities.some((code) => c.commodityPrefixes.some((p) => code.startsWith(p)))) &&
  (c.emergency === null || c.emergency === d.emergency) &&
  (c.change == null || c.change === (d.change ?? false)) &&
  (c.requisitioned == null || c.requisitioned === (d.requisitioned ?? false)) &&
  (c.termMonthsMin == null || (d.termMonths ?? 0) >= c.termMonthsMin) &&
  (c.cumulativeMin == null || (d.cumulative ?? d.amount) >= c.cumulativeMin) &&
  (c.growthPercentMin == null || (d.growthPercent ?? 0) >= c.growthPercentMin) &&
  (c.daysMin == null || (d.days ?? 0) >= c.daysMin) &&
  meets(c.crosses ?? [], d.crosses ?? []);

/** The policy that decides: the lowest order that fits, the newest among equals. */
export const policyFor = <P extends { priority: number; condition: PolicyCondition; id: string }>(
  policies: readonly P[],
  d: DocumentFacts,
): P | null =>
  [...policies]
    .sort((a, b) => a.priority - b.priority || (a.id < b.id ? 1 : -1))
    .find((p) => conditionFits(p.condition, d)) ?? null;

/** True when the decisions on a step are enough for it. `eligible` counts everyone assigned. */
export const stepIsDecided = (
  mode: "all" | "any" | "quorum",
  quorum: number,
  eligible: number,
  approvals: number,
): boolean =>
  mode === "all"
    ? approvals >= eligible
    : approvals >= Math.min(mode === "any" ? 1 : quorum, eligible);
