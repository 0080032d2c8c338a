// Networks as they stand in textbooks, one day of a calendar without nights for each unit of theirs.
import type { LinkType, Network, NetworkTask } from "./network.model.ts";
import { allHours, minuteOf } from "./worktime.model.ts";
import { day } from "#kernel/time.ts";

const unit = 1440;
const clock = allHours();
const start = minuteOf(day("2026-01-05"));

/** A task with its length in days; no link, constraint or progress. */
const plainTask = (id: string, days: number): NetworkTask => ({
  id,
  name: id,
  calendar: clock,
  duration: days * unit,
  constraint: null,
  deadline: null,
  actualStart: null,
  actualFinish: null,
  remaining: days * unit,
});

/** `B 10 A:SS+2 C`: task B of ten days, behind the start of A by two and the finish of C. */
export const networkOf = (...lines: string[]): Network => {
  const tasks: NetworkTask[] = [];
  const links: Network["links"][number][] = [];
  for (const line of lines) {
    const [id, days, ...before] = line.split(" ");
    tasks.push(plainTask(id!, Number(days)));
    for (const each of before) {
      const [, from, type, lag] = /^(\w+)(?::(FS|SS|FF|SF)([+-]\d+)?)?$/.exec(each)!;
      links.push({
        id: `${from} ${id}`,
        from: from!,
        to: id!,
        type: (type ?? "FS") as LinkType,
        lag: Number(lag ?? 0) * unit,
        lagCalendar: "project",
      });
    }
  }
  const of = { start, dataDate: start, outOfSequence: "retained" as const };
  return { ...of, calendar: clock, allHours: clock, tasks, links };
};

/** Days of the network from its start. */
export const daysFrom = (at: number): number => (at - start) / unit;
export const daysOf = (minutes: number | null): number | null =>
  minutes === null ? null : minutes / unit;
