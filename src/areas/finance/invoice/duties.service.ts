// What a delegation must not join: ordering or receiving with approving what bills it, and approving
// an invoice with approving the run that pays it.
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { handsOnOrders } from "#areas/procurement/procurement.server.ts";
import { approversOf } from "#areas/workflow/workflow.server.ts";

/** Who placed, issued or received the order that an invoice bills. */
export const beforeInvoice = async (db: Db, id: string) => ({
  did: "ordered or received what this bills",
  people: await handsOnOrders(
    db,
    sql`select purchase_order_id from invoice where org_id = ${db.scope.orgId} and id = ${id}`,
  ),
});

/** Who approved an invoice that a run pays. */
export const beforeRun = async (db: Db, id: string) => ({
  did: "approved an invoice that this run pays",
  people: await approversOf(
    db,
    sql`
      select x.invoice_id
      from payment p
      join payment_invoice x on x.org_id = p.org_id and x.payment_id = p.id and x.live
      where p.org_id = ${db.scope.orgId} and p.run_id = ${id}
    `,
  ),
});
