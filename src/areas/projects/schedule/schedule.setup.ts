// A project with its schedule, and how people write it.
import type { Actor } from "#kernel/access.ts";
import { addDays } from "#kernel/time.ts";
import type { TestDatabase } from "#server/testing/database.ts";
import { agencyDay } from "#server/testing/days.ts";
import { projectAgency } from "../projects.setup.ts";
import type { PlanTask } from "./plan.model.ts";
import type { ScheduleDetail, ScheduleTask, WrittenSchedule } from "./schedule.model.ts";

/** All days from eight to four, so that no test depends on the day on which it runs. */
export const everyDay = Array.from({ length: 7 }, () => [{ from: 480, to: 960 }]);
/** Minutes of one of these days. */
export const oneDay = 480;

/** A task of a day of which nothing is done; its name is its id. */
export const planTask = (id: string, over: Partial<PlanTask> = {}): PlanTask => ({
  id,
  parentId: null,
  code: "",
  name: id,
  kind: "task",
  calendarId: null,
  duration: oneDay,
  remaining: oneDay,
  percent: 0,
  constraint: null,
  deadline: null,
  actualStart: null,
  actualFinish: null,
  crew: "",
  ownerId: null,
  costs: [],
  ...over,
});

/** An agency with projects, and the doors of their schedules. */
export const scheduleAgency = async (t: TestDatabase) => schedulesOf(await projectAgency(t));

/** The doors of schedules of an agency's projects. */
export const schedulesOf = <P extends Awaited<ReturnType<typeof projectAgency>>>(p: P) => {
  const { engineer } = p.people;
  const read = (projectId: string, actor: Actor = engineer) =>
    p.asking<ScheduleDetail>(actor, `GET /api/v1/projects/${projectId}/schedule`);

  /** An active project whose schedule began so many days from today, by the calendar of every day. */
  const planned = async (code: string, startsIn = -10) => {
    const { id: projectId, accountStringId } = await p.begun(code);
    const calendar = await p.asking(engineer, "POST /api/v1/work-calendars", {
      ...{ name: `Every day of ${code}`, projectId, week: everyDay },
    });
    const { id } = await p.asking<WrittenSchedule>(
      engineer,
      `POST /api/v1/projects/${projectId}/schedule`,
      { start: agencyDay(startsIn), calendarId: calendar.id },
    );
    return { id, projectId, accountStringId, calendarId: calendar.id, start: agencyDay(startsIn) };
  };
  type Planned = Awaited<ReturnType<typeof planned>>;

  /** Asks an address of a schedule with the version that stands. */
  const write = async (of: Planned, asked: string, body: object = {}, actor: Actor = engineer) => {
    const [method, rest] = asked.split(" ") as [string, string];
    const { version } = await read(of.projectId);
    return p.asking<WrittenSchedule>(
      actor,
      `${method} /api/v1/schedules/${of.id}${rest}`,
      body,
      version,
    );
  };
  /** Adds a task of so many days; gives its id. */
  const task = async (of: Planned, name: string, days: number, over: object = {}) =>
    (await write(of, "POST /tasks", { name, durationMinutes: days * oneDay, ...over })).made!;
  const link = async (of: Planned, from: string, to: string, over: object = {}) =>
    (await write(of, "POST /links", { from, to, ...over })).made!;
  const taskOf = async (of: Planned, id: string): Promise<ScheduleTask> =>
    (await read(of.projectId)).tasks.find((each) => each.id === id)!;
  /** A moment so many days from the schedule's start. */
  const at = ({ start }: Pick<Planned, "start">, days: number, clock: string): string =>
    `${addDays(start, days)}T${clock}`;
  /** Tells of tasks what is named; the rest of each is as if nothing was done. */
  const tell = (of: Planned, dataDate: string, tasks: object[], actor: Actor = engineer) =>
    write(
      of,
      "POST /progress",
      {
        dataDate,
        narrative: "As seen on the site",
        tasks: tasks.map((each) => ({
          actualStart: null,
          actualFinish: null,
          percent: 0,
          remainingMinutes: 0,
          ...each,
        })),
      },
      actor,
    );
  const propose = async (of: Planned, actor: Actor = engineer) =>
    write(of, "POST /baseline", { note: "As bid" }, actor);
  const decide = async (of: Planned, step: string, actor: Actor, body: object = {}) => {
    const waits = (await read(of.projectId)).proposedBaseline!;
    return p.asking(
      actor,
      `POST /api/v1/schedule-baselines/${waits.id}/actions/${step}`,
      body,
      waits.version,
    );
  };
  // A project is read by another name here than its schedule.
  const { read: readProject, ...doors } = p;
  return {
    ...doors,
    readProject,
    read,
    planned,
    write,
    task,
    link,
    taskOf,
    at,
    tell,
    propose,
    decide,
  };
};
