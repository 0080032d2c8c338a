import { addDays, day } from "#kernel/time.ts";
import { drawing } from "./drawing.setup.ts";
import type { LagCalendar, LinkType, Network } from "./network.model.ts";
import { WorkTime, allHours, minuteOf, type Shift } from "./worktime.model.ts";

const types: readonly LinkType[] = ["FS", "FS", "FS", "SS", "FF", "SF"];
const lags: readonly LagCalendar[] = ["predecessor", "successor", "project", "allHours"];

const weekOf = (workdays: readonly number[], shifts: readonly Shift[]): WorkTime =>
  new WorkTime({
    week: [0, 1, 2, 3, 4, 5, 6].map((at) => (workdays.includes(at) ? shifts : [])),
    // Eleven days of a flood, and a day off now and then.
    exceptions: new Map(
      Array.from({ length: 120 }, (_, at) => [
        addDays(day("2026-03-01"), at < 11 ? at : at * 29),
        [],
      ]),
    ),
  });

/** A network as large as a program's, as drawn: four calendars, all links, lags and leads. */
export const largeNetwork = (seed: number, tasks: number, links: number): Network => {
  const draw = drawing(seed);
  const below = (most: number) => Math.floor(draw() * most);
  const split = [
    { from: 480, to: 720 },
    { from: 780, to: 1020 },
  ];
  const whole = allHours();
  const calendars = [
    weekOf([1, 2, 3, 4, 5], split),
    weekOf([1, 2, 3, 4, 5, 6], split),
    weekOf([1, 2, 3, 4], [{ from: 420, to: 1020 }]),
    whole,
  ];
  const start = minuteOf(day("2026-01-05"));
  return {
    start,
    dataDate: start,
    outOfSequence: "retained",
    calendar: calendars[0]!,
    allHours: whole,
    tasks: Array.from({ length: tasks }, (_, at) => {
      const duration = draw() < 0.1 ? 0 : 60 * (1 + below(80));
      return {
        id: `t${at}`,
        name: `Task ${at}`,
        calendar: calendars[below(4)]!,
        duration,
        constraint:
          draw() < 0.02
            ? { kind: "startNoEarlier" as const, at: start + below(1440 * 2000) }
            : null,
        deadline: null,
        actualStart: null,
        actualFinish: null,
        remaining: duration,
      };
    }),
    links: Array.from({ length: links }, (_, at) => {
      const to = 1 + below(tasks - 1);
      return {
        id: `l${at}`,
        from: `t${Math.max(0, to - 1 - below(60))}`,
        to: `t${to}`,
        type: types[below(types.length)]!,
        lag: draw() < 0.6 ? 0 : 60 * (below(40) - 10),
        lagCalendar: lags[below(4)]!,
      };
    }),
  };
};
