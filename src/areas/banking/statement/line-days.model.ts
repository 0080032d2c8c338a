import type { Day } from "#kernel/time.ts";

/** A row of a bank's CSV: what moved and what the account came to behind it, in cents. */
export type BalancedRow = { accountId: string; onDay: Day; cents: number; balance: number };

/** The rows of an account and day, by their place in the file, and what they come from and to. */
export type RowDay = {
  accountId: string;
  onDay: Day;
  rows: number[];
  opening: number;
  closing: number;
  /** The row at which the balances do not go on, and what was expected there; null where they do. */
  breaks: { row: number; expected: number } | null;
};

/**
 * The days of an account's rows, in the order of the file. Within a day each balance is the one before
 * it and what moved; `breaks` names the first row where it is not.
 */
export const daysOfRows = (rows: readonly (BalancedRow | null)[]): RowDay[] => {
  const days = new Map<string, RowDay>();
  for (const [at, row] of rows.entries()) {
    if (!row) continue;
    const key = `${row.accountId} ${row.onDay}`;
    const day = days.get(key);
    if (!day) {
      days.set(key, {
        accountId: row.accountId,
        onDay: row.onDay,
        rows: [at],
        opening: row.balance - row.cents,
        closing: row.balance,
        breaks: null,
      });
      continue;
    }
    const expected = day.closing + row.cents;
    if (expected !== row.balance) day.breaks ??= { row: at, expected };
    day.rows.push(at);
    day.closing = row.balance;
  }
  return [...days.values()];
};
