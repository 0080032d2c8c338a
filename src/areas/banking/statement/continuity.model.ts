import { formatDate } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import type { Day } from "#kernel/time.ts";

/** A statement beside another one of its account. Amounts in cents. */
export type Neighbour = { number: string; onDay: Day; opening: number; closing: number };

/**
 * Why a statement does not go on from the one before it, or the one behind it not from it; null where
 * both join to the cent.
 */
export const gapBetween = (
  account: string,
  statement: { onDay: Day; opening: number; closing: number },
  before: Neighbour | null,
  behind: Neighbour | null,
): string | null => {
  if (before && before.closing !== statement.opening)
    return `${account} opens on ${formatDate(statement.onDay)} with ${formatCents(statement.opening)}, but ${before.number} of ${formatDate(before.onDay)} closed with ${formatCents(before.closing)}. Load the days between them first.`;
  if (behind && statement.closing !== behind.opening)
    return `${account} closes on ${formatDate(statement.onDay)} with ${formatCents(statement.closing)}, but ${behind.number} of ${formatDate(behind.onDay)} opened with ${formatCents(behind.opening)}. The file is not of this account's books.`;
  return null;
};
