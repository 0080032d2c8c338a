import { monthAfter, monthsBetween } from "#kernel/forecast/months.ts";
import type { Answered } from "../figure/figure.model.ts";

/** Months that are over, in order and without a gap; what has no row of a month was nothing in it. */
export type QuestionSeries = { first: string; values: number[] };

/**
 * The series by month of an answer that is parted by month first. It begins with the first month that has
 * a row and ends with `last` (`YYYY-MM`); a month that stands in several rows, one a fiscal year, is
 * their sum. No values where no month has a row.
 */
export const monthsOf = (answer: Pick<Answered, "rows">, last: string): QuestionSeries => {
  const sums = new Map<string, number>();
  for (const { keys, cells } of answer.rows) {
    const [month] = keys;
    if (month && month <= last) sums.set(month, (sums.get(month) ?? 0) + (cells[0]?.value ?? 0));
  }
  const first = [...sums.keys()].toSorted()[0];
  if (first === undefined) return { first: last, values: [] };
  const values = Array.from(
    { length: monthsBetween(first, last) + 1 },
    (_, n) => sums.get(monthAfter(first, n)) ?? 0,
  );
  return { first, values };
};
