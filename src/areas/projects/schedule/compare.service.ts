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

const approvedCopy = (db: Db, id: string): Promise<{ snapshot: Snapshot } | null> =>
  db.maybe<{ snapshot: Snapshot }>(sql`
    select snapshot
    from schedule_baseline
    where org_id = ${db.scope.orgId} and schedule_id = ${id} and status = 'approved'
    order by baseline_no desc
    limit 1
  `);

const keptCopy = (db: Db, id: string, updateId: string): Promise<{ snapshot: Snapshot } | null> =>
  db.maybe<{ snapshot: Snapshot }>(sql`
    select snapshot
    from schedule_update
    where org_id = ${db.scope.orgId} and schedule_id = ${id} and id = ${updateId}
  `);

/** A schedule as it stood: by an update, by the baseline that counts, or as it is now. 404. */
const copyOf = async (db: Db, id: string, name: SnapshotName): Promise<Snapshot> => {
  if (name === "now") return asItStands(db, id);
  const found = await (name === "baseline" ? approvedCopy(db, id) : keptCopy(db, id, name));
  if (!found) throw notFound(name === "baseline" ? "baseline" : "update");
  return found.snapshot;
};

/** What moved between two states of a schedule, each task by its cause. 404. */
export const compareSchedule = async (
  db: Db,
  id: string,
  { before, after }: { before: SnapshotName; after: SnapshotName },
): Promise<Comparison> => {
  const [old, now] = await Promise.all([copyOf(db, id, before), copyOf(db, id, after)]);
  return {
    says: finishSaid(old, now),
    items: comparedOf(old, now).map(({ wasFinish, finish, ...moved }) => ({
      ...moved,
      wasFinish: wasFinish === null ? null : momentOf(wasFinish),
      finish: finish === null ? null : momentOf(finish),
    })),
  };
};
