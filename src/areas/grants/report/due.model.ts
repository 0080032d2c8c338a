import { addDays } from "#kernel/time.ts";
import { monthsAfter } from "./months.model.ts";

/** Days after the end of a period until a report is due, by law (2 CFR 200.328, 200.329, 200.344). */
const dueDays = { quarterly: 30, semiannual: 30, annual: 90, final: 120 } as const;
const months = { quarterly: 3, semiannual: 6, annual: 12 } as const;

export type Period = { from: string; to: string; dueOn: string; final: boolean };

export type Reporting = {
  periodFrom: string;
  periodTo: string;
  reportEvery: keyof typeof months;
  reportEnds: "calendar" | "federal" | "award";
};

// Interim reports end on March 31, June 30, September 30 or December 31 (instructions of the SF-425,
// item 9): by the calendar year, or by the federal one, unless the award counts from its first day.
const endOf = (w: Reporting, from: string, n: number): string => {
  const every = months[w.reportEvery];
  if (w.reportEnds === "award") return addDays(monthsAfter(w.periodFrom, (n + 1) * every), -1);
  const ahead = w.reportEnds === "federal" ? 3 : 0;
  const month = Number(from.slice(5, 7)) + ahead;
  const left = Math.ceil(month / every) * every - month;
  return addDays(monthsAfter(`${from.slice(0, 7)}-01`, left + 1), -1);
};

/**
 * The reporting periods of an award: from its first day to the interim ends that its terms name; the
 * last one ends with it and is final.
 */
export const periodsOf = (w: Reporting): Period[] => {
  const periods: Period[] = [];
  for (let n = 0, from = w.periodFrom; from <= w.periodTo; n++) {
    const end = endOf(w, from, n);
    const final = end >= w.periodTo;
    const to = final ? w.periodTo : end;
    periods.push({
      from,
      to,
      final,
      dueOn: addDays(to, final ? dueDays.final : dueDays[w.reportEvery]),
    });
    from = addDays(to, 1);
  }
  return periods;
};
