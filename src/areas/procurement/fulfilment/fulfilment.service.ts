import type { Actor } from "#kernel/access.ts";
import { formatDate } from "#kernel/dates.ts";
import { conflict, invalid, notFound, type FieldError } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import {
  addQuantity,
  compareQuantity,
  quantity,
  quantityText,
  subtractQuantity,
} from "#kernel/quantity.ts";
import { audit } from "#server/audit/audit.ts";
import { businessDate, businessNow } from "#server/clock.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { insertNumbered, insertRows } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { asVendor, type ActingVendor } from "#server/db/scopes/vendor-side.ts";
import type { App } from "#server/app.ts";
import { announce, defineNoun, transition } from "#server/lifecycle.ts";
import { queueMail } from "#server/mail/mail.ts";
import { notify } from "#areas/organization/organization.server.ts";
import { acknowledgeOrder } from "../order/acknowledgement.service.ts";
import { asSystem } from "#server/lifecycle.ts";
import { type OrderRecord } from "../order/order.service.ts";
import {
  changeRequestCycle,
  shipNoticeCycle,
  type ChangeRequest,
  type ChangeRequestInput,
  type Fulfilment,
  type ShipNotice,
  type ShipNoticeInput,
} from "./fulfilment.model.ts";
import { orderChangeRequest, shipNotice, shipNoticeLine } from "./fulfilment.tables.ts";

export const shipNoticeNoun = defineNoun({
  name: "shipNotice",
  path: "ship-notices",
  table: shipNotice,
  cycle: shipNoticeCycle,
  number: (r) => r.number,
  read: "purchaseOrder.read",
});
export const changeRequestNoun = defineNoun({
  name: "orderChangeRequest",
  path: "order-change-requests",
  table: orderChangeRequest,
  cycle: changeRequestCycle,
  number: (r) => r.number,
  read: "purchaseOrder.read",
});
export type ShipNoticeRecord = typeof shipNotice.$inferSelect;
export type ChangeRequestRecord = typeof orderChangeRequest.$inferSelect;

type Line = {
  id: string;
  lineNo: number;
  quantity: string;
  receivedQuantity: string;
  cancelled: boolean;
};
type Own = { order: OrderRecord & { year: number }; lines: Line[] };

/**
 * The vendor's own issued order, locked, with its lines; 404 for another vendor's and for one that
 * never went out.
 */
const ownOrder = async (tx: Tx, vendor: ActingVendor, id: string): Promise<Own> => {
  const order = await tx.maybe<Own["order"]>(sql`
    select o.*, y.year
    from purchase_order o
    join fiscal_year y on y.org_id = o.org_id and y.id = o.fiscal_year_id
    where o.org_id = ${tx.scope.orgId}
      and o.id = ${id}
      and o.vendor_id = ${vendor.id}
      and o.issued_at is not null
    for update of o
  `);
  if (!order) throw notFound("purchase order");
  return {
    order,
    lines: await tx.rows<Line>(sql`
      select id, line_no, quantity, received_quantity, cancelled
      from purchase_order_line
      where org_id = ${tx.scope.orgId} and purchase_order_id = ${id}
      order by line_no
    `),
  };
};

const running = ["issued", "acknowledged", "partly_received"];
const tell = async (tx: Tx, order: OrderRecord, title: string, body: string) => {
  if (order.buyerId)
    notify(tx, [order.buyerId], {
      kind: "purchaseOrder",
      title,
      body,
      link: `/purchase-orders/${order.id}`,
    });
};

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
    if (
      await tx.maybe(sql`
        select 1 as ok
        from order_change_request
        where org_id = ${orgId} and purchase_order_id = ${orderId} and status = 'open'
      `)
    )
      throw conflict(
        "change_open",
        "You asked for a change of this order. Wait for the answer, or withdraw it, and acknowledge then.",
      );
    const after = await acknowledgeOrder(
      tx,
      asSystem(who),
      orderId,
      null,
      `${who.name}, ${vendor.name}, in the vendor portal`,
    );
    await tell(
      tx,
      order,
      `${order.number} acknowledged`,
      `${vendor.name} acknowledged ${order.title}.`,
    );
    return after;
  });

/**
 * The vendor asks for another date, quantity or price. The order stays as it is until the buyer
 * accepts and changes it. One open request per order.
 */
export const requestChange = (
  app: App,
  actor: Actor,
  orgId: string,
  orderId: string,
  input: ChangeRequestInput,
): Promise<ChangeRequestRecord> =>
  asVendor(app, actor, orgId, async (tx, vendor, who) => {
    const { order, lines } = await ownOrder(tx, vendor, orderId);
    if (!running.includes(order.status))
      throw conflict("not_in_this_status", "This order takes no changes any more.");
    if (
      await tx.maybe(sql`
        select 1 as ok
        from order_change_request
        where org_id = ${orgId} and purchase_order_id = ${orderId} and status = 'open'
      `)
    )
      throw conflict("change_open", "A change that you asked for is open already.");
    const wanted = input.lines
      .filter((l) => l.quantity || l.unitPrice)
      .map((l, i) => {
        const line = lines.find((each) => each.id === l.lineId && !each.cancelled);
        if (!line)
          throw invalid("not_on_order", "A line is not on this order.", [
            { path: `lines.${i}.lineId`, message: "This line is not on the order." },
          ]);
        return {
          lineId: l.lineId,
          lineNo: line.lineNo,
          quantity: l.quantity ?? null,
          unitPrice: l.unitPrice ?? null,
        };
      });
    const row = await insertNumbered(tx, orderChangeRequest, "OCR", order.year, {
      orgId,
      id: newId(),
      purchaseOrderId: orderId,
      vendorId: vendor.id,
      reason: input.reason,
      promisedOn: input.promisedOn || null,
      lines: wanted,
      askedBy: who.personId,
      askedByName: who.name,
    });
    audit(tx, who, {
      action: "orderChangeRequest.create",
      objectType: "orderChangeRequest",
      objectId: row.id,
      objectNumber: row.number,
      before: null,
      after: row,
      note: `${order.number}: ${input.reason}`,
    });
    announce(tx, orgId, "purchaseOrder.change", orderId);
    await tell(
      tx,
      order,
      `${vendor.name} asks to change ${order.number}`,
      input.reason.slice(0, 300),
    );
    return row;
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
    const open = await tx.rows<{ lineId: string; quantity: string }>(sql`
      select l.purchase_order_line_id as line_id, sum(l.quantity)::numeric(18,4) as quantity
      from ship_notice_line l
      join ship_notice n on n.org_id = l.org_id and n.id = l.ship_notice_id
      where n.org_id = ${orgId} and n.purchase_order_id = ${orderId} and n.status = 'announced'
      group by 1
    `);
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
    await insertRows(
      tx,
      shipNoticeLine,
      shipped.map((l) => ({
        orgId,
        id: newId(),
        shipNoticeId: id,
        purchaseOrderLineId: l.lineId,
        quantity: l.quantity,
        lot: l.lot,
      })),
    );
    audit(tx, who, {
      action: "shipNotice.create",
      objectType: "shipNotice",
      objectId: id,
      objectNumber: row.number,
      before: null,
      after: { ...row, lines: shipped },
      note: order.number,
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

const belongs = async (
  tx: Tx,
  vendor: ActingVendor,
  table: "ship_notice" | "order_change_request",
  id: string,
): Promise<void> => {
  const found =
    table === "ship_notice"
      ? await tx.maybe(sql`
        select 1 as ok
        from ship_notice
        where org_id = ${tx.scope.orgId} and id = ${id} and vendor_id = ${vendor.id}
      `)
      : await tx.maybe(sql`
        select 1 as ok
        from order_change_request
        where org_id = ${tx.scope.orgId} and id = ${id} and vendor_id = ${vendor.id}
      `);
  if (!found) throw notFound();
};

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

/** @see withdrawShipment */
export const withdrawRequest = (
  app: App,
  actor: Actor,
  orgId: string,
  id: string,
): Promise<ChangeRequestRecord> =>
  asVendor(app, actor, orgId, async (tx, vendor, who) => {
    await belongs(tx, vendor, "order_change_request", id);
    const after = await transition(tx, who, changeRequestNoun, { id, action: "withdraw" });
    announce(tx, orgId, "purchaseOrder.change", after.purchaseOrderId);
    return after;
  });

/**
 * The buyer's answer. Accepting says that the order will be changed (that is done with a change
 * order, which the budget and approvals see); the vendor is told by mail.
 */
export const answerRequest = (
  tx: Tx,
  actor: Actor,
  id: string,
  action: "accept" | "decline",
  version: number | null,
  answer: string | null,
): Promise<ChangeRequestRecord> =>
  transition(tx, actor, changeRequestNoun, {
    id,
    action,
    version,
    reason: answer,
    effect: async (record) => {
      const r = record as ChangeRequestRecord;
      const to = await tx.one<{ email: string | null; number: string; name: string }>(sql`
        select v.email, o.number, g.name
        from purchase_order o
        join vendor v on v.org_id = o.org_id and v.id = o.vendor_id
        join organization g on g.id = o.org_id
        where o.org_id = ${r.orgId} and o.id = ${r.purchaseOrderId}
      `);
      if (to.email)
        await queueMail(tx, {
          kind: "order_change_answer",
          orgId: r.orgId,
          to: to.email,
          subject: `${to.name}: ${r.number} ${action === "accept" ? "accepted" : "declined"}`,
          paragraphs: [
            `The change of ${to.number} that you asked for was ${action === "accept" ? "accepted. The changed order follows." : "declined."}`,
            ...(answer ? [answer] : []),
          ],
          link: {
            label: "Open the order",
            href: `/vendor-portal/orders/${r.orgId}/${r.purchaseOrderId}`,
          },
        });
      announce(tx, r.orgId, "purchaseOrder.change", r.purchaseOrderId);
      return {
        patch: {
          answer,
          answeredBy: actor.personId,
          answeredAt: businessNow(tx.scope).toISOString(),
        },
      };
    },
  });

/** Records that announced goods are there; the receipt of what was accepted is posted apart. */
export const arriveShipment = async (
  tx: Tx,
  actor: Actor,
  id: string,
  version: number | null,
): Promise<ShipNoticeRecord> => {
  const after = await transition(tx, actor, shipNoticeNoun, { id, action: "arrive", version });
  announce(tx, after.orgId, "purchaseOrder.change", after.purchaseOrderId);
  return after;
};

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

/** How much of a line is on its way, by line id. */
export const onTheWay = (notices: readonly ShipNotice[]): Map<string, string> => {
  const sums = new Map<string, string>();
  for (const notice of notices)
    if (notice.status === "announced")
      for (const line of notice.lines)
        sums.set(line.lineId, addQuantity(sums.get(line.lineId) ?? "0", line.quantity));
  return sums;
};
