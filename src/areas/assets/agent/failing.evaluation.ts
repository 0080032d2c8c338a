import { addDays, daysBetween, type Day } from "#kernel/time.ts";
import type { AgentCase } from "#server/agents/agent.ts";
import { comesTooSeldom, failing, intervalOf } from "./intervals.model.ts";

/** Failures of one asset, as days from January 1, and what its plan says; null without a plan. */
type FailingCase = { on: number[]; plan: { every: number | null; unit: string | null } | null };

const first = "2026-01-01" as Day;
const daysOf = ({ on }: FailingCase) =>
  on.map((days) => ({ assetId: "asset", on: addDays(first, days) }));

/** What the agent says of the asset: nothing, that no plan names it, or that its plan comes too seldom. */
export const saidOf = (given: FailingCase): string => {
  const [row] = failing(daysOf(given));
  if (!row) return "nothing";
  if (!given.plan) return "no plan";
  return comesTooSeldom(intervalOf(given.plan), row.medianDays) ? "too seldom" : "nothing";
};

/** The obvious way: the mean of the days between the failures, from two on, a meter read as days. */
export const byMean = ({ on, plan }: FailingCase): string => {
  if (on.length < 2) return "nothing";
  const sorted = on.toSorted((a, b) => a - b).map((days) => addDays(first, days));
  const mean = daysBetween(sorted[0]!, sorted.at(-1)!) / (on.length - 1);
  if (!plan) return "no plan";
  return (plan.every ?? 90) > mean ? "too seldom" : "nothing";
};

const months = (every: number) => ({ every, unit: "months" });
const of = (name: string, on: number[], plan: FailingCase["plan"], right: string): AgentCase => ({
  name,
  given: { on, plan } satisfies FailingCase,
  right,
});

/** Labelled by what a maintenance planner would say of the same days. */
export const failingCases: readonly AgentCase[] = [
  of("never failed", [], months(6), "nothing"),
  of("once", [40], null, "nothing"),
  of("twice is no interval", [10, 40], null, "nothing"),
  of("twice, a plan of half a year", [10, 40], months(6), "nothing"),
  of("three times on one day is one failure", [10, 10, 10], months(6), "nothing"),
  of("twice on the same days", [10, 10, 40, 40], months(1), "nothing"),
  of("monthly, a plan of half a year", [0, 30, 61, 90], months(6), "too seldom"),
  of("monthly, a plan of a quarter", [0, 30, 61, 90], months(3), "too seldom"),
  of("monthly, without a plan", [0, 30, 61, 90], null, "no plan"),
  of("half-yearly, a plan of a quarter", [0, 180, 365], months(3), "nothing"),
  of("one long pause hides short intervals", [0, 20, 40, 60, 700], months(3), "too seldom"),
  of("one short interval among long ones", [0, 200, 205, 410, 600], months(4), "nothing"),
  of("weeks are weeks", [0, 20, 41], { every: 4, unit: "weeks" }, "too seldom"),
  of("weeks that come sooner", [0, 40, 81], { every: 4, unit: "weeks" }, "nothing"),
  of(
    "a yearly plan, failures each quarter",
    [0, 92, 180],
    { every: 1, unit: "years" },
    "too seldom",
  ),
  of(
    "a plan by the meter says nothing of days",
    [0, 30, 61],
    { every: null, unit: null },
    "nothing",
  ),
];
