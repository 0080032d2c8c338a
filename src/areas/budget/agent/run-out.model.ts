import { addDays, daysBetween, type Day } from "#kernel/time.ts";

/** A budget line as the forecast sees it, in cents. */
export type Line = {
  lineId: string;
  code: string;
  fundId: string;
  departmentId: string;
  budget: number;
  /** Paid or promised until today. */
  bound: number;
  forecast: number;
  low: number;
  high: number;
};

export type RunsOut = {
  line: Line;
  /** How much the forecast is above the budget. */
  short: number;
  /** The day on which nothing is left, at the pace of the forecast; null when it is spent already. */
  on: Day | null;
  /** Whether even the low end of the forecast is above the budget. */
  sure: boolean;
  /** The line of the same fund and department that can give it, if one can. */
  from: Line | null;
};

const dollar = 100;

/** Whole dollars, upwards. */
export const wholeDollars = (cents: number): number => Math.ceil(cents / dollar) * dollar;

const dayOf = (line: Line, today: Day, endsOn: Day): Day | null => {
  const left = line.budget - line.bound;
  if (left <= 0) return null;
  const days = daysBetween(today, endsOn);
  const toCome = line.forecast - line.bound;
  if (days <= 0 || toCome <= 0) return endsOn;
  return addDays(today, Math.min(days, Math.floor((left / toCome) * days)));
};

/** A line gives only what is left of it above the high end of its own forecast. */
const giver = (line: Line, lines: readonly Line[], short: number): Line | null =>
  lines
    .filter(
      (each) =>
        each.lineId !== line.lineId &&
        each.fundId === line.fundId &&
        each.departmentId === line.departmentId &&
        each.budget - Math.max(each.high, each.bound) >= wholeDollars(short),
    )
    .toSorted((a, b) => b.budget - b.high - (a.budget - a.high))[0] ?? null;

/** Lines whose forecast is above their budget, the soonest first. */
export const runningOut = (lines: readonly Line[], today: Day, endsOn: Day): RunsOut[] =>
  lines
    .filter(({ forecast, bound, budget }) => Math.max(forecast, bound) > budget)
    .map((line) => {
      const short = Math.max(line.forecast, line.bound) - line.budget;
      return {
        line,
        short,
        on: dayOf(line, today, endsOn),
        sure: line.low > line.budget || line.bound > line.budget,
        from: giver(line, lines, short),
      };
    })
    .toSorted((a, b) => (a.on ?? today).localeCompare(b.on ?? today) || b.short - a.short);
