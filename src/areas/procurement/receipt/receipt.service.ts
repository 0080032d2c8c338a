import { z } from "zod";
import type { Actor } from "#kernel/access.ts";
import { invalid, invalidField, notAllowed, type FieldError } from "#kernel/errors.ts";
import { formatDate } from "#kernel/dates.ts";
import { newId } from "#kernel/ids.ts";
import { brokenCents, countOf, muchOf } from "#kernel/lump-sum.ts";
import {
  addQuantity,
  compareQuantity,
  quantity,
  quantityText,
  subtractQuantity,
} from "#kernel/quantity.ts";
import { businessDate } from "#server/clock.ts";
import { create } from "#server/create.ts";
import type { Tx } from "#server/db/db.ts";
import { insertRows } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { transition, type StepAt } from "#server/lifecycle.ts";
import { openFiles } from "#server/files/holders.ts";
import { yearOfId } from "#areas/budget/budget.server.ts";
import { refuseDelegate } from "#areas/workflow/workflow.server.ts";
import { orderNoun, type OrderRecord } from "../order/order.service.ts";
import { placedIt } from "../order/order.model.ts";
import { heardLine, tellOfReceipt, type ReceiptLineHeard } from "./heard.service.ts";
import { receipt, receiptLine } from "../procurement.tables.ts";
import { shipmentOfReceipt } from "./shipment-of-receipt.service.ts";
import { afterReceipt, lockLines, moveReceived, type Line } from "./received.service.ts";

export const receivedQuantity = z
  .string()
  .trim()
  .regex(/^\d{1,12}(\.\d{1,4})?$/, "The quantity is a number with at most four decimals.");
export const receiptInput = z.object({
  receivedOn: z.iso.date().nullish(),
  packingSlip: z.string().trim().max(80).default(""),
  note: z.string().trim().max(2000).default(""),
  photoFileIds: z.array(z.uuid()).max(20).default([]),
  shipNoticeId: z.uuid().nullish(),
  lines: z
    .array(
      z.strictObject({
        purchaseOrderLineId: z.uuid(),
        quantity: receivedQuantity,
        rejectedQuantity: receivedQuantity.default("0"),
        rejectReason: z.string().trim().max(500).default(""),
      }),
    )
    .min(1, "Receive at least one line.")
    .max(500),
});
export type ReceiptInput = z.output<typeof receiptInput>;

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
    const broken = brokenCents(line, r.quantity) ?? brokenCents(line, r.rejectedQuantity);
    if (broken) errors.push({ path: `lines.${i}.quantity`, message: broken });
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
        message: `Line ${line.lineNo}: ${muchOf(line, line.quantity)} ordered, ${countOf(line, line.receivedQuantity)} received before; at most ${countOf(line, subtractQuantity(most, line.receivedQuantity))} more can be accepted.`,
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
const checkFiles = async (tx: Tx, actor: Actor, ids: readonly string[]): Promise<void> => {
  const found = await openFiles(tx, actor, ids);
  const errors = ids.flatMap((id, i): FieldError[] =>
    found.has(id)
      ? []
      : [{ path: `photoFileIds.${i}`, message: "This file is not there. Upload it again." }],
  );
  if (errors.length)
    throw invalid("cannot_receive", "Some files are missing. Nothing was saved.", errors);
};

const refusePlacer = (who: string | null, o: OrderRecord, lines: readonly Line[]): void => {
  const placers = [o.buyerId, lines[0]?.issuedBy, ...(o.formerAuthors ?? [])];
  if (who && placers.includes(who)) throw notAllowed(placedIt, "separation_of_duties");
};

const acceptedOf = ({ lines }: ReceiptInput): Map<string, string> =>
  new Map(
    lines.map((l) => [l.purchaseOrderLineId, subtractQuantity(l.quantity, l.rejectedQuantity)]),
  );

type Stored = { input: ReceiptInput; receivedBy: string | null };
const storeReceipt = async (
  tx: Tx,
  actor: Actor,
  o: OrderRecord,
  { input, receivedBy }: Stored,
) => {
  const { lines, ...head } = input;
  const { orgId } = o;
  const id = newId();
  const rows = lines.map((l) => ({ ...l, orgId, id: newId(), receiptId: id }));
  const shipNoticeId = await shipmentOfReceipt(tx, o.id, input.shipNoticeId, lines);
  const { number } = await create(
    tx,
    actor,
    { name: "receipt", table: receipt },
    {
      number: { kind: "RCV", year: await yearOfId(tx, o.fiscalYearId) },
      row: {
        ...head,
        orgId,
        id,
        purchaseOrderId: o.id,
        shipNoticeId,
        receivedOn: input.receivedOn ?? businessDate(tx.scope),
        receivedBy,
      },
      content: { lines },
      store: () => insertRows(tx, receiptLine, rows),
      action: "post",
    },
  );
  return { id, number, rows, shipNoticeId };
};

/**
 * Posts a receipt: what came, what of it is rejected and why, with photos and papers. Accepted
 * quantities count on the order within its over-receipt tolerance.
 * Who placed or issued the order does not receive it (403). 422 names the lines that do not fit.
 * `receivedBy`: who saw what came, where its posting follows from another step (an inspector measured
 * what a pay application certifies).
 */
export const postReceipt = async (
  tx: Tx,
  actor: Actor,
  { id: orderId, version }: StepAt,
  input: ReceiptInput,
  receivedBy: string | null = actor.personId,
): Promise<{ id: string; order: OrderRecord }> => {
  let id = "";
  let lines: ReceiptLineHeard[] = [];
  let shipNoticeId: string | null = null;
  const order = await transition(tx, actor, orderNoun, {
    id: orderId,
    action: "receive",
    version,
    effect: async (record) => {
      const o = record as OrderRecord;
      const orderLines = await lockLines(tx, orderId);
      for (const who of [actor.personId, receivedBy]) refusePlacer(who, o, orderLines);
      await refuseDelegate(tx, actor, sql`select ${orderId}::uuid`, "receive it");
      if (input.receivedOn) checkDay(tx, o, input.receivedOn);
      check(o, orderLines, input);
      await checkFiles(tx, actor, input.photoFileIds);
      const posted = await storeReceipt(tx, actor, o, { input, receivedBy });
      ({ id, shipNoticeId } = posted);
      lines = posted.rows.map(heardLine);
      const accepted = acceptedOf(input);
      await moveReceived(
        tx,
        [...accepted].map(([line, by]) => ({ id: line, by })),
      );
      const now = orderLines.map((l) => ({
        ...l,
        receivedQuantity: addQuantity(l.receivedQuantity, accepted.get(l.id) ?? "0"),
      }));
      return { ...afterReceipt(o, now), note: posted.number };
    },
  });
  await tellOfReceipt(tx, actor, { kind: "posted", receiptId: id, shipNoticeId, order, lines });
  return { id, order };
};
