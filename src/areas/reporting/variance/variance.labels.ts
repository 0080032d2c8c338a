import { formatCents } from "#kernel/money.ts";

type Limits = { percent: number; cents: number };
type Told = { needed: boolean; written: object | null };

/** "10% and $10,000.00" */
export const limitWords = ({ percent, cents }: Limits): string =>
  `${percent}% and ${formatCents(cents)}`;

/** How many rows differ by more than the agency's figures, and how many of them nobody explained. */
export const varianceFinding = (rows: readonly Told[], limits: Limits): string => {
  const needed = rows.filter((row) => row.needed);
  const open = needed.filter((row) => !row.written).length;
  const more = `by more than ${limitWords(limits)}`;
  if (needed.length === 0) return `No row differs from its final budget ${more}.`;
  if (needed.length === 1)
    return `One row differs from its final budget ${more} and is ${open ? "not explained" : "explained"}.`;
  const rest =
    open === 0
      ? "all are explained"
      : open === needed.length
        ? "none is explained"
        : `${open} ${open === 1 ? "is" : "are"} not explained`;
  return `${needed.length} rows differ from their final budget ${more}, and ${rest}.`;
};
