import type { ReceiptListener } from "#areas/procurement/procurement.server.ts";
import type { Actor } from "#kernel/access.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { asSystem } from "#server/lifecycle.ts";
import { rematchInvoice } from "./correction.service.ts";

// Goods that come settle what the match holds up; goods that go back unsettle what it let pass.
const weighed = {
  posted: ["exception"],
  reversed: ["exception", "matched"],
  rejected: ["exception", "matched"],
  // What goes back then counted for nothing already.
  returned: [],
} as const;

const matchThose = async (
  tx: Tx,
  actor: Actor,
  orderId: string,
  statuses: readonly string[],
): Promise<void> => {
  const held = await tx.rows<{ id: string }>(sql`
    select i.id
    from invoice i
    where i.org_id = ${tx.scope.orgId}
      and i.purchase_order_id = ${orderId}
      and i.status = any(${[...statuses]}::text[])
    order by i.id
  `);
  for (const { id } of held) await rematchInvoice(tx, asSystem(actor), { id, version: null });
};

/**
 * Matches the invoices of an order again once something happened to a receipt of it: none waits for goods
 * that are there, none agrees with goods that went back. What a person disputed stays with that person;
 * what is with its approvers is weighed when it is posted.
 */
export const matchAfterReceipt: ReceiptListener = async (tx, actor, { kind, orderId }) => {
  if (weighed[kind].length > 0) await matchThose(tx, actor, orderId, weighed[kind]);
};

/** Matches the invoices of an order again once the proof of a delivery of it came, lacks or contradicts. */
export const matchAfterDelivery = (tx: Tx, actor: Actor, orderId: string): Promise<void> =>
  matchThose(tx, actor, orderId, ["exception", "matched"]);
