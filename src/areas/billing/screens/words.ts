import { formatDate } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import type { Day } from "#kernel/time.ts";
import { perBilled, type Billed } from "../period/period.labels.ts";

/** "$499.00 a month" */
export const priceWords = (cents: number, billed: Billed): string =>
  cents === 0 ? "free" : `${formatCents(cents)} ${perBilled[billed]}`;

/** "Mar 1, 2027 to Mar 31, 2027"; empty where one of the days is open. */
export const spanWords = (from: Day | null, to: Day | null): string =>
  from && to ? `${formatDate(from)} to ${formatDate(to)}` : from ? `from ${formatDate(from)}` : "";

/** Figures that stand in a column headed with the dollar sign. */
export const plainMoney = (cents: number): string => formatCents(cents, { symbol: false });

/** "March 2027", of a day of that month. */
export const monthWords = (on: Day): string =>
  new Intl.DateTimeFormat("en-US", { month: "long", year: "numeric", timeZone: "UTC" }).format(
    new Date(`${on}T00:00:00Z`),
  );
