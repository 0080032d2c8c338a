// Networks that look drawn and are the same at every run, for the engine and for the naive solver.
import { addDays } from "#kernel/time.ts";
import { drawing } from "./drawing.setup.ts";
import type { Naive, NaiveTask, Minutes } from "./naive.setup.ts";
import type {
  ConstraintKind,
  LagCalendar,
  LinkType,
  Network,
  NetworkLink,
  NetworkTask,
} from "./network.model.ts";
import { WorkTime, firstDay, type Hours, type Shift } from "./worktime.model.ts";

const stretch = 80 * 1440;
type Calendar = { time: WorkTime; minutes: Minutes };

const calendarOf = (hours: Hours): Calendar => {
  const minutes = Array.from({ length: stretch }, () => false);
  for (let on = 0; on < stretch / 1440; on++) {
    const shifts = hours.exceptions.get(addDays(firstDay, on)) ?? hours.week[on % 7]!;
    for (const { from, to } of shifts)
      for (let at = from; at < to; at++) minutes[on * 1440 + at] = true;
  }
  return { time: new WorkTime(hours), minutes };
};

const drawnCalendar = (draw: () => number): Calendar => {
  const shifts = (): Shift[] =>
    draw() < 0.5
      ? [{ from: 480, to: 480 + Math.ceil(draw() * 6) }]
      : [
          { from: 480, to: 483 },
          { from: 540, to: 540 + Math.ceil(draw() * 4) },
        ];
  const usual = shifts();
  const off = draw() < 0.7;
  const week = [0, 1, 2, 3, 4, 5, 6].map((at) => (off && (at === 0 || at === 6) ? [] : usual));
  const exceptions = new Map(
    Array.from({ length: Math.floor(draw() * 4) }, () => [
      addDays(firstDay, 43 + Math.floor(draw() * 16)),
      draw() < 0.6 ? [] : shifts(),
    ]),
  );
  return calendarOf({ week, exceptions });
};

const whole = calendarOf({
  week: Array.from({ length: 7 }, () => [{ from: 0, to: 1440 }]),
  exceptions: new Map(),
});
// A ruler of a hundred years is long in the making: the networks take turns with some.
const drawCalendars = drawing(54);
const calendars = Array.from({ length: 40 }, () => drawnCalendar(drawCalendars));

const kinds: readonly ConstraintKind[] = [
  "startNoEarlier",
  "startNoLater",
  "startOn",
  "finishNoEarlier",
  "finishNoLater",
  "finishOn",
  "asLateAsPossible",
];
const types: readonly LinkType[] = ["FS", "SS", "FF", "SF"];
const lags: readonly LagCalendar[] = ["predecessor", "successor", "project", "allHours"];

/** What a drawn network may hold. */
export type Traits = { constraints: boolean; progress: boolean };
type Draws = { draw: () => number; below: (most: number) => number; traits: Traits };

const moment = ({ below }: Draws): number => (44 + below(12)) * 1440 + below(1440);

const drawnTask = (by: Draws, at: number, dataDate: number) => {
  const { draw, below, traits } = by;
  const calendar = draw() < 0.12 ? whole : calendars[below(calendars.length)]!;
  const duration = draw() < 0.2 ? 0 : 1 + below(calendar === whole ? 200 : 14);
  const began = traits.progress && draw() < 0.4;
  const actualStart = began ? dataDate - below(3000) : null;
  const done = began && draw() < 0.4;
  const task: NetworkTask = {
    id: `t${at}`,
    name: `Task ${at}`,
    calendar: calendar.time,
    duration,
    constraint:
      traits.constraints && draw() < 0.4
        ? { kind: kinds[below(kinds.length)]!, at: moment(by) }
        : null,
    deadline: traits.constraints && draw() < 0.1 ? moment(by) : null,
    actualStart,
    actualFinish: done ? Math.min(dataDate, actualStart! + below(1500)) : null,
    remaining: began && !done ? below(duration + 1) : duration,
  };
  return { task, calendar };
};

const naiveOf = ({ task, calendar }: ReturnType<typeof drawnTask>): NaiveTask => {
  const { constraint, deadline } = task;
  const at = (...of: ConstraintKind[]) =>
    constraint && of.includes(constraint.kind) ? constraint.at : null;
  return {
    works: calendar.minutes,
    duration: task.duration,
    noEarlier: {
      start: at("startNoEarlier", "startOn") ?? 0,
      finish: at("finishNoEarlier", "finishOn") ?? 0,
    },
    noLater: {
      start: at("startNoLater", "startOn") ?? stretch,
      finish: Math.min(at("finishNoLater", "finishOn") ?? stretch, deadline ?? stretch),
    },
    alap: constraint?.kind === "asLateAsPossible",
    actualStart: task.actualStart,
    actualFinish: task.actualFinish,
    remaining: task.remaining,
  };
};

const drawnLink = ({ draw, below }: Draws, n: number, tasks: number): NetworkLink => {
  const to = 1 + below(tasks - 1);
  const lagCalendar = lags[below(lags.length)]!;
  const size = lagCalendar === "allHours" ? 2000 : 9;
  return {
    id: `l${n}`,
    from: `t${below(to)}`,
    to: `t${to}`,
    type: draw() < 0.4 ? "FS" : types[below(4)]!,
    lag: draw() < 0.4 ? 0 : below(size) - Math.floor(size / 3),
    lagCalendar,
  };
};

/** A network of up to nine tasks, and the same for the naive solver. */
export const drawnNetwork = (seed: number, traits: Traits): { network: Network; naive: Naive } => {
  const draw = drawing(seed);
  const below = (most: number) => Math.floor(draw() * most);
  const by = { draw, below, traits };
  const start = 45 * 1440 + below(1440);
  const dataDate = traits.progress ? start + below(4000) : start;
  const drawn = Array.from({ length: 2 + below(8) }, (_, at) => drawnTask(by, at, dataDate));
  const own = calendars[below(calendars.length)]!;
  const links = Array.from({ length: below(14) }, (_, n) => drawnLink(by, n, drawn.length));
  const numberOf = (id: string) => Number(id.slice(1));
  const clockOf = ({ lagCalendar, from, to }: NetworkLink) =>
    ({
      predecessor: drawn[numberOf(from)]!.calendar,
      successor: drawn[numberOf(to)]!.calendar,
      project: own,
      allHours: whole,
    })[lagCalendar].minutes;
  const outOfSequence = draw() < 0.5 ? "retained" : "override";
  const tasks = drawn.map(({ task }) => task);
  return {
    network: {
      start,
      dataDate,
      outOfSequence,
      calendar: own.time,
      allHours: whole.time,
      // In no order: the engine finds its own.
      tasks: tasks.toSorted((a, b) => ((numberOf(a.id) * 7) % 5) - ((numberOf(b.id) * 7) % 5)),
      links,
    },
    naive: {
      floor: start,
      dataDate,
      outOfSequence,
      tasks: drawn.map(naiveOf),
      links: links.map((link) => ({
        ...link,
        from: numberOf(link.from),
        to: numberOf(link.to),
        clock: clockOf(link),
      })),
    },
  };
};
