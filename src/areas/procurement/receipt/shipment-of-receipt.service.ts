import { invalidField } from "#kernel/errors.ts";
import { compareQuantity } from "#kernel/quantity.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";

type Came = { purchaseOrderLineId: string; quantity: string };

/**
 * The shipment that a receipt is of. The one that the receiver names must be of the order and stand
 * (422); without a word it is the shipment that has waited longest for a receipt and holds one of the
 * lines that came: delivered ones first, then by the day on which they were expected. Null where none does.
 */
export const shipmentOfReceipt = async (
  tx: Tx,
  orderId: string,
  named: string | null | undefined,
  lines: readonly Came[],
): Promise<string | null> => {
  const came = lines
    .filter((l) => compareQuantity(l.quantity, "0") > 0)
    .map((l) => l.purchaseOrderLineId);
  const found = await tx.maybe<{ id: string }>(sql`
    select n.id
    from ship_notice n
    where n.org_id = ${tx.scope.orgId}
      and n.purchase_order_id = ${orderId}
      and n.status not in ('withdrawn', 'returned')
      and (case
        when ${named ?? null}::uuid is not null then n.id = ${named ?? null}::uuid
        else not exists (
          select
          from receipt c
          where c.org_id = n.org_id and c.ship_notice_id = n.id and c.status = 'posted'
        ) and exists (
          select
          from ship_notice_line l
          where l.org_id = n.org_id
            and l.ship_notice_id = n.id
            and l.purchase_order_line_id = any(${came}::uuid[])
        )
      end)
    order by n.status <> 'delivered', n.expected_on, n.number
    limit 1
  `);
  if (named && !found)
    throw invalidField("shipNoticeId", "This is no shipment of the order that stands.");
  return found?.id ?? null;
};
