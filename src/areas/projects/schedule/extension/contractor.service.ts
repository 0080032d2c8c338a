import type { Actor } from "#kernel/access.ts";
import { notFound } from "#kernel/errors.ts";
import type { App } from "#server/app.ts";
import type { Tx } from "#server/db/db.ts";
import { asVendor } from "#server/db/scopes/vendor-side.ts";
import { sql } from "#server/db/sql.ts";
import { ownOf } from "../exchange/contractor.service.ts";
import { lastDayOf } from "../moment.model.ts";
import type { SnapshotName } from "../schedule.model.ts";
import { askedOfContracts } from "./asked.service.ts";
import type {
  ContractorExtensions,
  ExtensionInput,
  SlipAnswer,
  StateHead,
} from "./extension.model.ts";
import { askExtension, closedFor, readSlip } from "./extension.service.ts";

type At = { orgId: string; id: string };

const scheduleIdOf = (tx: Tx, projectId: string): Promise<{ id: string } | null> =>
  tx.maybe<{ id: string }>(sql`
    select id
    from schedule
    where org_id = ${tx.scope.orgId} and project_id = ${projectId}
  `);

type Told = Pick<StateHead, "name" | "dataDate"> & { label: string; minute: number };

// What both sides know: the baseline that counts, and the updates.
const statesOf = async (tx: Tx, scheduleId: string): Promise<StateHead[]> => {
  const rows = await tx.rows<Told>(sql`
    (
      select id::text as name, data_date, 'update ' || number as label, finish as minute
      from schedule_update
      where org_id = ${tx.scope.orgId} and schedule_id = ${scheduleId}
      order by number desc
      limit 24
    )
    union all (
      select
        'baseline' as name, (snapshot ->> 'dataDate')::date as data_date,
        'baseline ' || baseline_no as label, finish as minute
      from schedule_baseline
      where org_id = ${tx.scope.orgId} and schedule_id = ${scheduleId} and status = 'approved'
      order by baseline_no desc
      limit 1
    )
  `);
  return rows.map(({ minute, ...state }) => ({ ...state, finish: lastDayOf(minute) }));
};

/** What a contractor asked of its project's time, and between which states it may ask. 404. */
export const readExtensions = (app: App, actor: Actor, at: At): Promise<ContractorExtensions> =>
  asVendor(app, actor, at.orgId, async (tx, vendor) => {
    const { p, contractIds } = await ownOf(tx, vendor, at.id);
    const schedule = await scheduleIdOf(tx, at.id);
    if (!schedule) return { closed: closedFor(p), states: [], asked: [] };
    return {
      closed: closedFor(p),
      states: await statesOf(tx, schedule.id),
      asked: await askedOfContracts(tx, schedule.id, contractIds),
    };
  });

// Our own plan of today is not shown to a contractor.
const keptOnly = ({ before, after }: { before: SnapshotName; after: SnapshotName }): void => {
  if (before === "now" || after === "now") throw notFound("update");
};

type Between = { before: SnapshotName; after: SnapshotName };

/** Why the schedule of a contractor's project slipped between two states. 404 for another's. */
export const readSlipAsContractor = (
  app: App,
  actor: Actor,
  at: At,
  between: Between,
): Promise<SlipAnswer> =>
  asVendor(app, actor, at.orgId, async (tx, vendor) => {
    const { contractIds } = await ownOf(tx, vendor, at.id);
    keptOnly(between);
    const schedule = await scheduleIdOf(tx, at.id);
    if (!schedule) throw notFound("schedule");
    return readSlip(tx, schedule.id, between, contractIds);
  });

/** The contractor asks for more time. 404 for another's project; else as `askExtension`. */
export const askAsContractor = (app: App, actor: Actor, at: At, input: ExtensionInput) =>
  asVendor(app, actor, at.orgId, async (tx, vendor, who) => {
    const { contractIds } = await ownOf(tx, vendor, at.id);
    keptOnly(input);
    const schedule = await scheduleIdOf(tx, at.id);
    if (!schedule) throw notFound("schedule");
    return askExtension(tx, who, schedule.id, input, {
      side: "vendor",
      proposedBy: `${who.name}, ${vendor.name}`,
      contractIds,
    });
  });
