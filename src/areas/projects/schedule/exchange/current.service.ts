import type { Db } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { project } from "../../projects.tables.ts";
import { datesOf, loadNetwork, shownDays } from "../network.service.ts";
import type { ScheduleStored } from "../schedule.noun.ts";
import { snapshotOf } from "../snapshot.model.ts";
import { standingOf } from "../standing.service.ts";
import { planOfSnapshot, type Current } from "./current.model.ts";
import { notFound } from "#kernel/errors.ts";
import type { scheduleProposalContent } from "./proposal.tables.ts";
import { writeMspdi } from "./mspdi-write.model.ts";

/** The schedule of a project; null where it has none. */
export const scheduleOfProject = (db: Db, projectId: string): Promise<ScheduleStored | null> =>
  db.maybe<ScheduleStored>(sql`
    select *
    from schedule
    where org_id = ${db.scope.orgId} and project_id = ${projectId}
  `);

export type Content = typeof scheduleProposalContent.$inferSelect;

/** What was read of a handed-in file and decided of it. */
export const contentOf = (db: Db, proposalId: string): Promise<Content> =>
  db.one<Content>(sql`
    select *
    from schedule_proposal_content
    where org_id = ${db.scope.orgId} and proposal_id = ${proposalId}
  `);

/** A schedule as it travels to other programs. */
export const currentOf = async (db: Db, row: ScheduleStored): Promise<Current> => {
  const [stored, p] = await Promise.all([
    loadNetwork(db, row),
    getRow(db, project, row.projectId, "project"),
  ]);
  const computed = datesOf(stored, row, stored.plan);
  const kept = snapshotOf(standingOf(stored, row, stored.plan, computed));
  return planOfSnapshot(kept, `${p.number} ${p.name}`, shownDays(row));
};

/** The schedule of a project for Microsoft Project (XML), with the name of its file. 404 without one. */
export const exportSchedule = async (
  db: Db,
  projectId: string,
): Promise<{ name: string; xml: string }> => {
  const row = await scheduleOfProject(db, projectId);
  if (!row) throw notFound("schedule");
  return { name: `${row.number}.xml`, xml: writeMspdi((await currentOf(db, row)).plan) };
};
