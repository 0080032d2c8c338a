import { leastSeasons } from "#kernel/forecast/outlook.ts";
import { stepAfter, stepsBetween, type Every } from "#kernel/forecast/steps.ts";
import type { Answered } from "../figure/figure.model.ts";

/** Months or weeks that are over, in order and without a gap; what has no row of one was nothing in it. */
type QuestionSeries = { first: string; values: number[] };

/**
 * The series of an answer that is parted by month or week first. It begins with the first one that has a
 * row and ends with `last` (as `steps.ts` names them); one that stands in several rows, one a fiscal year,
 * is their sum. No values where none has a row.
 */
export const seriesOf = (
  answer: Pick<Answered, "rows">,
  every: Every,
  last: string,
): QuestionSeries => {
  const sums = new Map<string, number>();
  for (const { keys, cells } of answer.rows) {
    const [step] = keys;
    if (step && step <= last) sums.set(step, (sums.get(step) ?? 0) + (cells[0]?.value ?? 0));
  }
  const first = [...sums.keys()].toSorted()[0];
  if (first === undefined) return { first: last, values: [] };
  const values = Array.from(
    { length: stepsBetween(every, first, last) + 1 },
    (_, n) => sums.get(stepAfter(every, first, n)) ?? 0,
  );
  return { first, values };
};

const weeksOfYear = 52;
const leastWeeks = 26;

/**
 * How it is looked ahead: months by seasons of twelve, for a year; weeks for a quarter, by seasons of 52
 * where two whole ones are known, else by none and from half a year on. A year of 53 weeks moves its
 * season by one week. `most`: so many values are looked at, ten years of months and five of weeks.
 */
export const lookOf = (every: Every, known: number) => {
  if (every === "month") return { season: 12, ahead: 12, least: leastSeasons * 12, most: 120 };
  const most = 5 * weeksOfYear;
  return known < leastSeasons * weeksOfYear
    ? { season: 1, ahead: 13, least: leastWeeks, most }
    : { season: weeksOfYear, ahead: 13, least: leastSeasons * weeksOfYear, most };
};
