import type { Actor } from "#kernel/access.ts";
import { conflict, invalidField } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { addDays, type Day } from "#kernel/time.ts";
import { keepDeadlines } from "#areas/workflow/workflow.server.ts";
import { change } from "#server/change.ts";
import { create } from "#server/create.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { lockRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import type { ProjectStored } from "../project/project.noun.ts";
import { project } from "../projects.tables.ts";
import { milestoneDeadlines } from "./deadlines.service.ts";
import { isKnownDay } from "./moment.model.ts";
import {
  loadNetwork,
  recompute,
  type Kept,
  type Recomputed,
  type Stored,
} from "./network.service.ts";
import type { ScheduleInput, WrittenSchedule } from "./schedule.model.ts";
import { scheduleNoun, type ScheduleStored } from "./schedule.noun.ts";

const ended: ReadonlySet<string> = new Set(["closed", "cancelled"]);

// Behind the project's lock, so that it does not end while its schedule is written.
const holdProject = async (tx: Tx, id: string): Promise<ProjectStored> => {
  const row = await lockRow(tx, project, id, "project");
  if (ended.has(row.status))
    throw conflict("project_ended", `${row.number} has ended, so its schedule stays as it is.`);
  return row;
};

/** 422 `calendar_unknown` where a project has no such calendar; null is the agency's own. */
export const requireCalendars = async (
  db: Db,
  projectId: string,
  ids: readonly (string | null)[],
  path = "calendarId",
): Promise<void> => {
  const asked = [...new Set(ids.filter((id) => id !== null))];
  if (asked.length === 0) return;
  const found = await db.rows<{ id: string }>(sql`
    select id
    from work_calendar
    where org_id = ${db.scope.orgId}
      and id = any(${asked}::uuid[])
      and (project_id is null or project_id = ${projectId}::uuid)
  `);
  if (found.length < asked.length)
    throw invalidField(
      path,
      "This calendar is not there, or belongs to another project. Choose another one.",
      "calendar_unknown",
    );
};

/** What a written schedule answers, with the id of what was made. */
const writtenOf = (row: ScheduleStored, made: string | null = null): WrittenSchedule => ({
  ...{ id: row.id, number: row.number, status: row.status, version: row.version, made },
});

// What the project says: the last day of its contract.
const contractFinish = ({ startsOn, contractDays }: ProjectStored): Day | null => {
  if (startsOn === null || contractDays === null) return null;
  const on = addDays(startsOn, contractDays - 1);
  return isKnownDay(on) ? on : null;
};

/**
 * Begins the schedule of a project. 404, 409 `project_ended`, `schedule_exists`; 422
 * `calendar_unknown`.
 */
export const createSchedule = async (
  tx: Tx,
  actor: Actor,
  projectId: string,
  { start, calendarId, outOfSequence, mustFinishOn }: ScheduleInput,
): Promise<WrittenSchedule> => {
  const p = await holdProject(tx, projectId);
  await requireCalendars(tx, projectId, [calendarId]);
  const there = await tx.maybe<{ number: string }>(sql`
    select number
    from schedule
    where org_id = ${tx.scope.orgId} and project_id = ${projectId}
  `);
  if (there)
    throw conflict("schedule_exists", `${p.number} has a schedule already: ${there.number}.`);
  const made = await create(tx, actor, scheduleNoun, {
    number: { kind: "SCH" },
    row: {
      orgId: tx.scope.orgId!,
      id: newId(),
      projectId,
      startsOn: start,
      dataDate: start,
      mustFinishOn: mustFinishOn ?? contractFinish(p),
      calendarId,
      outOfSequence,
      createdBy: actor.personId,
    },
  });
  return writtenOf(made);
};

/** How a plan is edited: the plan as it is to be, and what the history tells of it. */
export type Edited = Kept & {
  head?: Partial<ScheduleStored>;
  /** The id of what was made. */
  made?: string;
  /** What the schedule goes by, where that changed too. */
  stored?: Stored;
  /** What of the plan stood before, and stands now. */
  held?: object;
  content?: object;
  /** What else is written once the dates are known. */
  after?: (
    recomputed: Recomputed,
    row: ScheduleStored,
  ) => Promise<{ made: string; head: Partial<ScheduleStored> }>;
};
type Rewrite = {
  id: string;
  version?: number | null;
  action?: string;
  note?: string;
  edit: (stored: Stored, row: ScheduleStored) => Promise<Edited> | Edited;
};

/**
 * How everything of a schedule is written: behind its lock and the version that was read, the whole
 * plan is edited, judged, computed and stored. 404, 412, 428, 409 `project_ended`; what `recompute`
 * refuses.
 */
export const rewrite = async (
  tx: Tx,
  actor: Actor,
  { id, version, action = "update", note, edit }: Rewrite,
): Promise<WrittenSchedule> => {
  let made: string | null = null;
  const row = await change(tx, actor, scheduleNoun, {
    id,
    ...(version === undefined ? {} : { version }),
    action,
    note: note ?? null,
    effect: async (stands) => {
      await holdProject(tx, stands.projectId);
      const stored = await loadNetwork(tx, stands);
      const edited = await edit(stored, stands);
      const head = { ...stands, ...edited.head };
      const recomputed = await recompute(tx, head, edited.stored ?? stored, edited);
      const told = await edited.after?.(recomputed, head);
      made = told?.made ?? edited.made ?? null;
      return {
        patch: { ...edited.head, ...recomputed.patch, ...told?.head },
        ...(edited.held ? { held: edited.held } : {}),
        ...(edited.content ? { content: edited.content } : {}),
      };
    },
  });
  const [days] = await milestoneDeadlines(tx, id);
  if (days) await keepDeadlines(tx, actor, "schedule", days);
  return writtenOf(row, made);
};

/** Changes start, hours, order and contract finish. 404, 412, 422 `calendar_unknown`, `data_date_told`. */
export const changeSettings = (
  tx: Tx,
  actor: Actor,
  id: string,
  input: ScheduleInput,
  version: number | null,
): Promise<WrittenSchedule> =>
  rewrite(tx, actor, {
    id,
    version,
    edit: async (stored, row) => {
      await requireCalendars(tx, row.projectId, [input.calendarId]);
      const told = row.dataDate !== row.startsOn;
      if (told && input.start > row.dataDate)
        throw invalidField(
          "start",
          `Progress is told up to ${row.dataDate}, so the schedule does not begin behind it.`,
          "start_behind_data_date",
        );
      const { start: startsOn, calendarId, outOfSequence, mustFinishOn } = input;
      const dataDate = told ? row.dataDate : startsOn;
      return {
        plan: stored.plan,
        head: { startsOn, dataDate, calendarId, outOfSequence, mustFinishOn },
      };
    },
  });
