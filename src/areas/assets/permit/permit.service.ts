import type { Actor } from "#kernel/access.ts";
import { conflict, invalid, invalidField } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { note } from "#server/change.ts";
import { businessDate, businessNow } from "#server/clock.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { insertRow, lockRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { workOrder, workPermit } from "../assets.tables.ts";
import type { WorkOrderStored } from "../work-order/work-order.service.ts";
import {
  permitObjections,
  permitRulesOn,
  permitsOf,
  type DemandedPermit,
  type EndedPermit,
  type PermitInput,
} from "./permit.model.ts";

type Issued = NonNullable<DemandedPermit["issued"]> & { kind: DemandedPermit["kind"] };

/** Permits that a job demands, with those of today. */
export const demandedPermits = async (
  db: Db,
  work: Pick<WorkOrderStored, "id" | "confinedSpace" | "hotWork" | "lockout">,
): Promise<DemandedPermit[]> => {
  const today = businessDate(db.scope);
  const kinds = permitsOf(work);
  if (kinds.length === 0) return [];
  const issued = await db.rows<Issued>(sql`
    select
      distinct on (m.kind) m.id, m.kind, m.issued_on, m.issued_at, p.display_name as issued_by,
      m.supervisor, m.note, m.answers
    from work_permit m
    left join person p on p.id = m.issued_by
    where m.org_id = ${db.scope.orgId} and m.work_order_id = ${work.id} and m.issued_on = ${today}
    order by m.kind, m.issued_at desc
  `);
  return kinds.map((kind) => {
    const { citation, verifiedOn, items } = permitRulesOn(kind, today);
    const found = issued.find((each) => each.kind === kind);
    const { kind: _kind, ...rest } = found ?? { kind };
    return {
      kind,
      citation,
      verified: verifiedOn !== null,
      items: [...items],
      issued: found ? (rest as DemandedPermit["issued"]) : null,
    };
  });
};

/**
 * Permits of a job whose day is over, the newest first: all of a job that has ended, whatever it demands
 * now.
 */
export const endedPermits = async (
  db: Db,
  work: Pick<WorkOrderStored, "id" | "status">,
): Promise<EndedPermit[]> => {
  const over = ["closed", "cancelled"].includes(work.status);
  const rows = await db.rows<Issued>(sql`
    select
      m.id, m.kind, m.issued_on, m.issued_at, p.display_name as issued_by, m.supervisor, m.note,
      m.answers
    from work_permit m
    left join person p on p.id = m.issued_by
    where m.org_id = ${db.scope.orgId}
      and m.work_order_id = ${work.id}
      and (${over} or m.issued_on < ${businessDate(db.scope)})
    order by m.issued_at desc, m.id
    limit 200
  `);
  return rows.map((row) => ({
    ...row,
    items: permitRulesOn(row.kind, row.issuedOn).items.map(({ key, text }) => ({ key, text })),
  }));
};

const ready: readonly string[] = ["approved", "scheduled", "on_hold", "in_progress"];

/**
 * Issues a permit for the agency's day: every thing that has to hold is answered. It ends with the
 * day. 409 where the job does not demand it or is not ready, 422 for what is not answered.
 */
export const issuePermit = async (
  tx: Tx,
  actor: Actor,
  id: string,
  { kind, supervisor, note: said, answers }: PermitInput,
): Promise<{ id: string }> => {
  const work = await lockRow(tx, workOrder, id, "work order");
  if (!ready.includes(work.status))
    throw conflict("not_in_this_status", "A permit is issued for work that is approved and open.");
  if (!permitsOf(work).includes(kind))
    throw invalidField("kind", "The job does not demand this permit.", "not_demanded");
  const today = businessDate(tx.scope);
  const wrong = permitObjections(permitRulesOn(kind, today), answers);
  if (wrong.length > 0)
    throw invalid("permit_open", wrong.map((each) => each.message).join(" "), wrong);
  const row = await insertRow(tx, workPermit, {
    orgId: actor.orgId!,
    id: newId(),
    workOrderId: id,
    kind,
    supervisor,
    note: said,
    answers,
    issuedOn: today,
    issuedBy: actor.personId,
    issuedAt: businessNow(tx.scope).toISOString(),
  });
  note(tx, actor, "workOrder", work, {
    action: "permit",
    after: { kind, supervisor, issuedOn: today, answers },
  });
  return { id: row.id };
};
