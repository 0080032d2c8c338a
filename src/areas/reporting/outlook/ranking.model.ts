import { addDays, daysBetween, type Day } from "#kernel/time.ts";
import type { CashWeek, UnwantedRow } from "./outlook.model.ts";

// A month from now counts half of today.
const nearDays = 30;

/**
 * What nobody wants, the worst first: by money and nearness, so that a thousand today stand before
 * two thousand in three months; what is no money comes behind, the nearest first.
 */
export const ranked = (rows: readonly UnwantedRow[], today: Day): UnwantedRow[] => {
  const away = (row: UnwantedRow) => (row.on ? Math.max(0, daysBetween(today, row.on)) : 365);
  const weight = (row: UnwantedRow) => (row.cents ?? 0) / (1 + away(row) / nearDays);
  return rows.toSorted((a, b) => weight(b) - weight(a) || away(a) - away(b));
};

const weekCount = 13;
/** The last day of the thirteen weeks that begin today. */
export const cashUntil = (today: Day): Day => addDays(today, weekCount * 7 - 1);

type Move = { on: Day | null; cents: number };

/**
 * Thirteen weeks from today: what comes, what goes, and what is then on hand, in cents. What was due
 * before today is due today; what has no day counts nowhere and is named beside.
 */
export const cashWeeks = (moves: readonly Move[], today: Day, onHand: number): CashWeek[] => {
  let balance = onHand;
  return Array.from({ length: weekCount }, (_, n) => {
    const from = addDays(today, n * 7);
    const until = addDays(from, 6);
    const mine = moves.filter(
      ({ on }) => on !== null && on <= until && (on >= from || (n === 0 && on < from)),
    );
    const sumOf = (signed: (cents: number) => number) =>
      mine.reduce((all, move) => all + Math.max(0, signed(move.cents)), 0);
    const comes = sumOf((cents) => cents);
    const goes = sumOf((cents) => -cents);
    balance += comes - goes;
    return { from, until, comes, goes, balance };
  });
};

/** The week in which least is on hand, the first of such. */
export const lowestOf = (weeks: readonly CashWeek[]): CashWeek =>
  weeks.reduce((least, week) => (week.balance < least.balance ? week : least));
