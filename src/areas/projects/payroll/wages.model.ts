// What a week's pay must come to, from the rates of a wage determination. Rates and amounts are cents,
// hours are decimal text with at most two places.
import { formatCents } from "#kernel/money.ts";
import { addDays, type Day } from "#kernel/time.ts";

/** What a wage determination asks for an hour of one classification. */
export type WageRate = { classification: string; basic: number; fringe: number };

/** One row of a payroll: what a worker did in one classification, and was paid for it. */
export type PaidWorker = {
  name: string;
  /** The last four digits, or the employer's own number; never more of a Social Security number. */
  idNumber: string;
  classification: string;
  /** The part of the journey rate that a registered apprentice's program asks; null of a journey worker. */
  apprenticePercent: number | null;
  /** Hours of seven days, the week's last day last. */
  straight: readonly string[];
  overtime: readonly string[];
  rate: number;
  overtimeRate: number;
  /** For each hour: paid to plans, and paid in cash in lieu of plans. */
  fringePlans: number;
  fringeCash: number;
  /** Earned on this project; the rest is of all the worker's work in this week, said on the first row. */
  gross: number;
  grossAll: number | null;
  deductions: number | null;
  net: number | null;
};

export const findingKinds = {
  unknown: "Classification",
  short: "Paid too little",
  overtime: "Overtime",
  sums: "Sums",
} as const;
/** A fault of one row; `at` counts rows from 0. */
export type WageFinding = { at: number; kind: keyof typeof findingKinds; says: string };

const hundredths = (hours: string): number => Math.round(Number(hours) * 100);
const hoursOf = (days: readonly string[]): number =>
  days.reduce((sum, hours) => sum + hundredths(hours), 0);
const shown = (hours: number): string => String(hours / 100);
const same = (text: string): string => text.trim().toLowerCase().replaceAll(/\s+/g, " ");

/** Who a row is of: two rows of one worker count together. */
const personOf = (w: PaidWorker): string => `${same(w.name)}/${same(w.idNumber)}`;

/** What the product's roundings may differ by: three products of a row, each rounded to a cent. */
const roundings = 2;

const earned = (w: PaidWorker): number => {
  const [straight, overtime] = [hoursOf(w.straight), hoursOf(w.overtime)];
  return (
    (straight * w.rate + overtime * w.overtimeRate + (straight + overtime) * w.fringeCash) / 100
  );
};

// The basic rate of an apprentice is the program's part of it; fringe benefits are due in full where the
// program says nothing else (29 CFR 5.5(a)(4)(i)).
const basicDue = (w: PaidWorker, rate: WageRate): number =>
  w.apprenticePercent === null ? rate.basic : Math.ceil((rate.basic * w.apprenticePercent) / 100);

// Any mix of wages, plans and cash meets what is due of a straight hour (29 CFR 5.31).
const shortOf = (w: PaidWorker, rate: WageRate): string | null => {
  const due = basicDue(w, rate) + rate.fringe;
  const paid = w.rate + w.fringePlans + w.fringeCash;
  return hoursOf(w.straight) > 0 && paid < due
    ? `${formatCents(paid)} an hour with fringe benefits is below ${formatCents(due)} (${formatCents(due - rate.fringe)} and ${formatCents(rate.fringe)})`
    : null;
};

// The premium is due on the basic rate alone; fringe benefits of an hour of overtime are those of a
// straight one (29 CFR 5.32).
const overtimeShort = (w: PaidWorker, rate: WageRate): string | null => {
  if (hoursOf(w.overtime) === 0) return null;
  const due = Math.ceil((basicDue(w, rate) * 3) / 2) + rate.fringe;
  const paid = w.overtimeRate + w.fringePlans + w.fringeCash;
  return paid < due
    ? `${formatCents(paid)} an hour of overtime is below ${formatCents(due)}: one and a half times the basic rate, and the fringe benefits once`
    : null;
};

const sumsOf = (w: PaidWorker, first: boolean): string[] => {
  const is = Math.round(earned(w));
  const wrong: string[] = [];
  if (Math.abs(is - w.gross) > roundings)
    wrong.push(
      `the hours and rates come to ${formatCents(is)}, and ${formatCents(w.gross)} is written`,
    );
  if (!first) return wrong;
  const { grossAll, deductions, net } = w;
  if (grossAll === null || deductions === null || net === null)
    return [...wrong, "the pay of all work, its deductions and the net pay are missing"];
  if (grossAll < w.gross)
    wrong.push(
      `all work earned ${formatCents(grossAll)}, less than this project's ${formatCents(w.gross)}`,
    );
  if (grossAll - deductions !== net)
    wrong.push(
      `${formatCents(grossAll)} less ${formatCents(deductions)} is ${formatCents(grossAll - deductions)}, and ${formatCents(net)} is written as net pay`,
    );
  return wrong;
};

const rateFinding = (w: PaidWorker, at: number, rates: readonly WageRate[]): WageFinding[] => {
  const rate = rates.find((one) => same(one.classification) === same(w.classification));
  if (!rate)
    return [
      {
        at,
        kind: "unknown",
        says: `${w.name}: the wage determination has no classification ${w.classification}`,
      },
    ];
  const short = shortOf(w, rate);
  const over = overtimeShort(w, rate);
  return [
    ...(short
      ? [{ at, kind: "short" as const, says: `${w.name}, ${w.classification}: ${short}` }]
      : []),
    ...(over
      ? [{ at, kind: "overtime" as const, says: `${w.name}, ${w.classification}: ${over}` }]
      : []),
  ];
};

/** Straight hours of a week; what goes beyond is overtime (40 U.S.C. 3702). */
const weekHours = 40_00;

/**
 * The faults of a payroll against the rates of its wage determination: unknown classifications, pay
 * below what is due, overtime that stands as straight time, sums that do not come out. Rows of one
 * worker count together.
 */
export const wageFindings = (
  workers: readonly PaidWorker[],
  rates: readonly WageRate[],
): WageFinding[] => {
  const rows = new Map<string, number[]>();
  for (const [at, w] of workers.entries())
    rows.set(personOf(w), [...(rows.get(personOf(w)) ?? []), at]);
  return workers.flatMap((w, at): WageFinding[] => {
    const own = rows.get(personOf(w))!;
    const first = own[0] === at;
    const straight = own.reduce((sum, one) => sum + hoursOf(workers[one]!.straight), 0);
    const beyond: WageFinding[] =
      first && straight > weekHours
        ? [
            {
              at,
              kind: "overtime",
              says: `${w.name}: ${shown(straight)} hours of the week stand as straight time; what goes beyond 40 is overtime`,
            },
          ]
        : [];
    return [
      ...rateFinding(w, at, rates),
      ...beyond,
      ...sumsOf(w, first).map((says): WageFinding => ({
        at,
        kind: "sums",
        says: `${w.name}: ${says}`,
      })),
    ];
  });
};

/** Hours and pay of a payroll together: hours as text, pay in cents. */
export const payrollTotals = (
  workers: readonly PaidWorker[],
): { people: number; hours: string; gross: number } => ({
  people: new Set(workers.map(personOf)).size,
  hours: shown(workers.reduce((sum, w) => sum + hoursOf(w.straight) + hoursOf(w.overtime), 0)),
  gross: workers.reduce((sum, w) => sum + w.gross, 0),
});

const weekdayOf = (day: Day): number => new Date(`${day}T00:00:00Z`).getUTCDay();
const saturday = 6;

/**
 * The weeks from `from` to `to`, named by their last day, of which no payroll tells: a week whose last
 * day comes after `to` is not over and not asked for. Weeks end as the employer's first payroll says,
 * otherwise on Saturdays.
 */
export const missingWeeks = (
  { from, to }: { from: Day; to: Day },
  weekEndings: readonly Day[],
): Day[] => {
  const first = weekEndings.toSorted()[0];
  const ends = first ? weekdayOf(first) : saturday;
  const told = new Set(
    weekEndings.flatMap((end) => Array.from({ length: 7 }, (_, n) => addDays(end, -n))),
  );
  const missing: Day[] = [];
  let end = addDays(from, (ends - weekdayOf(from) + 7) % 7);
  for (; end <= to; end = addDays(end, 7)) {
    const days = Array.from({ length: 7 }, (_, n) => addDays(end, -n)).filter((day) => day >= from);
    if (days.some((day) => !told.has(day))) missing.push(end);
  }
  return missing;
};

/** The last day on which a payroll is in time: a week after its payday (29 CFR 3.4(a)). */
export const payrollDue = (paidOn: Day): Day => addDays(paidOn, 7);

// Nine digits in a row, or in the groups of a Social Security number; longer numbers are none.
const socialSecurity = /(?<![\d-])\d{3}[-. ]?\d{2}[-. ]?\d{4}(?![\d-])/;

/** Whether a text holds what reads as a full Social Security number. */
export const holdsSocialSecurity = (text: string): boolean => socialSecurity.test(text);
