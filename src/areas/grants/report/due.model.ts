import { addDays } from "#kernel/time.ts";
import { monthsAfter } from "./months.model.ts";

/** Days after the end of a period until a report is due, by law (2 CFR 200.328, 200.329, 200.344). */
const dueDays = { quarterly: 30, semiannual: 30, annual: 90, final: 120 } as const;
const months = { quarterly: 3, semiannual: 6, annual: 12 } as const;

export type Period = { from: string; to: string; dueOn: string; final: boolean };

/** The reporting periods of an award: from its first day, the last one ends with it and is final. */
export const periodsOf = (w: {
  periodFrom: string;
  periodTo: string;
  reportEvery: keyof typeof months;
}): Period[] => {
  const periods: Period[] = [];
  for (let n = 0, from = w.periodFrom; from <= w.periodTo; n++) {
    const end = addDays(monthsAfter(w.periodFrom, (n + 1) * months[w.reportEvery]), -1);
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
