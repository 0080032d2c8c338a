import { notFound } from "#kernel/errors.ts";
import { changesNamed } from "#areas/contracts/contracts.server.ts";
import type { Db } from "#server/db/db.ts";
import { findRow, getRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { project } from "../../projects.tables.ts";
import { schedule } from "../schedule.tables.ts";
import type { ChangeSlip, ContractorExtensions } from "./extension.model.ts";
import { scheduleExtension } from "./extension.tables.ts";

/** The slip for which a change of a contract was asked; null where it comes from no schedule. 404. */
export const slipOfChange = async (db: Db, changeId: string): Promise<ChangeSlip> => {
  const [change] = await changesNamed(db, [changeId]);
  if (!change) throw notFound("change order");
  const asked = await findRow(db, scheduleExtension, changeId);
  if (!asked) return { slip: null };
  const { projectId } = await getRow(db, schedule, asked.scheduleId, "schedule");
  const { number, name } = await getRow(db, project, projectId, "project");
  const { slip, appliedDays } = asked;
  return { slip: { ...slip, projectId, project: `${number} ${name}`, appliedDays } };
};

type Kept = Pick<typeof scheduleExtension.$inferSelect, "id" | "slip" | "appliedDays">;

/** What was asked of contracts because a schedule slipped, the newest first. */
export const askedOfContracts = async (
  db: Db,
  scheduleId: string,
  contractIds: readonly string[],
): Promise<ContractorExtensions["asked"]> => {
  const rows = await db.rows<Kept>(sql`
    select id, slip, applied_days
    from schedule_extension
    where org_id = ${db.scope.orgId}
      and schedule_id = ${scheduleId}
      and contract_id = any(${[...contractIds]}::uuid[])
    order by created_at desc
    limit 24
  `);
  const named = await changesNamed(
    db,
    rows.map(({ id }) => id),
  );
  const byId = new Map(named.map((each) => [each.id, each]));
  return rows.map(({ id, slip, appliedDays }) => {
    const { number, title, status } = byId.get(id)!;
    return { id, number, title, status, slip, appliedDays };
  });
};
