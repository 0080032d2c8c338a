import { counted } from "#kernel/words.ts";
import { csvCell } from "#web/kit/csv.ts";
import { growthSteps } from "./growth.labels.ts";
import type { Growth } from "./growth.model.ts";

/** Days in words: whole ones, a half where there is one. */
export const inDays = (days: number): string => {
  const rounded = Math.round(days * 2) / 2;
  return Number.isInteger(rounded) ? counted(rounded, "day") : `${rounded} days`;
};

/** The figures as rows: figure, number, median days, days of ninety of a hundred. */
export const figuresCsv = (data: Growth): string =>
  [
    ["Figure", "Number", "Median days", "90th percentile days"],
    ["Purchases begun", data.purchases, null, null],
    ...data.steps.map(({ step, took, medianDays, ninetyDays }) => [
      `${growthSteps[step].label} after ${growthSteps[step].from}`,
      ...[took, medianDays, ninetyDays],
    ]),
    ["Requested to paid", null, data.whole.medianDays, data.whole.ninetyDays],
    ...data.drafts.map(({ what, count }) => [`Drafts that lie: ${what}`, count, null, null]),
    ...data.returns.flatMap(({ what, asked, returned }) => [
      [`Sent for approval: ${what}`, asked, null, null],
      [`Sent back: ${what}`, returned, null, null],
    ]),
    ["Invoices", data.invoices.total, null, null],
    ["Invoices by import", data.invoices.imported, null, null],
    ["Invoices sent by vendors", data.invoices.byVendor, null, null],
    [
      "New members who finished a task",
      ...[data.firstTasks.finished, data.firstTasks.medianDays, null],
    ],
  ]
    .map((row) => row.map(csvCell).join(","))
    .join("\r\n");
