import { conflict, notFound } from "#kernel/errors.ts";
import { inLook, readOrganization } from "#areas/organization/organization.server.ts";
import { businessDate } from "#server/clock.ts";
import type { Db } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { project } from "../projects.tables.ts";
import { milestonesAsIcs } from "./milestones.model.ts";
import { dayOf, lastDayOf } from "./moment.model.ts";
import { loadNetwork } from "./network.service.ts";
import { mostPrinted, scheduleDocument, type PaperTask } from "./paper.model.ts";
import type { TaskStored } from "./rows.model.ts";
import { findSchedule } from "./schedule.read.service.ts";

const printed = (row: TaskStored): PaperTask => ({
  code: row.code,
  name: row.name,
  kind: row.kind,
  level: row.level,
  percent: row.percent,
  critical: row.critical,
  startsOn: dayOf(row.start),
  finishOn: lastDayOf(row.finish),
  baseStartsOn: row.baseStart === null ? null : dayOf(row.baseStart),
  baseFinishOn: row.baseFinish === null ? null : lastDayOf(row.baseFinish),
  slipDays: row.slipDays,
});

const scheduleOf = async (db: Db, projectId: string) => {
  const [p, row] = await Promise.all([
    getRow(db, project, projectId, "project"),
    findSchedule(db, projectId),
  ]);
  if (!row) throw notFound("schedule");
  return { p, row, tasks: (await loadNetwork(db, row)).tasks };
};

/** A schedule as a document for its PDF. 404, 409 `schedule_empty`. */
export const schedulePaper = async (
  db: Db,
  projectId: string,
): Promise<{ title: string; document: string }> => {
  const [{ p, row, tasks }, organization] = await Promise.all([
    scheduleOf(db, projectId),
    readOrganization(db),
  ]);
  if (row.finishOn === null)
    throw conflict("schedule_empty", "The schedule has no tasks yet. Add them first.");
  const document = scheduleDocument({
    agency: organization.name,
    project: p.number,
    name: p.name,
    today: businessDate(db.scope),
    dataDate: row.dataDate,
    finishOn: row.finishOn,
    baseFinishOn: row.baseFinishOn,
    tasks: tasks.slice(0, mostPrinted).map(printed),
    left: Math.max(0, tasks.length - mostPrinted),
  });
  return { title: `${p.number}-schedule`, document: inLook(document, organization.branding) };
};

/** The milestones of a schedule as an iCalendar file. 404. */
export const scheduleMilestones = async (
  db: Db,
  projectId: string,
  origin: string,
): Promise<{ title: string; text: string }> => {
  const { p, row, tasks } = await scheduleOf(db, projectId);
  const milestones = tasks.filter(({ kind }) => kind === "milestone");
  return {
    title: `${p.number}-milestones`,
    text: milestonesAsIcs(
      milestones.map(({ id, name, finish, actualFinish }) => ({
        ...{ id, name, project: `${p.number} ${p.name}` },
        ...{ finishOn: lastDayOf(finish), done: actualFinish !== null },
      })),
      {
        name: `${p.number}: milestones`,
        url: `${origin}/projects/${projectId}?tab=schedule`,
        version: row.version,
        at: row.updatedAt,
      },
    ),
  };
};
