import { leadingDay, type Day } from "#kernel/time.ts";
import type { Shift } from "../worktime.model.ts";
import { inTurn, shiftIn, usualWeek, type Findings, type PlanCalendar } from "./plan.model.ts";
import { daysOf } from "./recurrence.model.ts";
import { isSet, numberOf, textOf, within, type Element } from "./xml.model.ts";

type Exception = PlanCalendar["exceptions"][number];
const mostDays = 40_000;

// A working day without hours has the usual ones.
const hoursOf = (of: Element, findings: Findings, name: string): Shift[] => {
  if (!isSet(of, "DayWorking")) return [];
  const times = within(of, "WorkingTimes", "WorkingTime");
  if (times.length === 0) return usualWeek()[1]!;
  const shifts = times.flatMap((time) => {
    const shift = shiftIn(textOf(time, "FromTime"), textOf(time, "ToTime"));
    return shift ? [shift] : [];
  });
  const ordered = inTurn(shifts);
  if (!ordered) findings.wrong(0, `The calendar ${name} has hours that overlap.`);
  return ordered ?? [];
};

const period = (of: Element): { from: Day; to: Day } | null => {
  const [time] = within(of, "TimePeriod");
  const from = time && leadingDay(textOf(time, "FromDate"));
  const to = time && leadingDay(textOf(time, "ToDate"));
  return from && to ? { from, to } : null;
};

const plainDays = { type: 1, period: 1, daysOfWeek: 0, monthDay: 1, month: 0 } as const;
const everyDay = (of: { from: Day; to: Day }): Day[] =>
  daysOf({ ...of, ...plainDays, monthPosition: 0, monthItem: 0 })!;

const daysOfException = (of: Element): Day[] | null => {
  const span = period(of);
  if (!span) return null;
  const type = numberOf(of, "Type", 1);
  return daysOf({
    ...span,
    type: type === 0 || type === 9 ? 1 : type,
    period: numberOf(of, "Period", 1),
    daysOfWeek: numberOf(of, "DaysOfWeek"),
    monthDay: numberOf(of, "MonthDay", 1),
    month: numberOf(of, "Month"),
    monthPosition: numberOf(of, "MonthPosition"),
    monthItem: numberOf(of, "MonthItem"),
  });
};

// Weeks of their own within a period: each of their days, as an exception.
const weekDays = (calendar: Element, findings: Findings, name: string): Exception[] =>
  within(calendar, "WorkWeeks", "WorkWeek").flatMap((week) => {
    const span = period(week);
    const own = new Map(
      within(week, "WeekDays", "WeekDay").map((each) => [
        numberOf(each, "DayType"),
        hoursOf(each, findings, name),
      ]),
    );
    const why = textOf(week, "Name");
    return (span ? everyDay(span) : []).flatMap((on) => {
      const shifts = own.get(new Date(`${on}T00:00:00Z`).getUTCDay() + 1);
      return shifts ? [{ on, shifts, why }] : [];
    });
  });

const exceptionsOf = (calendar: Element, findings: Findings, name: string): Exception[] => {
  const old = within(calendar, "WeekDays", "WeekDay").filter(
    (each) => numberOf(each, "DayType") === 0,
  );
  const all = within(calendar, "Exceptions", "Exception");
  // Both of them where a file serves two versions: the newer ones say more.
  const said = all.length > 0 ? all : old;
  return said.flatMap((each) => {
    const why = textOf(each, "Name");
    const days = daysOfException(each);
    if (!days) {
      findings.left("Exceptions of calendars by count of days", `${name}: ${why}`);
      return [];
    }
    const shifts = hoursOf(each, findings, name);
    return days.map((on) => ({ on, shifts, why }));
  });
};

type Raw = { element: Element; uid: string; name: string; base: string };

const weekOf = (raw: Raw, above: PlanCalendar | null, findings: Findings): Shift[][] => {
  const week = above ? above.week.map((shifts) => [...shifts]) : usualWeek();
  for (const each of within(raw.element, "WeekDays", "WeekDay")) {
    const at = numberOf(each, "DayType");
    if (at >= 1 && at <= 7) week[at - 1] = hoursOf(each, findings, raw.name);
  }
  return week;
};

const calendarOf = (raw: Raw, above: PlanCalendar | null, findings: Findings): PlanCalendar => {
  const { uid, name, element } = raw;
  const exceptions = new Map<Day, Exception>();
  const all = [
    ...(above?.exceptions ?? []),
    ...weekDays(element, findings, name),
    ...exceptionsOf(element, findings, name),
  ];
  for (const each of all) exceptions.set(each.on, each);
  if (exceptions.size > mostDays)
    findings.wrong(0, `The calendar ${name} has more exceptions than days.`);
  const ordered = [...exceptions.values()].toSorted((a, b) => (a.on < b.on ? -1 : 1));
  return { uid, name, week: weekOf(raw, above, findings), exceptions: ordered };
};

/** The calendars of a file, each with what it takes from its base. */
export const calendarsOf = (project: Element, findings: Findings): PlanCalendar[] => {
  const raws = within(project, "Calendars", "Calendar").map((element): Raw => {
    const uid = textOf(element, "UID");
    const name = textOf(element, "Name") || `Calendar ${uid}`;
    return { element, uid, name, base: textOf(element, "BaseCalendarUID") };
  });
  const byUid = new Map(raws.map((raw) => [raw.uid, raw]));
  if (byUid.size < raws.length) findings.wrong(0, "Two calendars have one id.");
  const made = new Map<string, PlanCalendar>();
  const make = (raw: Raw, below: readonly string[]): PlanCalendar => {
    const done = made.get(raw.uid);
    if (done) return done;
    const base = byUid.get(raw.base);
    const rooted = !base || base === raw || isSet(raw.element, "IsBaseCalendar");
    if (below.includes(raw.uid)) {
      findings.wrong(0, `The calendar ${raw.name} is its own base.`);
      return calendarOf(raw, null, findings);
    }
    const above = rooted ? null : make(base, [...below, raw.uid]);
    const calendar = calendarOf(raw, above, findings);
    made.set(raw.uid, calendar);
    return calendar;
  };
  return raws.map((raw) => make(raw, []));
};
