// What becomes of work when the report or the check that asked for it is ended.
import type { Actor } from "#kernel/access.ts";
import { formatCents } from "#kernel/money.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import type { ChildEnds, LivingChild } from "#server/origin/ends.ts";
import { endWork, tell } from "./work-order.service.ts";
import { workOrder } from "../assets.tables.ts";

const living = async (db: Db, ids: readonly string[]): Promise<LivingChild[]> =>
  (
    await db.rows<{ id: string; cents: number | null; lead: string | null }>(sql`
      select w.id, w.estimate_cents as cents, p.display_name as lead
      from work_order w
      left join person p on p.id = w.lead_id
      where w.org_id = ${db.scope.orgId}
        and w.id = any(${[...ids]}::uuid[])
        and w.status in ('requested', 'approved', 'scheduled', 'in_progress', 'on_hold')
    `)
  ).map(({ id, cents, lead }) => ({
    id,
    cents,
    says: [lead ? `${lead} leads it` : "Nobody leads it yet", cents ? formatCents(cents) : ""]
      .filter(Boolean)
      .join(", "),
    outcomes: ["cancel"],
  }));

const told = async (tx: Tx, actor: Actor, id: string, why: string): Promise<void> => {
  const row = await getRow(tx, workOrder, id, "work order");
  tell(tx, actor, row.leadId ?? row.requestedBy, `${row.number}: ${why}`.slice(0, 200), row);
};

/** Work orders: open work is cancelled, or goes on. */
export const workEnds: ChildEnds = {
  noun: "workOrder",
  living,
  outcomes: {
    cancel: {
      label: "The work is cancelled with it",
      carry: (tx, actor, id, reason) => endWork(tx, actor, "cancel", { id, version: null, reason }),
    },
  },
  tell: told,
};
