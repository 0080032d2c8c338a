import type { Actor } from "#kernel/access.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { asSystem } from "#server/lifecycle.ts";
import { rematchInvoice } from "./correction.service.ts";

/**
 * Matches the invoices of an order again once its goods came, so that none waits for a receipt that is
 * there. Only those that the match holds up; what a person disputed stays with that person.
 */
export const matchAfterGoods = async (tx: Tx, actor: Actor, orderId: string): Promise<void> => {
  const held = await tx.rows<{ id: string }>(sql`
    select i.id
    from invoice i
    where i.org_id = ${tx.scope.orgId}
      and i.purchase_order_id = ${orderId}
      and i.status = 'exception'
    order by i.id
  `);
  for (const { id } of held) await rematchInvoice(tx, asSystem(actor), { id, version: null });
};
