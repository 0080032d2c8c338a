import type { Actor } from "#kernel/access.ts";
import { formatDate } from "#kernel/dates.ts";
import { conflict, invalidField } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { formatCents } from "#kernel/money.ts";
import type { Day } from "#kernel/time.ts";
import { receiptLines, takeReceiptLine, type ReceiptLine } from "#areas/finance/finance.server.ts";
import type { ReceiptInput } from "../bill/bill.model.ts";
import { billNoun, type BillStored } from "../bill/bill.noun.ts";
import { closeRequests } from "../bill/bill.service.ts";
import { note } from "#server/change.ts";
import { businessDate } from "#server/clock.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { insertRow, lockRow, updateRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { asSystem, transition } from "#server/lifecycle.ts";
import { servedBill, servedReceipt } from "../served.tables.ts";

type Used = { journalLineId: string; number: string; cents: number };

const usesOf = (db: Db, journalLineIds: readonly string[]) =>
  db.rows<Used>(sql`
    select r.journal_line_id, b.number, sum(r.cents)::bigint as cents
    from served_receipt r
    join served_bill b on b.org_id = r.org_id and b.id = r.bill_id
    where r.org_id = ${db.scope.orgId}
      and r.live
      and r.journal_line_id = any(${[...journalLineIds]}::uuid[])
    group by r.journal_line_id, b.number
    order by b.number
  `);

// No more of a receipt pays bills than came in with it.
const requireRoom = async (tx: Tx, id: string, cents: number): Promise<ReceiptLine> => {
  const line = await takeReceiptLine(tx, id);
  if (!line) throw invalidField("journalLineId", "Choose a receipt that is posted.", "no_receipt");
  const uses = await usesOf(tx, [id]);
  const used = uses.reduce((sum, use) => sum + use.cents, 0);
  if (used + cents > line.cents)
    throw conflict(
      "receipt_used",
      `${line.journal} brought ${formatCents(line.cents)}; ${formatCents(used)} of it pay ${uses.map(({ number }) => number).join(", ") || "nothing yet"}.`,
    );
  return line;
};

type Money = { journalLineId: string | null; receivedOn: Day; reference: string };

const moneyOf = async (tx: Tx, input: ReceiptInput, bill: BillStored): Promise<Money> => {
  if (input.journalLineId) {
    const line = await requireRoom(tx, input.journalLineId, input.cents);
    const reference = [line.journal, line.receiptNo].filter(Boolean).join(" ").slice(0, 120);
    return { journalLineId: line.id, receivedOn: line.onDay, reference };
  }
  const { receivedOn, reference } = input;
  if (!receivedOn) throw invalidField("receivedOn", "Enter the day.", "no_day");
  if (receivedOn > businessDate(tx.scope))
    throw invalidField("receivedOn", "This day has not come yet.", "day_ahead");
  if (bill.issuedOn && receivedOn < bill.issuedOn)
    throw invalidField(
      "receivedOn",
      `The bill went out on ${formatDate(bill.issuedOn)}: its money came on that day or later.`,
      "before_bill",
    );
  if (!reference)
    throw invalidField("reference", "Enter the number of the check or transfer.", "no_reference");
  return { journalLineId: null, receivedOn, reference };
};

const statusBy = (bill: BillStored, received: number) => {
  if (received === bill.total) return "paid" as const;
  if (bill.status === "disputed") return "disputed" as const;
  return received > 0 ? ("part_paid" as const) : ("sent" as const);
};

// What came in moves the bill; nobody presses that.
const move = async (tx: Tx, actor: Actor, id: string, by: number, said: string) => {
  const bill = await transition(tx, asSystem(actor), billNoun, {
    ...{ id, action: "receive" },
    effect: async (before) => {
      const received = before.received + by;
      return { to: statusBy(before, received), patch: { received }, note: said };
    },
  });
  if (bill.status === "paid") await closeRequests(tx, actor, bill);
  return bill;
};

/**
 * Keeps money of a client for a bill: of a posted receipt, or typed. 404; 409 `receipt_used`, `receipt_known`; 422
 * `beyond_owed`, `no_receipt`, `no_day`, `day_ahead`, `before_bill`, `no_reference`.
 */
export const receive = async (
  tx: Tx,
  actor: Actor,
  billId: string,
  input: ReceiptInput,
): Promise<BillStored> => {
  const bill = await lockRow(tx, servedBill, billId, "bill");
  if (!["sent", "part_paid", "disputed"].includes(bill.status))
    throw conflict("not_open", "Money is kept for a bill that was sent and is not settled.");
  if (input.cents > bill.total - bill.received)
    throw invalidField(
      "cents",
      `${formatCents(bill.total - bill.received)} are owed. What came beyond belongs to another bill.`,
      "beyond_owed",
    );
  const money = await moneyOf(tx, input, bill);
  const known = await tx.maybe(sql`
    select 1 as known
    from served_receipt
    where org_id = ${bill.orgId}
      and bill_id = ${billId}
      and live
      and received_on = ${money.receivedOn}
      and cents = ${input.cents}
      and lower(reference) = lower(${money.reference})
  `);
  if (known) throw conflict("receipt_known", "This receipt is kept for this bill already.");
  await insertRow(tx, servedReceipt, {
    ...{ ...money, orgId: bill.orgId, id: newId(), billId, cents: input.cents },
    enteredBy: actor.personId,
  });
  return move(tx, actor, billId, input.cents, `${formatCents(input.cents)}, ${money.reference}`);
};

/** Takes a receipt back that was kept wrongly, with the reason. 404; 409 `taken_back`. */
export const takeBack = async (
  tx: Tx,
  actor: Actor,
  id: string,
  reason: string,
): Promise<BillStored> => {
  const receipt = await lockRow(tx, servedReceipt, id, "receipt");
  if (!receipt.live) throw conflict("taken_back", "This receipt is taken back already.");
  await updateRow(tx, servedReceipt, id, { live: false, takenBack: reason });
  return move(tx, actor, receipt.billId, -receipt.cents, `Taken back: ${reason}`.slice(0, 500));
};

/** Says which posted receipt a typed one is: the books have it now. 404; 409 `booked_already`, `receipt_used`; 422. */
export const bookReceipt = async (
  tx: Tx,
  actor: Actor,
  id: string,
  journalLineId: string,
): Promise<{ id: string }> => {
  const receipt = await lockRow(tx, servedReceipt, id, "receipt");
  if (!receipt.live || receipt.journalLineId)
    throw conflict("booked_already", "The books have this receipt, or it was taken back.");
  const line = await requireRoom(tx, journalLineId, receipt.cents);
  await updateRow(tx, servedReceipt, id, { journalLineId });
  note(tx, actor, "clientBill", receipt.billId, {
    ...{ action: "clientBill.book", note: `${receipt.reference} is ${line.journal}` },
    after: { receiptId: id, journal: line.journal },
  });
  return { id };
};

/** Posted receipts of a search with what no bill used of each, in cents; at most 50. */
export const freeReceipts = async (
  db: Db,
  q: string,
): Promise<(ReceiptLine & { left: number })[]> => {
  const lines = await receiptLines(db, { q });
  const uses = await usesOf(
    db,
    lines.map(({ id }) => id),
  );
  return lines
    .map((line) => ({
      ...line,
      left:
        line.cents -
        uses.reduce((sum, use) => sum + (use.journalLineId === line.id ? use.cents : 0), 0),
    }))
    .filter(({ left }) => left > 0)
    .slice(0, 50);
};

/** Takes back what reversed receipts brought: the books have that money no more. */
export const takeBackReversed = async (tx: Tx, actor: Actor): Promise<void> => {
  const kept = await tx.rows<{ id: string; journalLineId: string }>(sql`
    select r.id, r.journal_line_id
    from served_receipt r
    join served_bill b on b.org_id = r.org_id and b.id = r.bill_id
    where r.org_id = ${tx.scope.orgId}
      and r.live
      and r.journal_line_id is not null
      and b.status <> 'written_off'
    order by r.id
    limit 5000
  `);
  const lines = await receiptLines(tx, { ids: kept.map(({ journalLineId }) => journalLineId) });
  const reversed = new Map(lines.flatMap((line) => (line.reversed ? [[line.id, line]] : [])));
  for (const { id, journalLineId } of kept) {
    const line = reversed.get(journalLineId);
    if (line) await takeBack(tx, actor, id, `${line.journal} was reversed.`);
  }
};
