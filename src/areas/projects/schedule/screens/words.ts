import { formatDate } from "#kernel/dates.ts";
import type { ScheduleDetail, ScheduleTask } from "../schedule.model.ts";
import { linkTypes } from "../schedule.labels.ts";
import { dayOfMoment, inDays } from "./gantt.model.ts";
import { calendarOf } from "./calendar.model.ts";

const drivers = {
  constraint: "Its constraint",
  dataDate: "The data date: it could be worked on now",
  projectStart: "The start of the project",
  asLateAsPossible: "It is as late as possible",
  actual: "It began or finished then",
} as const;

type Link = ScheduleDetail["links"][number];

/** A lag in days of work, as planners write it: "+ 2 d", "− 1 d". */
export const lagOf = (link: Link, minutesPerDay: number): string => {
  if (link.lagMinutes === 0) return "";
  const perDay = link.lagCalendar === "allHours" ? 1440 : minutesPerDay;
  return ` ${link.lagMinutes > 0 ? "+" : "−"} ${inDays(Math.abs(link.lagMinutes), perDay)} d`;
};

/** A date of a moment, as everywhere. */
export const dateOf = (moment: string): string => formatDate(dayOfMoment(moment));

export type DriverStep = { task: ScheduleTask; says: string };

/** What drives a task, back from cause to cause until nothing before it does. */
export const chainOf = (of: ScheduleDetail, task: ScheduleTask, most = 12): DriverStep[] => {
  const tasks = new Map(of.tasks.map((each) => [each.id, each]));
  const links = new Map(of.links.map((link) => [link.id, link]));
  const steps: DriverStep[] = [];
  for (let at: ScheduleTask | undefined = task; at && steps.length < most;) {
    const { by, taskId, linkId }: ScheduleTask["driver"] = at.driver;
    const before: ScheduleTask | undefined = taskId ? tasks.get(taskId) : undefined;
    const link = linkId ? links.get(linkId) : undefined;
    if (!before || !link) {
      steps.push({ task: at, says: by === "link" ? "" : drivers[by] });
      break;
    }
    const perDay = calendarOf(of, at).minutesPerDay;
    steps.push({
      task: at,
      says: `${before.code} ${before.name}, ${linkTypes[link.type].label.toLowerCase()}${lagOf(link, perDay)}`,
    });
    at = before;
  }
  return steps;
};
