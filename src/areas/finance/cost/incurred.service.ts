import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import type { TermCharge } from "#areas/budget/budget.server.ts";
import { reservedFor } from "../invoice/reserves.ts";
import type { Day } from "#kernel/time.ts";

type Share = { id: string; accountStringId: string; amount: number; encumbered: number };

/**
 * What an invoice charges, as the terms of awards see it: on the last day that it bills, else when
 * the goods came, else on its own date. What its order or a subaward encumbers
 * the ledger holds already.
 */
export const termCharges = async (
  tx: Tx,
  row: { id: string },
  shares: readonly Share[],
): Promise<TermCharge[]> => {
  const { on } = await tx.one<{ on: Day }>(sql`
    select coalesce(
        i.service_to,
        (
          select max(r.received_on)
          from receipt r
          where r.org_id = i.org_id
            and r.purchase_order_id = i.purchase_order_id
            and r.status = 'posted'
        ),
        i.invoice_date
      ) as on
    from invoice i
    where i.org_id = ${tx.scope.orgId} and i.id = ${row.id}
  `);
  const reserved = await reservedFor(tx, row.id);
  return shares.map((s) => ({
    accountStringId: s.accountStringId,
    path: "lines",
    cents: s.amount,
    held: Math.min(Math.max(0, s.amount), s.encumbered + (reserved.get(s.accountStringId) ?? 0)),
    incurredOn: on,
  }));
};
