// What an order keeps of what came: its lines under lock, their sums, its status.
import { lineTotalCents } from "#kernel/money.ts";
import { compareQuantity, quantity, quantityText } from "#kernel/quantity.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import type { OrderRecord } from "../order/order.service.ts";

// `issuedBy`: who issued the order, read with each line so that it costs no statement of its own.
export type Line = {
  id: string;
  lineNo: number;
  quantity: string;
  unit: string;
  unitPrice: string;
  receivedQuantity: string;
  invoicedQuantity: string;
  cancelled: boolean;
  issuedBy: string | null;
};

export const lockLines = (tx: Tx, orderId: string) =>
  tx.rows<Line>(sql`
    select
      id, line_no, quantity, unit, unit_price, received_quantity, invoiced_quantity, cancelled,
      (
        select v.created_by
        from purchase_order_version v
        where v.org_id = ${tx.scope.orgId} and v.purchase_order_id = ${orderId} and v.revision = 1
      ) as issued_by
    from purchase_order_line
    where org_id = ${tx.scope.orgId} and purchase_order_id = ${orderId}
    order by line_no
    for update
  `);

/** Counts what came, or goes back, on the order's lines: locked already, each once. */
export const moveReceived = (tx: Tx, lines: readonly { id: string; by: string }[]) =>
  tx.rows(sql`
    update purchase_order_line l
    set received_quantity = l.received_quantity + t.by
    from unnest(${lines.map((l) => l.id)}::uuid[], ${lines.map((l) => l.by)}::numeric[]) as t(
      id, by
    )
    where l.org_id = ${tx.scope.orgId} and l.id = t.id
  `);

// What the order keeps of its lines: the worth of what came, whether anything is kept at all (goods
// may cost nothing), and whether less or more of a line is billed than came (by quantity, as the
// order is closed: what was billed at a lower price is billed, and what is free needs no bill).
const reckon = (lines: readonly Line[]) => {
  const receivedAmount = lines.reduce(
    (n, l) => n + lineTotalCents(quantityText(quantity(l.receivedQuantity)), l.unitPrice),
    0,
  );
  const open = lines.some(
    (l) => !l.cancelled && compareQuantity(l.receivedQuantity, l.quantity) < 0,
  );
  const live = lines.filter((l) => !l.cancelled);
  const billed = (sign: 1 | -1) =>
    live.some(
      (l) =>
        (sign > 0 || Number(l.unitPrice) !== 0) &&
        compareQuantity(l.invoicedQuantity, l.receivedQuantity) === sign,
    );
  return {
    open,
    kept: lines.some((l) => compareQuantity(l.receivedQuantity, "0") > 0),
    sums: { receivedAmount, uninvoiced: billed(-1), overbilled: billed(1) },
  };
};

// An order of which nothing is kept stands as before anything came, whether what came was rejected
// at once, later, or taken back.
const standing = (o: OrderRecord, open: boolean, kept: boolean) =>
  !kept ? (o.acknowledgedAt ? "acknowledged" : "issued") : open ? "partly_received" : "received";

/** The order after a receipt: its status and its sums, of its lines as they stand then. */
export const afterReceipt = (o: OrderRecord, lines: readonly Line[]) => {
  const { open, kept, sums } = reckon(lines);
  return { to: standing(o, open, kept), patch: sums };
};
