import type { ReceiptListener } from "#areas/procurement/procurement.server.ts";
import { sql } from "#server/db/sql.ts";
import { asSystem } from "#server/lifecycle.ts";
import { rematchInvoice } from "./correction.service.ts";

// Goods that come settle what the match holds up; goods that go back unsettle what it let pass.
const weighed = {
  posted: ["exception"],
  reversed: ["exception", "matched"],
  rejected: ["exception", "matched"],
} as const;

/**
 * Matches the invoices of an order again once something happened to a receipt of it: none waits for goods
 * that are there, none agrees with goods that went back. What a person disputed stays with that person;
 * what is with its approvers is weighed when it is posted.
 */
export const matchAfterReceipt: ReceiptListener = async (tx, actor, { kind, orderId }) => {
  const held = await tx.rows<{ id: string }>(sql`
    select i.id
    from invoice i
    where i.org_id = ${tx.scope.orgId}
      and i.purchase_order_id = ${orderId}
      and i.status = any(${[...weighed[kind]]}::text[])
    order by i.id
  `);
  for (const { id } of held) await rematchInvoice(tx, asSystem(actor), { id, version: null });
};
