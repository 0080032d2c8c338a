import type { Actor } from "#kernel/access.ts";
import { conflict, invalid } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { note } from "#server/change.ts";
import { businessNow } from "#server/clock.ts";
import type { Tx } from "#server/db/db.ts";
import { insertNumbered } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { asVendor } from "#server/db/scopes/vendor-side.ts";
import type { App } from "#server/app.ts";
import { announce, defineNoun, transition, type TakenStep } from "#server/lifecycle.ts";
import { queueMail } from "#server/mail/mail.ts";
import { changeAnswerLetter } from "../letters.service.ts";
import { changeRequestCycle, type ChangeRequestInput } from "./fulfilment.model.ts";
import { orderChangeRequest } from "./fulfilment.tables.ts";
import { type Line, ownOrder, running, tell, belongs } from "./own-order.service.ts";

export const changeRequestNoun = defineNoun({
  name: "orderChangeRequest",
  path: "order-change-requests",
  table: orderChangeRequest,
  cycle: changeRequestCycle,
  number: (r) => r.number,
  read: "purchaseOrder.read",
});

export type ChangeRequestRecord = typeof orderChangeRequest.$inferSelect;

/** A request of the vendor's that nobody has answered yet. */
export const openRequestOf = (tx: Tx, orderId: string) =>
  tx.maybe(sql`
    select 1 as ok
    from order_change_request
    where org_id = ${tx.scope.orgId} and purchase_order_id = ${orderId} and status = 'open'
  `);

const wantedLines = (lines: readonly Line[], input: ChangeRequestInput) =>
  input.lines
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
    if (await openRequestOf(tx, orderId))
      throw conflict("change_open", "A change that you asked for is open already.");
    const wanted = wantedLines(lines, input);
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
    note(tx, who, "orderChangeRequest", row, {
      action: "create",
      after: row,
      note: `${order.number}: ${input.reason}`,
      event: null,
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
  action: "accept" | "decline",
  { id, version, reason: answer }: TakenStep,
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
          ...changeAnswerLetter({
            agency: to.name,
            number: r.number,
            order: to.number,
            accepted: action === "accept",
            answer,
            path: `/vendor-portal/orders/${r.orgId}/${r.purchaseOrderId}`,
          }),
          orgId: r.orgId,
          to: to.email,
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
