// Shipments of the story: what vendors announced of orders that its earlier chapters placed and received.
import { newId } from "#kernel/ids.ts";
import type { Day } from "#kernel/time.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { insertNumbered, insertRows } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { shipNotice, shipNoticeLine } from "../fulfilment/fulfilment.tables.ts";

type Line = { id: string; left: string; came: string; ordered: string };
/** An order of the story that a shipment may be told of. */
export type StoryOrder = {
  id: string;
  vendorId: string;
  vendor: string;
  year: number;
  status: string;
  orderedOn: Day;
  receiptId: string | null;
  receivedOn: Day | null;
  lines: Line[];
};

/**
 * Orders without a shipment: those that still wait for everything (`open`), and those with one receipt,
 * whole or short. The newest first, with a place that is on the map before others.
 */
export const ordersToShip = (db: Db, which: "open" | "whole" | "short"): Promise<StoryOrder[]> =>
  db.rows<StoryOrder>(sql`
    select
      o.id, o.vendor_id, v.name as vendor, y.year, o.status, o.ordered_on, c.id as receipt_id,
      c.received_on, l.lines
    from purchase_order o
    join vendor v on v.org_id = o.org_id and v.id = o.vendor_id
    join fiscal_year y on y.org_id = o.org_id and y.id = o.fiscal_year_id
    left join receipt c
      on c.org_id = o.org_id
      and c.purchase_order_id = o.id
      and c.status = 'posted'
    cross join lateral (
      select json_agg(json_build_object(
          'id', p.id, 'left', (p.quantity - p.received_quantity)::text, 'ordered', p.quantity::text,
          'came', coalesce(r.quantity, 0)::text
        ) order by p.line_no) as lines
      from purchase_order_line p
      left join receipt_line r
        on r.org_id = p.org_id
        and r.purchase_order_line_id = p.id
        and r.receipt_id = c.id
      where p.org_id = o.org_id and p.purchase_order_id = o.id and not p.cancelled
    ) l
    where o.org_id = ${db.scope.orgId}
      and o.kind <> 'blanket'
      and o.issued_at is not null
      and not exists (
        select
        from ship_notice n
        where n.org_id = o.org_id and n.purchase_order_id = o.id
      )
      and (
        select count(*)
        from receipt x
        where x.org_id = o.org_id and x.purchase_order_id = o.id and x.status = 'posted'
      ) = ${which === "open" ? 0 : 1}
      and (${which} <> 'open' or o.status in ('issued', 'acknowledged'))
      and (${which} <> 'whole' or o.status = 'received')
      and (${which} <> 'short' or o.status = 'partly_received')
    order by o.place_id is null, o.ordered_on desc, o.number desc
    limit 10
  `);

/** Tells a shipment as its vendor announced it then; a receipt that is there is of it. Gives its id. */
export const announceInStory = async (
  tx: Tx,
  order: StoryOrder,
  told: {
    carrier: string;
    tracking: string;
    shippedOn: Day;
    expectedOn: Day;
    packages: number;
    lines: readonly { lineId: string; quantity: string; lot?: string }[];
  },
): Promise<string> => {
  const { lines, ...head } = told;
  const id = newId();
  const orgId = tx.scope.orgId!;
  await insertNumbered(tx, shipNotice, "ASN", order.year, {
    ...head,
    orgId,
    id,
    purchaseOrderId: order.id,
    vendorId: order.vendorId,
    createdByName: order.vendor,
  });
  await insertRows(
    tx,
    shipNoticeLine,
    lines.map(({ lineId, quantity, lot = "" }) => ({
      orgId,
      id: newId(),
      shipNoticeId: id,
      purchaseOrderLineId: lineId,
      quantity,
      lot,
    })),
  );
  if (order.receiptId)
    await tx.rows(sql`
      update receipt
      set ship_notice_id = ${id}
      where org_id = ${orgId} and id = ${order.receiptId}
    `);
  return id;
};

/** Lines of the story's orders that buy something by these words and were received, the smallest first. */
export const linesReceived = (db: Db, words: string): Promise<{ id: string; received: string }[]> =>
  db.rows<{ id: string; received: string }>(sql`
    select l.id, l.received_quantity::text as received
    from purchase_order_line l
    join purchase_order o on o.org_id = l.org_id and o.id = l.purchase_order_id
    where l.org_id = ${db.scope.orgId}
      and l.description = ${words}
      and l.received_quantity > 0
      and not l.cancelled
    order by l.received_quantity, o.ordered_on desc, l.id
    limit 5
  `);
