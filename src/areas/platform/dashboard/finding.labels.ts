import type { Dashboard } from "./dashboard.model.ts";

/**
 * What the spending so far says against an even pace over the year: a sentence for the chart, from
 * integer cents.
 */
export const spendingFinding = (d: Pick<Dashboard, "budget" | "fiscalMonth">): string => {
  if (!d.budget || !d.fiscalMonth || d.budget.budget === 0)
    return "No budget is adopted for this year yet";
  const spent = d.budget.expended + d.budget.encumbered;
  const pace = (d.budget.budget * d.fiscalMonth) / 12;
  const percent = Math.round((100 * Math.abs(spent - pace)) / pace);
  if (percent === 0) return "Spending and orders keep the pace of the year";
  return `Spending and orders run ${percent}% ${spent < pace ? "under" : "over"} the pace of the year`;
};
