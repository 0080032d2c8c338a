import { z } from "zod";
import type { Actor } from "#kernel/access.ts";
import { conflict, invalidField } from "#kernel/errors.ts";
import { formatDate } from "#kernel/dates.ts";
import { compareQuantity, quantity, quantityText, subtractQuantity } from "#kernel/quantity.ts";
import type { Day } from "#kernel/time.ts";
import { note } from "#server/change.ts";
import { businessDate } from "#server/clock.ts";
import type { Tx } from "#server/db/db.ts";
import { getRow, lockRow, updateRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { requireVersion } from "#server/http/endpoint.ts";
import { asSystem, transition } from "#server/lifecycle.ts";
import { notify, peopleOnDuty } from "#areas/organization/organization.server.ts";
import { orderNoun, type OrderRecord } from "../order/order.service.ts";
import { purchaseOrder, receipt } from "../procurement.tables.ts";
import { heardLine, tellOfReceipt } from "./heard.service.ts";
import { receivedQuantity } from "./receipt.service.ts";
import { afterReceipt, lockLines, moveReceived, type Line } from "./received.service.ts";

type ReceiptRecord = typeof receipt.$inferSelect;

const lockPosted = async (tx: Tx, id: string, version: number | null): Promise<ReceiptRecord> => {
  const row = await lockRow(tx, receipt, id, "receipt");
  requireVersion(row.version, version);
  if (row.status !== "posted") throw conflict("reversed", "This receipt was reversed already.");
  return row;
};

// What of each line counts as received until now; 409 for what is invoiced already.
const acceptedBack = async (tx: Tx, r: ReceiptRecord, orderLines: readonly Line[]) => {
  const lines = await tx.rows<{
    id: string;
    purchaseOrderLineId: string;
    quantity: string;
    rejectedQuantity: string;
  }>(sql`
    select id, purchase_order_line_id, quantity, rejected_quantity
    from receipt_line
    where org_id = ${r.orgId}
      and receipt_id = ${r.id}
      and purchase_order_line_id = any(${orderLines.map((l) => l.id)}::uuid[])
  `);
  return lines.map((l) => {
    const line = orderLines.find((x) => x.id === l.purchaseOrderLineId)!;
    const heard = heardLine(l);
    if (
      compareQuantity(
        subtractQuantity(line.receivedQuantity, heard.accepted),
        line.invoicedQuantity,
      ) < 0
    )
      throw conflict(
        "invoiced",
        `Line ${line.lineNo} is invoiced already; void the invoice first.`,
      );
    return heard;
  });
};

/** Reverses a posted receipt, with a reason; not when its goods are invoiced already. */
export const reverseReceipt = async (
  tx: Tx,
  actor: Actor,
  id: string,
  version: number | null,
  reason: string,
): Promise<void> => {
  const before = await lockPosted(tx, id, version);
  if (reason.trim().length < 3)
    throw invalidField("reason", "Say why it is reversed.", "reason_required");
  const orderLines = await lockLines(tx, before.purchaseOrderId);
  const lines = await acceptedBack(tx, before, orderLines);
  await moveReceived(
    tx,
    lines.map((l) => ({ id: l.orderLineId, by: quantityText(-quantity(l.accepted)) })),
  );
  const after = await updateRow(tx, receipt, id, { status: "reversed" });
  note(tx, actor, "receipt", id, {
    number: before.number,
    action: "reverse",
    before,
    after,
    note: reason,
    event: null,
  });
  const order = await transition(tx, asSystem(actor), orderNoun, {
    id: before.purchaseOrderId,
    action: "unreceive",
    effect: async (record) => ({
      ...afterReceipt(record as OrderRecord, await lockLines(tx, before.purchaseOrderId)),
      note: `${before.number} reversed: ${reason}`,
    }),
  });
  await tellOfReceipt(tx, actor, {
    kind: "reversed",
    receiptId: id,
    shipNoticeId: before.shipNoticeId,
    order,
    lines,
  });
};

export const rejectInput = z.strictObject({
  lineId: z.uuid(),
  quantity: receivedQuantity,
  reason: z.string().trim().min(3, "Say what is wrong with them.").max(500),
});
type RejectInput = z.output<typeof rejectInput>;

// Billed already and kept no more: the vendor owes a credit, and what is not paid yet may be held.
const tellPayables = async (tx: Tx, o: OrderRecord, line: Line, kept: string) => {
  if (compareQuantity(line.invoicedQuantity, kept) <= 0) return;
  notify(tx, await peopleOnDuty(tx, "ap"), {
    kind: "order.creditDue",
    title: `${o.number}: goods that are billed go back`,
    link: `/purchase-orders/${o.id}`,
    body: `Line ${line.lineNo}: ${quantityText(quantity(line.invoicedQuantity))} billed, ${quantityText(quantity(kept))} kept. Ask the vendor for a credit note; hold what is not paid yet.`,
  });
};

type Came = { orderLineId: string; kept: string; rejectReason: string };
const lineThatCame = async (tx: Tx, receiptId: string, input: RejectInput): Promise<Came> => {
  const came = await tx.maybe<Came>(sql`
    select
      purchase_order_line_id as order_line_id, (quantity - rejected_quantity)::text as kept,
      reject_reason
    from receipt_line
    where org_id = ${tx.scope.orgId} and receipt_id = ${receiptId} and id = ${input.lineId}
  `);
  if (!came) throw invalidField("lineId", "This line is not on the receipt.");
  if (compareQuantity(input.quantity, "0") <= 0)
    throw invalidField("quantity", "Enter how much goes back.");
  if (compareQuantity(input.quantity, came.kept) > 0)
    throw invalidField("quantity", `Of this line ${quantityText(quantity(came.kept))} were kept.`);
  return came;
};

const storeRejection = async (
  tx: Tx,
  actor: Actor,
  before: ReceiptRecord,
  came: Came,
  input: RejectInput,
): Promise<void> => {
  const reason = [came.rejectReason, input.reason].filter(Boolean).join("; ").slice(0, 1000);
  await tx.rows(sql`
    update receipt_line
    set
      rejected_quantity = rejected_quantity + ${input.quantity}::numeric, reject_reason = ${reason},
      returned_on = null
    where org_id = ${before.orgId} and id = ${input.lineId}
  `);
  const after = await updateRow(tx, receipt, before.id, { note: before.note });
  note(tx, actor, "receipt", before, {
    action: "reject",
    before,
    after: { ...after, line: input.lineId, rejected: input.quantity },
    note: input.reason,
    event: null,
  });
};

/**
 * Rejects goods that were accepted before: they count as not received from now on, and go back like
 * what was rejected at the door. Accounts payable are
 * told where they are billed. 409 for a reversed receipt or an order that has ended, 422 for more
 * than was kept.
 */
export const rejectAccepted = async (
  tx: Tx,
  actor: Actor,
  receiptId: string,
  version: number | null,
  input: RejectInput,
): Promise<void> => {
  const before = await lockPosted(tx, receiptId, version);
  const came = await lineThatCame(tx, receiptId, input);
  const order = await lockRow(tx, purchaseOrder, before.purchaseOrderId, "purchase order");
  if (!["partly_received", "received"].includes(order.status))
    throw conflict(
      "order_ended",
      `${order.number} has ended. Enter the vendor's credit note on it instead.`,
    );
  const stands = await transition(tx, asSystem(actor), orderNoun, {
    id: order.id,
    action: "unreceive",
    effect: async (record) => {
      const lines = await lockLines(tx, order.id);
      const line = lines.find((l) => l.id === came.orderLineId)!;
      const kept = subtractQuantity(line.receivedQuantity, input.quantity);
      await moveReceived(tx, [{ id: line.id, by: quantityText(-quantity(input.quantity)) }]);
      await storeRejection(tx, actor, before, came, input);
      await tellPayables(tx, order, line, kept);
      const now = lines.map((l) => (l.id === line.id ? { ...l, receivedQuantity: kept } : l));
      return {
        ...afterReceipt(record as OrderRecord, now),
        note: `${before.number}: ${input.quantity} of line ${line.lineNo} go back, ${input.reason}`,
      };
    },
  });
  await tellOfReceipt(tx, actor, {
    kind: "rejected",
    receiptId,
    shipNoticeId: before.shipNoticeId,
    order: stands,
    lines: [
      {
        receiptLineId: input.lineId,
        orderLineId: came.orderLineId,
        accepted: subtractQuantity(came.kept, input.quantity),
        rejected: input.quantity,
      },
    ],
  });
};

/** Records that rejected goods of a receipt line went back to the vendor. */
export const returnRejected = async (
  tx: Tx,
  actor: Actor,
  receiptId: string,
  lineId: string,
  returnedOn: string,
): Promise<void> => {
  if (returnedOn > businessDate(tx.scope))
    throw invalidField("returnedOn", "Goods cannot go back on a day to come.");
  const came = await tx.maybe<{ on: Day; orderId: string; shipNoticeId: string | null }>(sql`
    select received_on as on, purchase_order_id as order_id, ship_notice_id
    from receipt
    where org_id = ${actor.orgId} and id = ${receiptId}
  `);
  if (came && returnedOn < came.on)
    throw invalidField(
      "returnedOn",
      `The goods came on ${formatDate(came.on)}; they cannot go back before.`,
    );
  const row = await tx.maybe<{ orderLineId: string; rejected: string }>(sql`
    update receipt_line
    set returned_on = ${returnedOn}
    where org_id = ${actor.orgId}
      and receipt_id = ${receiptId}
      and id = ${lineId}
      and rejected_quantity > 0
      and returned_on is null
    returning purchase_order_line_id as order_line_id, rejected_quantity::text as rejected
  `);
  if (!row || !came)
    throw conflict(
      "nothing_rejected",
      "Nothing of this line was rejected, or it went back already.",
    );
  note(tx, actor, "receipt", receiptId, {
    action: "return",
    before: { line: lineId, returnedOn: null },
    after: { line: lineId, returnedOn },
    event: null,
  });
  await tellOfReceipt(tx, actor, {
    kind: "returned",
    receiptId,
    shipNoticeId: came.shipNoticeId,
    order: await getRow(tx, purchaseOrder, came.orderId, "purchase order"),
    lines: [
      {
        receiptLineId: lineId,
        orderLineId: row.orderLineId,
        accepted: "0",
        rejected: row.rejected,
      },
    ],
  });
};
