// What a customer holds against a bill: its clock stands still until the operator answered.
import type { Actor } from "#kernel/access.ts";
import { conflict, notFound } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { note } from "#server/change.ts";
import { businessDate } from "#server/clock.ts";
import type { Tx } from "#server/db/db.ts";
import { insertRow, lockRow, updateRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { notify, peopleWhoMay } from "#areas/organization/organization.server.ts";
import { agencyBill, agencyBillDispute } from "../billing.tables.ts";
import { billNoun, numberOfBill, type BillStored } from "../bill/bill.noun.ts";
import { daysOfDispute } from "../bill/late.model.ts";
import type { Customer } from "../operator/operator.service.ts";

/**
 * Keeps what a customer holds against a bill of its own, in the operator's scope; operators hear of it. 404 for a bill
 * of another agency; 409 `not_open`, `dispute_open`.
 */
export const openDispute = async (
  tx: Tx,
  who: Actor,
  customer: Customer,
  billId: string,
  reason: string,
): Promise<BillStored> => {
  const bill = await lockRow(tx, agencyBill, billId, "bill");
  if (bill.customerId !== customer.id || bill.number === null) throw notFound("bill");
  if (bill.status !== "open")
    throw conflict("not_open", `${bill.number} is not open, so there is nothing to dispute.`);
  if (bill.disputedOn !== null)
    throw conflict("dispute_open", `${bill.number} is disputed already; the operator answers.`);
  const today = businessDate(tx.scope);
  await insertRow(tx, agencyBillDispute, {
    ...{ orgId: bill.orgId, id: newId(), billId, customerId: customer.id, openedOn: today, reason },
    ...{ openedBy: who.personId, openedName: who.name.slice(0, 160) },
  });
  const after = await updateRow(tx, agencyBill, billId, { disputedOn: today });
  note(
    tx,
    who,
    billNoun,
    { id: billId, number: bill.number },
    {
      ...{ action: "dispute", note: reason, before: bill, after },
    },
  );
  notify(tx, await peopleWhoMay(tx, "platform.edit"), {
    ...{ kind: "billing", title: `${customer.name} disputes ${bill.number}` },
    ...{ body: reason.slice(0, 300), link: `/business-plan-management/bills/${billId}` },
  });
  return after;
};

/** Answers a dispute with what was found: the bill's days count again. 404; 409 `not_disputed`. */
export const settleDispute = async (
  tx: Tx,
  actor: Actor,
  billId: string,
  outcome: string,
): Promise<BillStored> => {
  const bill = await lockRow(tx, agencyBill, billId, "bill");
  const open = await tx.maybe<{ id: string }>(sql`
    select id
    from agency_bill_dispute
    where org_id = ${tx.scope.orgId} and bill_id = ${billId} and settled_on is null
  `);
  if (!open || bill.disputedOn === null)
    throw conflict("not_disputed", `${numberOfBill(bill)} is not disputed.`);
  const today = businessDate(tx.scope);
  const clock = { dueOn: bill.dueOn ?? today, disputedOn: bill.disputedOn };
  await updateRow(tx, agencyBillDispute, open.id, {
    ...{ settledOn: today, outcome, settledBy: actor.personId },
  });
  const after = await updateRow(tx, agencyBill, billId, {
    ...{ disputedOn: null, daysStopped: bill.daysStopped + daysOfDispute(clock, today) },
  });
  note(
    tx,
    actor,
    billNoun,
    { id: billId, number: bill.number },
    {
      ...{ action: "settleDispute", note: outcome, before: bill, after },
    },
  );
  return after;
};
