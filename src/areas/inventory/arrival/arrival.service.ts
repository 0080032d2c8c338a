import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import { compareQuantity } from "#kernel/quantity.ts";
import type {
  KeptGoods,
  OrderedGoods,
  ReceiptEvent,
} from "#areas/procurement/procurement.server.ts";
import { orderedGoods, receiptHead } from "#areas/procurement/procurement.server.ts";
import { note } from "#server/change.ts";
import { businessDate } from "#server/clock.ts";
import type { Tx } from "#server/db/db.ts";
import { insertRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { lockItems, type StockedItem } from "../ledger/history.service.ts";
import { inItemUnit } from "../movement/unit.service.ts";
import type { NamedLine } from "../movement/order-line.read.service.ts";
import { stockArrival } from "./arrival.tables.ts";
import { apartFrom, endArrivals } from "./receiving.service.ts";

/** Pieces that came wait for their serial numbers; what waited of the same line before ends. */
export const awaitNumbers = async (
  tx: Tx,
  item: StockedItem,
  came: KeptGoods,
  ordered: OrderedGoods,
  locationId: string,
): Promise<void> => {
  const { receiptId, receipt, receiptLineId, receivedOn: cameOn } = came;
  const lineIds = [receiptLineId];
  const today = businessDate(tx.scope);
  await endArrivals(tx, { receiptId, lineIds, kind: "unnumbered" }, "taken_back", today);
  await insertRow(tx, stockArrival, {
    ...{ receiptId, receipt, receiptLineId, cameOn, locationId },
    orgId: tx.scope.orgId!,
    id: newId(),
    kind: "unnumbered",
    itemId: item.id,
    orderLineId: ordered.id,
    orderId: ordered.orderId,
    order: ordered.order,
    quantity: await inItemUnit(tx, item, came.quantity, ordered.unit, "unit"),
  });
};

const lastOpen = (tx: Tx, receiptLineId: string) =>
  tx.maybe<{ id: string }>(sql`
    select id
    from stock_arrival
    where org_id = ${tx.scope.orgId}
      and receipt_line_id = ${receiptLineId}
      and kind = 'rejected'
      and status = 'open'
    limit 1
  `);

type Rejected = { named: NamedLine; ordered: OrderedGoods; item: StockedItem };

const keepApart = async (
  tx: Tx,
  actor: Actor,
  event: ReceiptEvent,
  { named, ordered, item }: Rejected,
  line: { receiptLineId: string; rejected: string },
): Promise<void> => {
  const { number: receipt, receivedOn: cameOn } = await receiptHead(tx, event.receiptId);
  const quantity = await inItemUnit(tx, item, line.rejected, ordered.unit, "unit");
  const lies = await lastOpen(tx, line.receiptLineId);
  if (lies)
    await tx.rows(sql`
      update stock_arrival
      set quantity = quantity + ${quantity}::numeric
      where org_id = ${tx.scope.orgId} and id = ${lies.id}
    `);
  else
    await insertRow(tx, stockArrival, {
      ...{ receipt, cameOn, quantity },
      orgId: tx.scope.orgId!,
      id: newId(),
      kind: "rejected",
      itemId: item.id,
      receiptId: event.receiptId,
      receiptLineId: line.receiptLineId,
      orderLineId: ordered.id,
      orderId: ordered.orderId,
      order: ordered.order,
      locationId: await apartFrom(tx, named.locationId),
    });
  note(tx, actor, "stockItem", item, {
    action: "rejected",
    after: { receipt, quantity },
    note: `${quantity} ${item.unit} of ${receipt} were rejected: they lie apart until they go back.`,
  });
};

/**
 * What of a receipt was rejected lies apart from the stock until it goes back: it is its vendor's, so it
 * counts nowhere as on hand and has no value. Reversed with its receipt; over once it has gone back.
 */
export const arrivalsHear = async (
  tx: Tx,
  actor: Actor,
  event: ReceiptEvent,
  named: readonly NamedLine[],
): Promise<void> => {
  const { kind, receiptId, lines } = event;
  const today = businessDate(tx.scope);
  const lineIds = lines.map(({ receiptLineId }) => receiptLineId);
  if (kind === "returned")
    return void (await endArrivals(tx, { receiptId, lineIds, kind: "rejected" }, "settled", today));
  if (kind === "reversed") return void (await endArrivals(tx, { receiptId }, "taken_back", today));
  if (kind === "rejected")
    await endArrivals(tx, { receiptId, lineIds, kind: "unnumbered" }, "taken_back", today);
  const rejected = lines.filter((line) => compareQuantity(line.rejected, "0") > 0);
  if (rejected.length === 0) return;
  const ids = rejected.map(({ orderLineId }) => orderLineId);
  const [ordered, items] = await Promise.all([
    orderedGoods(tx, ids),
    lockItems(tx, [...new Set(named.map(({ itemId }) => itemId))]),
  ]);
  for (const line of rejected) {
    const to = named.find(({ orderLineId }) => orderLineId === line.orderLineId);
    const bought = ordered.find(({ id }) => id === line.orderLineId);
    if (!to || !bought) continue;
    const item = items.find(({ id }) => id === to.itemId)!;
    await keepApart(tx, actor, event, { named: to, ordered: bought, item }, line);
  }
};
