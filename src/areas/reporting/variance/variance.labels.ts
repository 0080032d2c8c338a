import { formatDate } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import type { Day } from "#kernel/time.ts";

type Limits = { percent: number; cents: number; runsUntil?: Day | undefined };
type Told = { needed: boolean; written: object | null };

/** "10% and $10,000.00" */
export const limitWords = ({ percent, cents }: Limits): string =>
  `${percent}% and ${formatCents(cents)}`;

/** Over what a list of explanations stands: a year that runs asks for them where it is overspent. */
export const varianceHeading = (limits: Limits): string =>
  limits.runsUntil
    ? `Variances explained so far, and overspending of more than ${limitWords(limits)}`
    : `Variances of more than ${limitWords(limits)}`;

/**
 * How many rows differ by more than the agency's figures, and how many of them nobody explained; of a
 * year that runs how many are overspent by more, and when the others are asked.
 */
export const varianceFinding = (rows: readonly Told[], limits: Limits): string => {
  const { runsUntil } = limits;
  const said = runsUntil
    ? foundOf(rows, limits, "is overspent", "are overspent")
    : foundOf(rows, limits, "differs from its final budget", "differ from their final budget");
  return runsUntil
    ? `${said} What is not spent by ${formatDate(runsUntil)} is explained once the year has ended.`
    : said;
};

const foundOf = (rows: readonly Told[], limits: Limits, one: string, many: string): string => {
  const needed = rows.filter((row) => row.needed);
  const open = needed.filter((row) => !row.written).length;
  const more = `by more than ${limitWords(limits)}`;
  if (needed.length === 0) return `No row ${one} ${more}.`;
  if (needed.length === 1)
    return `One row ${one} ${more} and is ${open ? "not explained" : "explained"}.`;
  const rest =
    open === 0
      ? "all are explained"
      : open === needed.length
        ? "none is explained"
        : `${open} ${open === 1 ? "is" : "are"} not explained`;
  return `${needed.length} rows ${many} ${more}, and ${rest}.`;
};
