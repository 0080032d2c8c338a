import type { Actor } from "#kernel/access.ts";
import { formatDate } from "#kernel/dates.ts";
import { conflict, invalid, type FieldError } from "#kernel/errors.ts";
import { openRequestOf } from "./change-request.service.ts";
import { newId } from "#kernel/ids.ts";
import { compareQuantity, quantity, quantityText, subtractQuantity } from "#kernel/quantity.ts";
import { note } from "#server/change.ts";
import { businessDate } from "#server/clock.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { insertNumbered, insertRows } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { asVendor } from "#server/db/scopes/vendor-side.ts";
import type { App } from "#server/app.ts";
import { announce, defineNoun, transition, asSystem } from "#server/lifecycle.ts";
import { acknowledgeOrder } from "../order/acknowledgement.service.ts";
import type { OrderRecord } from "../order/order.service.ts";
import {
  shipNoticeCycle,
  type ChangeRequest,
  type Fulfilment,
  type ShipNotice,
  type ShipNoticeInput,
} from "./fulfilment.model.ts";
import { shipmentsToCome } from "./fulfilment.labels.ts";
import { shipNotice, shipNoticeLine } from "./fulfilment.tables.ts";
import { type Line, ownOrder, running, tell, belongs } from "./own-order.service.ts";

export const shipNoticeNoun = defineNoun({
  name: "shipNotice",
  path: "ship-notices",
  table: shipNotice,
  cycle: shipNoticeCycle,
  number: (r) => r.number,
  read: "purchaseOrder.read",
});
export type ShipNoticeRecord = typeof shipNotice.$inferSelect;

/**
 * The vendor acknowledges its order as it stands. 409 when it was acknowledged or has moved on, or
 * while a change that it asked for is open.
 */
export const acknowledgeAsVendor = (
  app: App,
  actor: Actor,
  orgId: string,
  orderId: string,
): Promise<OrderRecord> =>
  asVendor(app, actor, orgId, async (tx, vendor, who) => {
    const { order } = await ownOrder(tx, vendor, orderId);
    if (await openRequestOf(tx, orderId))
      throw conflict(
        "change_open",
        "You asked for a change of this order. Wait for the answer, or withdraw it, and acknowledge then.",
      );
    const after = await acknowledgeOrder(tx, asSystem(who), {
      id: orderId,
      version: null,
      reason: `${who.name}, ${vendor.name}, in the vendor portal`,
    });
    await tell(
      tx,
      order,
      `${order.number} acknowledged`,
      `${vendor.name} acknowledged ${order.title}.`,
    );
    return after;
  });

const fits = (
  lines: readonly Line[],
  announced: ReadonlyMap<string, string>,
  input: ShipNoticeInput,
) => {
  const errors: FieldError[] = [];
  const seen = new Set<string>();
  for (const [i, wanted] of input.lines.entries()) {
    const line = lines.find((l) => l.id === wanted.lineId);
    if (!line || line.cancelled || seen.has(wanted.lineId))
      errors.push({
        path: `lines.${i}.lineId`,
        message: "This line is not on the order, was cancelled, or stands here twice.",
      });
    else {
      const left = subtractQuantity(
        subtractQuantity(line.quantity, line.receivedQuantity),
        announced.get(line.id) ?? "0",
      );
      if (compareQuantity(wanted.quantity, left) > 0)
        errors.push({
          path: `lines.${i}.quantity`,
          message: `Line ${line.lineNo}: at most ${quantityText(quantity(left) < 0n ? 0n : quantity(left))} are still to come.`,
        });
    }
    seen.add(wanted.lineId);
  }
  if (errors.length)
    throw invalid("cannot_ship", "Some lines do not fit the order. Nothing was saved.", errors);
};

const announcedOf = (tx: Tx, orderId: string) =>
  tx.rows<{ lineId: string; quantity: string }>(sql`
    select l.purchase_order_line_id as line_id, sum(l.quantity)::numeric(18,4) as quantity
    from ship_notice_line l
    join ship_notice n on n.org_id = l.org_id and n.id = l.ship_notice_id
    where n.org_id = ${tx.scope.orgId}
      and n.purchase_order_id = ${orderId}
      and n.status = any(${[...shipmentsToCome]}::text[])
    group by 1
  `);

const storeLines = (tx: Tx, shipNoticeId: string, lines: ShipNoticeInput["lines"]) =>
  insertRows(
    tx,
    shipNoticeLine,
    lines.map((l) => ({
      orgId: tx.scope.orgId!,
      id: newId(),
      shipNoticeId,
      purchaseOrderLineId: l.lineId,
      quantity: l.quantity,
      lot: l.lot,
    })),
  );

/**
 * The vendor announces a shipment. No more than is still to come and not announced already; the
 * buyer is told, the receiver sees it on the order.
 */
export const announceShipment = (
  app: App,
  actor: Actor,
  orgId: string,
  orderId: string,
  input: ShipNoticeInput,
): Promise<ShipNoticeRecord> =>
  asVendor(app, actor, orgId, async (tx, vendor, who) => {
    const { order, lines } = await ownOrder(tx, vendor, orderId);
    if (!running.includes(order.status))
      throw conflict("not_in_this_status", "This order takes no shipments any more.");
    if (input.shippedOn > businessDate(tx.scope))
      throw invalid("in_the_future", "A notice is sent when the goods have left.", [
        { path: "shippedOn", message: "This day is still to come." },
      ]);
    const open = await announcedOf(tx, orderId);
    fits(lines, new Map(open.map((l) => [l.lineId, l.quantity])), input);
    const id = newId();
    const { lines: shipped, ...head } = input;
    const row = await insertNumbered(tx, shipNotice, "ASN", order.year, {
      ...head,
      orgId,
      id,
      purchaseOrderId: orderId,
      vendorId: vendor.id,
      packages: head.packages ?? null,
      createdBy: who.personId,
      createdByName: who.name,
    });
    await storeLines(tx, id, shipped);
    note(tx, who, "shipNotice", id, {
      number: row.number,
      action: "create",
      after: { ...row, lines: shipped },
      note: order.number,
      event: null,
    });
    announce(tx, orgId, "purchaseOrder.change", orderId);
    await tell(
      tx,
      order,
      `${row.number}: goods of ${order.number} are on their way`,
      `${vendor.name} shipped with ${input.carrier}, expected on ${formatDate(input.expectedOn)}.`,
    );
    return row;
  });

/**
 * Takes back a notice whose goods have not arrived, or a change request that is not answered. 404
 * for another vendor's.
 */
export const withdrawShipment = (
  app: App,
  actor: Actor,
  orgId: string,
  id: string,
): Promise<ShipNoticeRecord> =>
  asVendor(app, actor, orgId, async (tx, vendor, who) => {
    await belongs(tx, vendor, "ship_notice", id);
    const after = await transition(tx, who, shipNoticeNoun, { id, action: "withdraw" });
    announce(tx, orgId, "purchaseOrder.change", after.purchaseOrderId);
    return after;
  });

type NoticeLine = ShipNotice["lines"][number] & { shipNoticeId: string };

/**
 * What a vendor announced and asked for on one order; through the agency's own reading or through
 * the vendor's (`db` decides which rows exist).
 */
export const readFulfilment = async (
  db: Db,
  orgId: string,
  orderId: string,
): Promise<Omit<Fulfilment, "canAnswer">> => {
  const [notices, lines, requests] = await Promise.all([
    db.rows<Omit<ShipNotice, "lines">>(sql`
      select
        id, number, status, carrier, tracking, shipped_on, expected_on, packages, note,
        created_by_name as by, created_at, version
      from ship_notice
      where org_id = ${orgId} and purchase_order_id = ${orderId}
      order by created_at desc
      limit 100
    `),
    db.rows<NoticeLine>(sql`
      select l.ship_notice_id, l.purchase_order_line_id as line_id, l.quantity, l.lot
      from ship_notice_line l
      join ship_notice n on n.org_id = l.org_id and n.id = l.ship_notice_id
      where n.org_id = ${orgId} and n.purchase_order_id = ${orderId}
      limit 5000
    `),
    db.rows<ChangeRequest>(sql`
      select
        id, number, status, reason, promised_on, lines, asked_by_name as asked_by,
        created_at as asked_at, answer, answered_at, version
      from order_change_request
      where org_id = ${orgId} and purchase_order_id = ${orderId}
      order by created_at desc
      limit 100
    `),
  ]);
  return {
    notices: notices.map((n) => ({
      ...n,
      lines: lines.filter((l) => l.shipNoticeId === n.id).map(({ shipNoticeId: _n, ...l }) => l),
    })),
    requests,
  };
};
