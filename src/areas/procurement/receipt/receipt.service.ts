import { z } from "zod";
import type { Actor } from "#kernel/access.ts";
import { conflict, invalid, invalidField, notAllowed, type FieldError } from "#kernel/errors.ts";
import { formatDate } from "#kernel/dates.ts";
import { newId } from "#kernel/ids.ts";
import { lineTotalCents } from "#kernel/money.ts";
import {
  addQuantity,
  compareQuantity,
  quantity,
  quantityText,
  subtractQuantity,
} from "#kernel/quantity.ts";
import { audit } from "#server/audit/audit.ts";
import { businessDate } from "#server/clock.ts";
import type { Tx } from "#server/db/db.ts";
import { insertNumbered, insertRows, lockRow, turnToCount, updateRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { requireVersion } from "#server/http/endpoint.ts";
import { announce, transition } from "#server/lifecycle.ts";
import { yearOfId } from "#areas/budget/budget.server.ts";
import { notify, peopleOnDuty } from "#areas/organization/organization.server.ts";
import { asSystem, orderNoun, type OrderRecord } from "../order/order.service.ts";
import { placedIt } from "../order/order.model.ts";
import { purchaseOrder, receipt, receiptLine } from "../procurement.tables.ts";

const amount = z
  .string()
  .trim()
  .regex(/^\d{1,12}(\.\d{1,4})?$/, "The quantity is a number with at most four decimals.");
export const receiptInput = z.object({
  receivedOn: z.iso.date().nullish(),
  packingSlip: z.string().trim().max(80).default(""),
  note: z.string().trim().max(2000).default(""),
  photoFileIds: z.array(z.uuid()).max(20).default([]),
  lines: z
    .array(
      z.strictObject({
        purchaseOrderLineId: z.uuid(),
        quantity: amount,
        rejectedQuantity: amount.default("0"),
        rejectReason: z.string().trim().max(500).default(""),
      }),
    )
    .min(1, "Receive at least one line.")
    .max(500),
});
export type ReceiptInput = z.output<typeof receiptInput>;

// `issuedBy`: who issued the order, read with each line so that it costs no statement of its own.
type Line = {
  id: string;
  lineNo: number;
  quantity: string;
  unitPrice: string;
  receivedQuantity: string;
  invoicedQuantity: string;
  cancelled: boolean;
  issuedBy: string | null;
};
const lockLines = (tx: Tx, orderId: string) =>
  tx.rows<Line>(sql`
    select
      id, line_no, quantity, unit_price, received_quantity, invoiced_quantity, cancelled,
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

const checkDay = (tx: Tx, o: OrderRecord, day: string) => {
  if (day > businessDate(tx.scope))
    throw invalidField("receivedOn", "Goods cannot be received on a day to come.");
  const issued = o.issuedAt
    ? businessDate({ ...tx.scope, businessNow: new Date(o.issuedAt).toISOString() })
    : o.orderedOn;
  if (day < issued)
    throw invalidField(
      "receivedOn",
      `The order went out on ${formatDate(issued)}; its goods cannot come before.`,
    );
};

// The most that may be received: the ordered quantity and the tolerance in percent of it, rounded
// down to ten-thousandths.
const mostOf = (line: Line, percent: string) =>
  quantityText(
    quantity(line.quantity) + (quantity(line.quantity) * quantity(percent)) / 1_000_000n,
  );

const check = (o: OrderRecord, lines: readonly Line[], input: ReceiptInput) => {
  const errors: FieldError[] = [];
  const seen = new Set<string>();
  for (const [i, r] of input.lines.entries()) {
    const line = lines.find((l) => l.id === r.purchaseOrderLineId);
    if (!line || line.cancelled || seen.has(r.purchaseOrderLineId)) {
      errors.push({
        path: `lines.${i}.purchaseOrderLineId`,
        message: "This line is not on the order, was cancelled, or stands here twice.",
      });
      continue;
    }
    seen.add(r.purchaseOrderLineId);
    if (compareQuantity(r.rejectedQuantity, r.quantity) > 0)
      errors.push({ path: `lines.${i}.rejectedQuantity`, message: "More is rejected than came." });
    if (compareQuantity(r.rejectedQuantity, "0") > 0 && r.rejectReason.length < 3)
      errors.push({ path: `lines.${i}.rejectReason`, message: "Say why it is rejected." });
    const after = addQuantity(
      line.receivedQuantity,
      subtractQuantity(r.quantity, r.rejectedQuantity),
    );
    const most = mostOf(line, o.overReceiptPercent);
    if (compareQuantity(after, most) > 0)
      errors.push({
        path: `lines.${i}.quantity`,
        message: `Line ${line.lineNo}: ${quantityText(quantity(line.quantity))} ordered, ${quantityText(quantity(line.receivedQuantity))} received before; at most ${subtractQuantity(most, line.receivedQuantity)} more can be accepted.`,
      });
  }
  if (errors.length)
    throw invalid(
      "cannot_receive",
      "Some lines cannot be received like this. Nothing was saved.",
      errors,
    );
  if (input.lines.every((l) => compareQuantity(l.quantity, "0") === 0))
    throw invalidField("lines", "Enter a quantity for at least one line.");
};

// Photos and papers are uploaded before; what is not there would be missing from the record without
// a word.
const checkFiles = async (tx: Tx, ids: readonly string[]): Promise<void> => {
  if (ids.length === 0) return;
  const found = new Set(
    (
      await tx.rows<{ id: string }>(sql`
        select id
        from stored_file
        where org_id = ${tx.scope.orgId} and id = any(${ids}::uuid[])
      `)
    ).map((f) => f.id),
  );
  const errors = ids.flatMap((id, i): FieldError[] =>
    found.has(id)
      ? []
      : [{ path: `photoFileIds.${i}`, message: "This file is not there. Upload it again." }],
  );
  if (errors.length)
    throw invalid("cannot_receive", "Some files are missing. Nothing was saved.", errors);
};

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

// The lines are locked already; each stands once.
const move = (tx: Tx, lines: readonly { id: string; by: string }[]) =>
  tx.rows(sql`
    update purchase_order_line l
    set received_quantity = l.received_quantity + t.by
    from unnest(${lines.map((l) => l.id)}::uuid[], ${lines.map((l) => l.by)}::numeric[]) as t(
      id, by
    )
    where l.org_id = ${tx.scope.orgId} and l.id = t.id
  `);

/**
 * Posts a receipt: what came, what of it is rejected and why, with photos and papers. Accepted
 * quantities count on the order within its over-receipt tolerance.
 * Who placed or issued the order does not receive it (403). 422 names the lines that do not fit.
 */
export const postReceipt = async (
  tx: Tx,
  actor: Actor,
  orderId: string,
  input: ReceiptInput,
  version: number | null,
): Promise<{ id: string; order: OrderRecord }> => {
  const id = newId();
  const order = await transition(tx, actor, orderNoun, {
    id: orderId,
    action: "receive",
    version,
    alone: true,
    beside: () => lockLines(tx, orderId),
    effect: async (record, orderLines) => {
      const o = record as OrderRecord;
      if (
        actor.personId &&
        [o.buyerId, orderLines[0]?.issuedBy, ...(o.formerAuthors ?? [])].includes(actor.personId)
      )
        throw notAllowed(placedIt, "separation_of_duties");
      if (input.receivedOn) checkDay(tx, o, input.receivedOn);
      check(o, orderLines, input);
      await checkFiles(tx, input.photoFileIds);
      const { lines, ...head } = input;
      const accepted = new Map(
        lines.map((l) => [l.purchaseOrderLineId, subtractQuantity(l.quantity, l.rejectedQuantity)]),
      );
      const year = await yearOfId(tx, o.fiscalYearId);
      const turn = turnToCount(tx, "RCV", year);
      if (turn) await turn;
      const posted = Promise.all([
        insertNumbered(tx, receipt, "RCV", year, {
          ...head,
          orgId: o.orgId,
          id,
          purchaseOrderId: orderId,
          receivedOn: input.receivedOn ?? businessDate(tx.scope),
          receivedBy: actor.personId,
        }),
        insertRows(
          tx,
          receiptLine,
          lines.map((l) => ({ ...l, orgId: o.orgId, id: newId(), receiptId: id })),
        ),
        move(
          tx,
          [...accepted].map(([line, by]) => ({ id: line, by })),
        ),
      ]).then(([row]) => {
        audit(tx, actor, {
          action: "receipt.post",
          objectType: "receipt",
          objectId: id,
          objectNumber: row.number,
          before: null,
          after: { ...row, lines },
        });
        announce(tx, o.orgId, "receipt.post", id);
        return row.number;
      });
      const { open, kept, sums } = reckon(
        orderLines.map((l) => ({
          ...l,
          receivedQuantity: addQuantity(l.receivedQuantity, accepted.get(l.id) ?? "0"),
        })),
      );
      return { to: standing(o, open, kept), patch: sums, note: posted };
    },
  });
  return { id, order };
};

/** Reverses a posted receipt, with a reason; not when its goods are invoiced already. */
export const reverseReceipt = async (
  tx: Tx,
  actor: Actor,
  id: string,
  version: number | null,
  reason: string,
): Promise<void> => {
  const before = await lockRow(tx, receipt, id, "receipt");
  requireVersion(before.version, version);
  if (before.status !== "posted") throw conflict("reversed", "This receipt was reversed already.");
  if (reason.trim().length < 3)
    throw invalidField("reason", "Say why it is reversed.", "reason_required");
  const orderLines = await lockLines(tx, before.purchaseOrderId);
  const lines = await tx.rows<{
    purchaseOrderLineId: string;
    quantity: string;
    rejectedQuantity: string;
  }>(sql`
    select purchase_order_line_id, quantity, rejected_quantity
    from receipt_line
    where org_id = ${before.orgId}
      and receipt_id = ${id}
      and purchase_order_line_id = any(${orderLines.map((l) => l.id)}::uuid[])
  `);
  const back: { id: string; by: string }[] = [];
  for (const l of lines) {
    const line = orderLines.find((x) => x.id === l.purchaseOrderLineId)!;
    const accepted = subtractQuantity(l.quantity, l.rejectedQuantity);
    if (
      compareQuantity(subtractQuantity(line.receivedQuantity, accepted), line.invoicedQuantity) < 0
    )
      throw conflict(
        "invoiced",
        `Line ${line.lineNo} is invoiced already; void the invoice first.`,
      );
    back.push({ id: line.id, by: quantityText(-quantity(accepted)) });
  }
  await move(tx, back);
  const after = await updateRow(tx, receipt, id, { status: "reversed" });
  audit(tx, actor, {
    action: "receipt.reverse",
    objectType: "receipt",
    objectId: id,
    objectNumber: before.number,
    before,
    after,
    note: reason,
  });
  await transition(tx, asSystem(actor), orderNoun, {
    id: before.purchaseOrderId,
    action: "unreceive",
    beside: () => lockLines(tx, before.purchaseOrderId),
    effect: async (record, now) => {
      const { open, kept: some, sums } = reckon(now);
      return {
        to: standing(record as OrderRecord, open, some),
        patch: sums,
        note: `${before.number} reversed: ${reason}`,
      };
    },
  });
};

export const rejectInput = z.strictObject({
  lineId: z.uuid(),
  quantity: amount,
  reason: z.string().trim().min(3, "Say what is wrong with them.").max(500),
});

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
  input: z.output<typeof rejectInput>,
): Promise<void> => {
  const before = await lockRow(tx, receipt, receiptId, "receipt");
  requireVersion(before.version, version);
  if (before.status !== "posted") throw conflict("reversed", "This receipt was reversed already.");
  const came = await tx.maybe<{ orderLineId: string; kept: string; rejectReason: string }>(sql`
    select
      purchase_order_line_id as order_line_id, (quantity - rejected_quantity)::text as kept,
      reject_reason
    from receipt_line
    where org_id = ${before.orgId} and receipt_id = ${receiptId} and id = ${input.lineId}
  `);
  if (!came) throw invalidField("lineId", "This line is not on the receipt.");
  if (compareQuantity(input.quantity, "0") <= 0)
    throw invalidField("quantity", "Enter how much goes back.");
  if (compareQuantity(input.quantity, came.kept) > 0)
    throw invalidField("quantity", `Of this line ${quantityText(quantity(came.kept))} were kept.`);
  const order = await lockRow(tx, purchaseOrder, before.purchaseOrderId, "purchase order");
  if (!["partly_received", "received"].includes(order.status))
    throw conflict(
      "order_ended",
      `${order.number} has ended. Enter the vendor's credit note on it instead.`,
    );
  await transition(tx, asSystem(actor), orderNoun, {
    id: order.id,
    action: "unreceive",
    beside: () => lockLines(tx, order.id),
    effect: async (record, lines) => {
      const line = lines.find((l) => l.id === came.orderLineId)!;
      const kept = subtractQuantity(line.receivedQuantity, input.quantity);
      await move(tx, [{ id: line.id, by: quantityText(-quantity(input.quantity)) }]);
      const reason = [came.rejectReason, input.reason].filter(Boolean).join("; ").slice(0, 1000);
      await tx.rows(sql`
        update receipt_line
        set
          rejected_quantity = rejected_quantity + ${input.quantity}::numeric,
          reject_reason = ${reason}, returned_on = null
        where org_id = ${before.orgId} and id = ${input.lineId}
      `);
      const after = await updateRow(tx, receipt, receiptId, { note: before.note });
      audit(tx, actor, {
        action: "receipt.reject",
        objectType: "receipt",
        objectId: receiptId,
        objectNumber: before.number,
        before,
        after: { ...after, line: input.lineId, rejected: input.quantity },
        note: input.reason,
      });
      await tellPayables(tx, order, line, kept);
      const {
        open,
        kept: some,
        sums,
      } = reckon(lines.map((l) => (l.id === line.id ? { ...l, receivedQuantity: kept } : l)));
      return {
        to: standing(record as OrderRecord, open, some),
        patch: sums,
        note: `${before.number}: ${input.quantity} of line ${line.lineNo} go back, ${input.reason}`,
      };
    },
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
  const came = await tx.maybe<{ on: string }>(sql`
    select received_on as on
    from receipt
    where org_id = ${actor.orgId} and id = ${receiptId}
  `);
  if (came && returnedOn < came.on)
    throw invalidField(
      "returnedOn",
      `The goods came on ${formatDate(came.on)}; they cannot go back before.`,
    );
  const row = await tx.maybe<{ id: string }>(sql`
    update receipt_line
    set returned_on = ${returnedOn}
    where org_id = ${actor.orgId}
      and receipt_id = ${receiptId}
      and id = ${lineId}
      and rejected_quantity > 0
      and returned_on is null
    returning id
  `);
  if (!row)
    throw conflict(
      "nothing_rejected",
      "Nothing of this line was rejected, or it went back already.",
    );
  audit(tx, actor, {
    action: "receipt.return",
    objectType: "receipt",
    objectId: receiptId,
    before: { line: lineId, returnedOn: null },
    after: { line: lineId, returnedOn },
  });
};
