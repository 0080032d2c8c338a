// Money for bills: one operator records it, another confirms it. Only what is confirmed is paid.
import type { Actor } from "#kernel/access.ts";
import { conflict, invalidField, notAllowed } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { formatCents } from "#kernel/money.ts";
import { note } from "#server/change.ts";
import { businessDate, businessNow } from "#server/clock.ts";
import type { Tx } from "#server/db/db.ts";
import { insertRow, lockRow, updateRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import type { Instant } from "#kernel/time.ts";
import { agencyBill, agencyBillPayment } from "../billing.tables.ts";
import type { PaymentInput } from "../bill/bill.model.ts";
import { billNoun, numberOfBill, type BillStored } from "../bill/bill.noun.ts";
import { settleBill } from "../bill/bill.service.ts";

type Payment = typeof agencyBillPayment.$inferSelect;

const told = (
  tx: Tx,
  actor: Actor,
  bill: BillStored,
  action: string,
  said: string,
  after: object,
) =>
  note(
    tx,
    actor,
    billNoun,
    { id: bill.id, number: numberOfBill(bill) },
    {
      ...{ action, note: said, after },
    },
  );

const recordedOf = async (tx: Tx, billId: string): Promise<number> =>
  (
    await tx.one<{ cents: number }>(sql`
      select coalesce(sum(cents), 0)::bigint as cents
      from agency_bill_payment
      where org_id = ${tx.scope.orgId} and bill_id = ${billId} and status = 'recorded'
    `)
  ).cents;

/**
 * Records money that came for a bill, in parts too; it counts once another operator confirmed it. 404; 409
 * `not_open`; 422 `over_owed`, `after_today`.
 */
export const recordPayment = async (
  tx: Tx,
  actor: Actor,
  billId: string,
  input: PaymentInput,
): Promise<BillStored> => {
  const bill = await lockRow(tx, agencyBill, billId, "bill");
  if (bill.status !== "open")
    throw conflict("not_open", `${numberOfBill(bill)} is not open, so no money is kept for it.`);
  if (input.receivedOn > businessDate(tx.scope))
    throw invalidField("receivedOn", "That day is still to come.", "after_today");
  const left = bill.total - bill.paid - bill.credited - (await recordedOf(tx, billId));
  if (input.cents > left)
    throw invalidField(
      "cents",
      `${formatCents(left)} of ${bill.number} are neither paid nor recorded. Enter at most that.`,
      "over_owed",
    );
  const payment = await insertRow(tx, agencyBillPayment, {
    ...{ ...input, orgId: bill.orgId, id: newId(), billId, customerId: bill.customerId },
    recordedBy: actor.personId,
  });
  told(
    tx,
    actor,
    bill,
    "recordPayment",
    `${formatCents(input.cents)}, ${input.reference}`,
    payment,
  );
  return bill;
};

const undecided = async (tx: Tx, actor: Actor, id: string): Promise<Payment> => {
  const payment = await lockRow(tx, agencyBillPayment, id, "payment");
  if (payment.status !== "recorded")
    throw conflict("decided", "This payment is confirmed or rejected already.");
  if (payment.recordedBy === actor.personId)
    throw notAllowed("You recorded this payment, so another operator decides it.", "own_payment");
  return payment;
};

const decided = (tx: Tx, actor: Actor, status: "confirmed" | "rejected", because = "") => ({
  ...{ status, decidedBy: actor.personId, rejectedBecause: because },
  decidedAt: businessNow(tx.scope).toISOString() as Instant,
});

/** Confirms what another operator recorded: the bill is paid by so much. 403 `own_payment`; 404; 409 `decided`. */
export const confirmPayment = async (tx: Tx, actor: Actor, id: string): Promise<BillStored> => {
  const payment = await undecided(tx, actor, id);
  const bill = await lockRow(tx, agencyBill, payment.billId, "bill");
  await updateRow(tx, agencyBillPayment, id, decided(tx, actor, "confirmed"));
  const paid = await updateRow(tx, agencyBill, bill.id, { paid: bill.paid + payment.cents });
  told(tx, actor, bill, "confirmPayment", formatCents(payment.cents), { paid: paid.paid });
  return settleBill(tx, actor, paid);
};

/** Rejects money that another operator recorded wrongly. 403 `own_payment`; 404; 409 `decided`. */
export const rejectPayment = async (
  tx: Tx,
  actor: Actor,
  id: string,
  reason: string,
): Promise<BillStored> => {
  const payment = await undecided(tx, actor, id);
  const bill = await lockRow(tx, agencyBill, payment.billId, "bill");
  await updateRow(tx, agencyBillPayment, id, decided(tx, actor, "rejected", reason));
  told(tx, actor, bill, "rejectPayment", reason, { cents: payment.cents });
  return bill;
};

/**
 * Takes confirmed money back that did not stay (a check without cover); its bill is open again. By another operator
 * than who confirmed it. 403 `own_payment`; 404; 409 `not_confirmed`.
 */
export const takeBackPayment = async (
  tx: Tx,
  actor: Actor,
  id: string,
  reason: string,
): Promise<BillStored> => {
  const payment = await lockRow(tx, agencyBillPayment, id, "payment");
  if (payment.status !== "confirmed")
    throw conflict("not_confirmed", "Only confirmed money is taken back.");
  if (payment.decidedBy === actor.personId)
    throw notAllowed(
      "You confirmed this payment, so another operator takes it back.",
      "own_payment",
    );
  const bill = await lockRow(tx, agencyBill, payment.billId, "bill");
  await updateRow(tx, agencyBillPayment, id, decided(tx, actor, "rejected", reason));
  const paid = await updateRow(tx, agencyBill, bill.id, { paid: bill.paid - payment.cents });
  told(tx, actor, bill, "takeBackPayment", reason, { paid: paid.paid });
  return settleBill(tx, actor, paid);
};
