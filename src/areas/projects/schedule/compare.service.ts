import { notFound } from "#kernel/errors.ts";
import type { Db } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { comparedOf, finishSaid } from "./compare.model.ts";
import { momentOf } from "./moment.model.ts";
import { datesOf, loadNetwork } from "./network.service.ts";
import type { Comparison, SnapshotName } from "./schedule.model.ts";
import { schedule } from "./schedule.tables.ts";
import { snapshotOf, type Snapshot } from "./snapshot.model.ts";
import { standingOf } from "./standing.service.ts";

const asItStands = async (db: Db, id: string): Promise<Snapshot> => {
  const row = await getRow(db, schedule, id, "schedule");
  const stored = await loadNetwork(db, row);
  return snapshotOf(standingOf(stored, row, stored.plan, datesOf(stored, row, stored.plan)));
};

type Copy = { number: number; snapshot: Snapshot };

const approvedCopy = (db: Db, id: string): Promise<Copy | null> =>
  db.maybe<Copy>(sql`
    select baseline_no as number, snapshot
    from schedule_baseline
    where org_id = ${db.scope.orgId} and schedule_id = ${id} and status = 'approved'
    order by baseline_no desc
    limit 1
  `);

const keptCopy = (db: Db, id: string, updateId: string): Promise<Copy | null> =>
  db.maybe<Copy>(sql`
    select number, snapshot
    from schedule_update
    where org_id = ${db.scope.orgId} and schedule_id = ${id} and id = ${updateId}
  `);

/** A schedule as it stood, with what that is called: an update, the baseline that counts, or now. 404. */
export const stateOf = async (
  db: Db,
  id: string,
  name: SnapshotName,
): Promise<{ label: string; snapshot: Snapshot }> => {
  if (name === "now") return { label: "as it is now", snapshot: await asItStands(db, id) };
  const found = await (name === "baseline" ? approvedCopy(db, id) : keptCopy(db, id, name));
  if (!found) throw notFound(name === "baseline" ? "baseline" : "update");
  const { number, snapshot } = found;
  return { label: `${name === "baseline" ? "baseline" : "update"} ${number}`, snapshot };
};

/** What moved between two states of a schedule, each task by its cause. 404. */
export const compareSchedule = async (
  db: Db,
  id: string,
  { before, after }: { before: SnapshotName; after: SnapshotName },
): Promise<Comparison> => {
  const [{ snapshot: old }, { snapshot: now }] = await Promise.all([
    stateOf(db, id, before),
    stateOf(db, id, after),
  ]);
  return {
    says: finishSaid(old, now),
    items: comparedOf(old, now).map(({ wasFinish, finish, ...moved }) => ({
      ...moved,
      wasFinish: wasFinish === null ? null : momentOf(wasFinish),
      finish: finish === null ? null : momentOf(finish),
    })),
  };
};
