/** The days of a fiscal year, named after the calendar year in which it ends; `firstMonth` is 1–12. */
export const fiscalYearDays = (year: number, firstMonth: number): { startsOn: string; endsOn: string } => {
  const from = firstMonth === 1 ? year : year - 1;
  const day = (date: Date) => date.toISOString().slice(0, 10);
  return { startsOn: day(new Date(Date.UTC(from, firstMonth - 1, 1))), endsOn: day(new Date(Date.UTC(from + 1, firstMonth - 1, 0))) };
};
