import type { Actor } from "#kernel/access.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { asSystem, transition } from "#server/lifecycle.ts";
import { keepCycleDay } from "./cycle-deadlines.service.ts";
import { cycleNoun } from "./cycle.noun.ts";

/** A cycle whose invoice was rejected or voided is reconciled again, so that it is invoiced anew. */
export const cycleInvoiceEnded = async (
  tx: Tx,
  actor: Actor,
  {
    invoiceId,
    number,
    how,
    reason,
  }: {
    invoiceId: string;
    number: string;
    how: string;
    reason: string;
  },
): Promise<void> => {
  const held = await tx.maybe<{ id: string }>(sql`
    select id
    from card_cycle
    where org_id = ${tx.scope.orgId} and invoice_id = ${invoiceId} and status = 'invoiced'
  `);
  if (!held) return;
  const row = await transition(tx, asSystem(actor), cycleNoun, {
    id: held.id,
    action: "uninvoice",
    reason: `${number} was ${how}${reason ? `: ${reason}` : ""}`,
    effect: async () => ({ patch: { invoiceId: null, invoiceNumber: "" } }),
  });
  await keepCycleDay(tx, actor, row);
};
