import { dayAfter, weekdayOf } from "#kernel/holidays.ts";
import { type Day, utcDay } from "#kernel/time.ts";
import { monthNames } from "../organization.labels.ts";
import { weekNames } from "./calendar.labels.ts";
import type { CalendarAnswer } from "./calendar.model.ts";

const daysOf = (year: number, month: number): Day[] => {
  const first = utcDay(Date.UTC(year, month - 1, 1));
  const days: Day[] = [];
  for (let at = first; at.slice(0, 7) === first.slice(0, 7); at = dayAfter(at, 1)) days.push(at);
  return days;
};

function Month({ calendar, month }: { calendar: CalendarAnswer; month: number }) {
  const days = daysOf(calendar.year, month);
  const off = new Map(calendar.off.map((each) => [each.day, each.name]));
  const opened = (day: string) =>
    calendar.closures.some((each) => each.open && each.firstDay <= day && day <= each.lastDay);
  const label = (day: Day): string => {
    const name = off.get(day);
    if (name) return name;
    return opened(day) || calendar.weekdays.includes(weekdayOf(day)) ? "" : "off";
  };
  return (
    <section className="calendar-month" aria-label={`${monthNames[month - 1]} ${calendar.year}`}>
      <h2>{monthNames[month - 1]}</h2>
      <ol>
        {weekNames.map((name) => (
          <li key={name} className="calendar-head" aria-hidden="true">
            {name[0]}
          </li>
        ))}
        {days.map((day, at) => {
          const why = label(day);
          return (
            <li
              key={day}
              style={at === 0 ? { gridColumnStart: weekdayOf(day) + 1 } : undefined}
              data-off={why === "" ? undefined : why === "off" ? "week" : "named"}
              title={why === "" || why === "off" ? undefined : why}
            >
              <span>{Number(day.slice(8))}</span>
              {why !== "" && why !== "off" && <span className="sr-only">: {why}</span>}
            </li>
          );
        })}
      </ol>
    </section>
  );
}

/** The twelve months of a year: working days plain, days off of the week pale, named ones marked. */
export function MonthGrid({ calendar }: { calendar: CalendarAnswer }) {
  return (
    <div className="calendar-year">
      {monthNames.map((name, at) => (
        <Month key={name} calendar={calendar} month={at + 1} />
      ))}
    </div>
  );
}
