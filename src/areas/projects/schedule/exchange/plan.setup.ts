// Plans that look drawn and are the same at every run: what Microsoft Project can say of a schedule.
import { drawing } from "../drawing.setup.ts";
import type { ConstraintKind, LagCalendar, LinkType } from "../network.model.ts";
import { minuteOf } from "../worktime.model.ts";
import { addDays, day } from "#kernel/time.ts";
import type { Plan, PlanCalendar, PlanLink, PlanTask } from "./plan.model.ts";

const monday = day("2026-06-01");
const start = minuteOf(monday);
type Draws = { draw: () => number; below: (most: number) => number };

const kinds: readonly ConstraintKind[] = [
  ...(["startNoEarlier", "startNoLater", "startOn", "asLateAsPossible"] as const),
  ...(["finishNoEarlier", "finishNoLater", "finishOn"] as const),
];
const types: readonly LinkType[] = ["FS", "SS", "FF", "SF"];
const lags: readonly LagCalendar[] = ["predecessor", "successor", "project", "allHours"];
const names = ["Pier & cap", 'Deck "A"', "Riprap <east>", "Guardrail – ½", "Bäche", "   spaced"];

const shifts = ({ draw, below }: Draws) =>
  draw() < 0.5
    ? [{ from: 480, to: 1020 }]
    : [
        { from: 360 + below(60), to: 700 },
        { from: 720, to: 1380 + below(2) * 60 },
      ];

const drawnCalendar = (by: Draws, uid: string): PlanCalendar => ({
  uid,
  name: `Calendar ${uid}`,
  week: Array.from({ length: 7 }, (_, at) => (at === 0 ? [] : shifts(by))),
  exceptions: Array.from({ length: by.below(5) }, (_, at) => ({
    on: addDays(monday, at * 5 + by.below(4)),
    shifts: by.draw() < 0.5 ? [] : shifts(by),
    why: by.draw() < 0.5 ? "" : "Flood & rain",
  })),
});

const progressOf = ({ draw, below }: Draws, duration: number) => {
  const nothing = { remaining: duration, percent: 0, actualStart: null, actualFinish: null };
  if (draw() < 0.6) return nothing;
  const actualStart = start + below(4000);
  if (draw() < 0.5)
    return { remaining: 0, percent: 100, actualStart, actualFinish: actualStart + below(3000) };
  return { remaining: below(duration + 1), percent: below(100), actualStart, actualFinish: null };
};

const drawnTask = (by: Draws, at: number, parent: string | null): PlanTask => {
  const { draw, below } = by;
  const milestone = draw() < 0.2;
  const duration = milestone ? 0 : 1 + below(20_000);
  const kind = kinds[below(kinds.length)]!;
  const begin = start + below(40_000);
  return {
    uid: String(at),
    code: draw() < 0.5 ? `A${at}` : `WP <${at}>`,
    name: names[below(names.length)]!.trim(),
    row: at,
    kind: milestone ? "milestone" : "task",
    parent,
    calendar: draw() < 0.4 ? String(2 + below(2)) : null,
    missingCalendar: null,
    duration,
    ...progressOf(by, duration),
    constraint:
      draw() < 0.4 ? { kind, at: kind === "asLateAsPossible" ? 0 : start + below(50_000) } : null,
    deadline: draw() < 0.2 ? start + below(60_000) : null,
    start: begin,
    finish: begin + below(20_000),
    cents: draw() < 0.5 ? 0 : below(9_000_000),
    beyond: [],
  };
};

const summary = (by: Draws, at: number, parent: string | null): PlanTask => ({
  ...drawnTask(by, at, parent),
  kind: "summary",
  ...{ calendar: null, duration: 0, remaining: 0, percent: 0, cents: 0 },
  ...{ actualStart: null, actualFinish: null, constraint: null },
});

const drawnTasks = (by: Draws): PlanTask[] => {
  const tasks: PlanTask[] = [];
  const above: string[] = [];
  const many = 3 + by.below(20);
  for (let at = 1; at <= many; at++) {
    if (above.length > 0 && by.draw() < 0.25) above.pop();
    const parent = above.at(-1) ?? null;
    const isSummary = at < many && by.draw() < 0.2;
    tasks.push((isSummary ? summary : drawnTask)(by, at, parent));
    if (isSummary) above.push(String(at));
  }
  return tasks;
};

const drawnLinks = ({ draw, below }: Draws, tasks: readonly PlanTask[]): PlanLink[] => {
  const work = tasks.filter(({ kind }) => kind !== "summary");
  const seen = new Set<string>();
  return work.flatMap((to, at): PlanLink[] => {
    if (at === 0 || draw() < 0.2) return [];
    const from = work[below(at)]!.uid;
    const type = types[below(4)]!;
    if (seen.has(`${from} ${to.uid} ${type}`)) return [];
    seen.add(`${from} ${to.uid} ${type}`);
    const lag = draw() < 0.5 ? 0 : below(4000) - 1000;
    return [{ from, to: to.uid, type, lag, lagCalendar: lags[below(4)]! }];
  });
};

/** A plan of up to 22 tasks with everything that a file can hold of one. */
export const drawnPlan = (seed: number): Plan => {
  const draw = drawing(seed);
  const by = { draw, below: (most: number) => Math.floor(draw() * most) };
  const tasks = drawnTasks(by);
  const used = new Set(["1", ...tasks.map(({ calendar }) => calendar)]);
  return {
    format: "mspdi",
    program: "Microsoft Project XML 14",
    name: "Bridge & approaches",
    start,
    dataDate: start + 7200 + by.below(3) * 1440,
    dataDateFrom: "file",
    outOfSequence: draw() < 0.5 ? "retained" : "override",
    calendar: "1",
    calendars: ["1", "2", "3"].filter((uid) => used.has(uid)).map((uid) => drawnCalendar(by, uid)),
    tasks,
    links: drawnLinks(by, tasks),
    unsupported: [],
  };
};
