import { addDays, addMonths, day, type Day } from "#kernel/time.ts";

/** A period of a fiscal year: its place, name and days. */
export type Months = {
  place: number;
  number: string;
  name: string;
  firstDay: Day;
  lastDay: Day;
  adjustment: boolean;
};

type Year = { year: number; startsOn: Day; endsOn: Day };

const lastOfMonth = (of: Day): Day => addDays(addMonths(day(`${of.slice(0, 7)}-01`), 1), -1);

/** "October 2026" for a day of it. */
const monthNamed = (of: Day): string =>
  new Intl.DateTimeFormat("en-US", { month: "long", year: "numeric", timeZone: "UTC" }).format(
    new Date(`${of}T00:00:00Z`),
  );

/**
 * The periods of a fiscal year: its calendar months, the first and the last as far as the year goes, and
 * the adjustment period on its last day.
 */
export const periodsOf = ({ year, startsOn, endsOn }: Year): Months[] => {
  const months: Months[] = [];
  for (let firstDay = startsOn; firstDay <= endsOn;) {
    const last = lastOfMonth(firstDay);
    const lastDay = last < endsOn ? last : endsOn;
    const place = months.length + 1;
    months.push({
      place,
      number: `${year}-${String(place).padStart(2, "0")}`,
      name: monthNamed(firstDay),
      firstDay,
      lastDay,
      adjustment: false,
    });
    firstDay = addDays(lastDay, 1);
  }
  const place = months.length + 1;
  return [
    ...months,
    {
      place,
      number: `${year}-${String(place).padStart(2, "0")}`,
      name: `Adjustments ${year}`,
      firstDay: endsOn,
      lastDay: endsOn,
      adjustment: true,
    },
  ];
};

/** What a place for an entry is looked for among, in the order of days and places. */
export type Standing = {
  id: string;
  fiscalYearId: string;
  firstDay: Day;
  lastDay: Day;
  adjustment: boolean;
  status: string;
};

/**
 * Where something of a day stands among `periods` in their order: in its own one, or in the first one
 * behind it that is still open, with the day on which it counts there. What comes after a year's end is
 * an adjustment of it. Null where none is open.
 */
export const placeIn = (
  periods: readonly Standing[],
  wanted: Day,
): { periodId: string; fiscalYearId: string; postedOn: Day } | null => {
  const [first] = periods;
  if (!first) return null;
  const at = wanted < first.firstDay ? first.firstDay : wanted;
  const found = periods.find((p) => p.status === "open" && (p.adjustment || at <= p.lastDay));
  if (!found) return null;
  const { id: periodId, fiscalYearId, firstDay, lastDay } = found;
  if (found.adjustment) return { periodId, fiscalYearId, postedOn: lastDay };
  return { periodId, fiscalYearId, postedOn: at < firstDay ? firstDay : at };
};
