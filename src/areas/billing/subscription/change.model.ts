import { addDays, type Day } from "#kernel/time.ts";
import type { Billed } from "../period/period.labels.ts";
import { upgradeOf, type Period } from "../period/period.model.ts";

/** A subscription as far as a change of plan asks. `priceCents`: what a period costs now. */
export type Standing = {
  status: string;
  priceCents: number;
  billed: Billed;
  period: Period;
  prorated: number;
};

/** What a change of plan does: at once for the rest of the period, or with the next one. */
export type PlanChange =
  | { at: "now"; on: Day; cents: number; prorated: number; priceCents: number }
  | { at: "end"; on: Day; cents: 0; priceCents: number };

const notBilled = new Set(["incomplete", "trialing"]);

/**
 * A dearer plan holds at once, its day included, for the difference of the days that are left; a cheaper
 * one, and another way of billing, from the end of the period on, and nothing is credited. What is not billed
 * yet (a trial, a plan without its purchase order) changes at once and costs nothing.
 */
export const changeOfPlan = (
  now: Standing,
  next: { priceCents: number; billed: Billed },
  today: Day,
): PlanChange => {
  const { priceCents } = next;
  if (notBilled.has(now.status))
    return { at: "now", on: today, cents: 0, prorated: now.prorated, priceCents };
  const dearer = next.billed === now.billed && priceCents > now.priceCents;
  if (!dearer || today > now.period.to)
    return { at: "end", on: addDays(now.period.to, 1), cents: 0, priceCents };
  const step = upgradeOf(priceCents - now.priceCents, today, now.period, now.prorated);
  return { at: "now", on: today, ...step, priceCents };
};
