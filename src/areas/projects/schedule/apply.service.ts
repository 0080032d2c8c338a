import type { Actor } from "#kernel/access.ts";
import { invalidField } from "#kernel/errors.ts";
import type { Day } from "#kernel/time.ts";
import type { Tx } from "#server/db/db.ts";
import { insertRow, updateRow } from "#server/db/rows.ts";
import type { WrittenHours } from "./hours.model.ts";
import { calendarsOf, type Stored } from "./network.service.ts";
import type { Plan, PlanLink, PlanTask } from "./plan.model.ts";
import { asUpdate } from "./progress.service.ts";
import type { UpdateSource } from "./schedule.labels.ts";
import type { WrittenSchedule } from "./schedule.model.ts";
import type { ScheduleStored } from "./schedule.noun.ts";
import { rewrite } from "./schedule.service.ts";
import { workCalendar } from "./schedule.tables.ts";
import { requireNamed } from "./task.service.ts";

/** A calendar of the project as it is to be; one that is not there yet is written. */
type AppliedCalendar = WrittenHours & { id: string; name: string };
/** A whole network as it is to be. Ids that stand keep what they were held against. */
export type AppliedNetwork = {
  tasks: readonly PlanTask[];
  links: readonly PlanLink[];
  calendars: readonly AppliedCalendar[];
  dataDate: Day;
  narrative: string;
  source: UpdateSource;
};

const sameHours = (a: AppliedCalendar, b: WrittenHours & { name: string }): boolean =>
  a.name === b.name &&
  JSON.stringify([a.week, a.exceptions]) === JSON.stringify([b.week, b.exceptions]);

// The project's own are written; those of every project stay as they are.
const keepCalendars = async (
  tx: Tx,
  { calendars: stand }: Stored,
  { projectId }: ScheduleStored,
  calendars: readonly AppliedCalendar[],
): Promise<void> => {
  for (const { id, name, week, exceptions } of calendars) {
    const old = stand.find((each) => each.id === id);
    const hours = {
      ...{ name, week: week.map((on) => [...on]), exceptions: [...exceptions] },
    };
    if (!old) {
      await insertRow(tx, workCalendar, { ...hours, orgId: tx.scope.orgId!, id, projectId });
      continue;
    }
    if (sameHours({ id, name, week, exceptions }, old)) continue;
    if (old.projectId === null)
      throw invalidField(
        "calendars",
        `${old.name} is a calendar of every project: it is changed by itself.`,
        "calendar_of_all",
      );
    await updateRow(tx, workCalendar, id, hours);
  }
};

const progress = ({ actualStart, actualFinish, percent, remaining }: PlanTask): string =>
  [actualStart, actualFinish, percent, actualStart === null ? 0 : remaining].join(" ");

/** The tasks whose progress is another one than it was. */
const reportedIn = (before: Plan, tasks: readonly PlanTask[]): string[] => {
  const stood = new Map(before.tasks.map((task) => [task.id, progress(task)]));
  return tasks
    .filter((task) => progress(task) !== (stood.get(task.id) ?? "  0 0"))
    .map(({ id }) => id);
};

/**
 * Makes a schedule what is given, as one update that is kept: tasks and links that are not named are
 * gone, calendars of the project are written. 404, 412; 422 `calendar_of_all`, as `requireNamed`, as
 * `tellProgress`; 409 as `recompute`.
 */
export const applyNetwork = (
  tx: Tx,
  actor: Actor,
  id: string,
  version: number | null,
  { tasks, links, calendars, dataDate, narrative, source }: AppliedNetwork,
): Promise<WrittenSchedule> =>
  rewrite(tx, actor, {
    id,
    version,
    action: "apply",
    edit: async (before, row) => {
      await keepCalendars(tx, before, row, calendars);
      await requireNamed(
        tx,
        row.projectId,
        tasks.map(({ costs, ...task }) => ({ ...task, costs: [...costs] })),
      );
      const stored = { ...before, calendars: await calendarsOf(tx, row.projectId) };
      return {
        ...asUpdate(tx, actor, stored, row, {
          plan: { tasks, links },
          told: { dataDate, narrative, source },
          reported: reportedIn(before.plan, tasks),
        }),
        stored,
      };
    },
  });
