import type { Actor } from "#kernel/access.ts";
import { conflict, invalidField, notAllowed } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import type { Day } from "#kernel/time.ts";
import { note } from "#server/change.ts";
import { businessDate } from "#server/clock.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow, insertRow, lockRow, updateRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { requireSeenFile } from "#server/files/holders.ts";
import { requireVersion } from "#server/http/endpoint.ts";
import { purchaseOrder, requisition } from "../procurement.tables.ts";
import type { QuoteInput, QuoteRow } from "./quote.model.ts";
import { priceQuote } from "./quote.tables.ts";

/** The record that suppliers were asked for. */
export type QuotesOf = { type: "requisition" | "purchaseOrder"; id: string };
type Stored = typeof priceQuote.$inferSelect;

/** What suppliers answered of a requisition, or of an order and its requisitions, by their day. */
export const listQuotes = async (db: Db, { type, id }: QuotesOf): Promise<QuoteRow[]> => {
  await getRow(db, type === "requisition" ? requisition : purchaseOrder, id, named[type]);
  return db.rows<QuoteRow>(sql`
    select
      q.id, coalesce(r.number, o.number) as recorded_on, q.source, q.answer, q.cents, q.answered_on,
      q.way, q.note, q.file_id, f.name as file_name, p.display_name as recorded_by,
      q.created_at as recorded_at, q.withdrawn_reason, q.version
    from price_quote q
    left join requisition r on r.org_id = q.org_id and r.id = q.requisition_id
    left join purchase_order o on o.org_id = q.org_id and o.id = q.purchase_order_id
    left join stored_file f on f.org_id = q.org_id and f.id = q.file_id
    left join person p on p.id = q.recorded_by
    where q.org_id = ${db.scope.orgId}
      and (
        q.purchase_order_id = ${id}
        or q.requisition_id = ${id}
        or q.requisition_id in (
          select l.requisition_id
          from purchase_order_line n
          join requisition_line l on l.org_id = n.org_id and l.id = n.requisition_line_id
          where n.org_id = q.org_id and n.purchase_order_id = ${id}
        )
      )
    order by q.withdrawn_reason is not null, q.answered_on, q.created_at
    limit 200
  `);
};

const named = { requisition: "requisition", purchaseOrder: "purchase order" } as const;

/** What is asked of the record that quotes are recorded on; `hands`: who asked for the purchase. */
type Holder = { id: string; number: string; status: string; hands: (string | null)[] };

const holderOf = async (tx: Tx, { type, id }: QuotesOf): Promise<Holder> => {
  if (type === "requisition") {
    const row = await lockRow(tx, requisition, id, named[type]);
    return { ...row, hands: [row.requesterId, ...(row.formerAuthors ?? [])] };
  }
  const row = await lockRow(tx, purchaseOrder, id, named[type]);
  return { ...row, hands: [row.buyerId, ...(row.formerAuthors ?? [])] };
};

/** Buyers record for everybody; whoever asked for the purchase records for it. */
const requireHand = (actor: Actor, hands: readonly (string | null)[]): void => {
  if (actor.permissions.has("purchaseOrder.create") || hands.includes(actor.personId)) return;
  throw notAllowed(
    "Whoever asked for this purchase, or a buyer, records its quotes. Give yours to one of them.",
    "not_your_purchase",
  );
};

const told = ({ source, answer, cents, answeredOn, way }: Stored) => ({
  source,
  answer,
  cents,
  answeredOn,
  way,
});

/**
 * Records what a supplier answered, also after the order went out: its own day says when it answered.
 * 403 `not_your_purchase`; 404; 409 `ended` on a cancelled record; 422 for a day to come, or a file
 * that the actor does not see.
 */
export const recordQuote = async (
  tx: Tx,
  actor: Actor,
  of: QuotesOf,
  { answeredOn, fileId, ...input }: QuoteInput,
): Promise<void> => {
  const holder = await holderOf(tx, of);
  requireHand(actor, holder.hands);
  if (holder.status === "cancelled")
    throw conflict(
      "ended",
      `${holder.number} was cancelled. Record quotes on what took its place.`,
    );
  if (answeredOn > businessDate(tx.scope))
    throw invalidField("answeredOn", "This day is still to come.", "answer_to_come");
  const file = fileId ? await requireSeenFile(tx, actor, fileId) : null;
  const row = await insertRow(tx, priceQuote, {
    ...input,
    orgId: actor.orgId!,
    id: newId(),
    requisitionId: of.type === "requisition" ? of.id : null,
    purchaseOrderId: of.type === "purchaseOrder" ? of.id : null,
    answeredOn: answeredOn as Day,
    fileId,
    recordedBy: actor.personId,
  });
  note(tx, actor, of.type, holder, {
    action: "recordQuote",
    after: { ...told(row), ...(file && { file: file.name, sha256: file.sha256 }) },
    note: input.note || null,
    event: `${of.type}.change`,
  });
};

/** Takes an answer out of account, with the reason; it stays in the file. 404, 409 `withdrawn`, 412. */
export const withdrawQuote = async (
  tx: Tx,
  actor: Actor,
  id: string,
  version: number | null,
  reason: string,
): Promise<QuotesOf> => {
  const row = await lockRow(tx, priceQuote, id, "quote");
  requireVersion(row.version, version);
  if (row.withdrawnReason !== null)
    throw conflict("withdrawn", "This quote was taken out of account already.");
  const of: QuotesOf = row.requisitionId
    ? { type: "requisition", id: row.requisitionId }
    : { type: "purchaseOrder", id: row.purchaseOrderId! };
  const holder = await holderOf(tx, of);
  requireHand(actor, [...holder.hands, row.recordedBy]);
  await updateRow(tx, priceQuote, id, { withdrawnReason: reason });
  note(tx, actor, of.type, holder, {
    action: "withdrawQuote",
    before: told(row),
    note: reason,
    event: `${of.type}.change`,
  });
  return of;
};
