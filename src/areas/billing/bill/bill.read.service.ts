import type { Actor } from "#kernel/access.ts";
import { membersNamed } from "#areas/organization/organization.server.ts";
import { businessDate } from "#server/clock.ts";
import type { Db } from "#server/db/db.ts";
import { findRow, getRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { actionsAsked } from "#server/lifecycle.ts";
import { agencyBill, hostingAgreement } from "../billing.tables.ts";
import type { BillDetail, DisputeRow, PaymentRow } from "./bill.model.ts";
import { billNoun, numberOfBill, type BillStored } from "./bill.noun.ts";
import { daysLate } from "./late.model.ts";
import { linesOfBill } from "./paper.service.ts";

type Paid = Omit<PaymentRow, "recordedBy" | "decidedBy"> & {
  recordedBy: string | null;
  decidedBy: string | null;
};

/** Money of a bill: for its customer what is confirmed, as the policy shows it. */
export const paymentsOf = (db: Db, operatorId: string, billId: string): Promise<Paid[]> =>
  db.rows<Paid>(sql`
    select
      id, status, cents, received_on, means, reference, recorded_by, decided_by, rejected_because
    from agency_bill_payment
    where org_id = ${operatorId} and bill_id = ${billId}
    order by received_on, created_at, id
    limit 500
  `);

/** What its customer held against a bill. */
export const disputesOf = (db: Db, operatorId: string, billId: string): Promise<DisputeRow[]> =>
  db.rows<DisputeRow>(sql`
    select id, opened_on, reason, opened_name, settled_on, outcome
    from agency_bill_dispute
    where org_id = ${operatorId} and bill_id = ${billId}
    order by opened_on, created_at, id
    limit 100
  `);

/** Credit notes of a bill. */
export const creditsOf = (db: Db, operatorId: string, billId: string) =>
  db.rows<{ id: string; number: string | null; total: number }>(sql`
    select id, number, total
    from agency_bill
    where org_id = ${operatorId} and credits_id = ${billId} and status <> 'void'
    order by created_at, id
    limit 100
  `);

const remindersOf = (db: Db, billId: string) =>
  db.rows<BillDetail["reminders"][number]>(sql`
    select stage, sent_on, letters
    from agency_bill_reminder
    where org_id = ${db.scope.orgId} and bill_id = ${billId}
    order by stage
  `);

/** What is owed of a bill, in cents. */
export const owedOf = ({ status, total, paid, credited }: BillStored): number =>
  status === "open" ? total - paid - credited : 0;

/** How many days an open bill is late on a day. */
export const lateOf = (bill: BillStored, today: ReturnType<typeof businessDate>): number =>
  bill.status === "open" && bill.dueOn ? daysLate({ ...bill, dueOn: bill.dueOn }, today) : 0;

/** A bill with its lines, its money and what may be done, for operators. 404. */
export const readBill = async (db: Db, actor: Actor, id: string): Promise<BillDetail> => {
  const row = await getRow(db, agencyBill, id, "bill");
  const [lines, payments, disputes, credits, reminders, agreement, actions] = await Promise.all([
    linesOfBill(db, row.orgId, id),
    paymentsOf(db, row.orgId, id),
    disputesOf(db, row.orgId, id),
    creditsOf(db, row.orgId, id),
    remindersOf(db, id),
    row.agreementId ? findRow(db, hostingAgreement, row.agreementId) : null,
    actionsAsked(db, actor, billNoun, row),
  ]);
  const named = [
    row.draftedBy,
    row.issuedBy,
    ...payments.flatMap((p) => [p.recordedBy, p.decidedBy]),
  ];
  const people = await membersNamed(db, { ids: named.flatMap((each) => each ?? []) });
  const nameOf = (person: string | null) => people.find((p) => p.id === person)?.name ?? null;
  const { kind, status, customerId, periodFrom, periodTo, issuedOn, dueOn, total, version } = row;
  const { orderNumber, payDays, exemptionNumber, exemptionReason, billTo, billEmail, note } = row;
  return {
    ...{ id, kind, customerId, periodFrom, periodTo, issuedOn, dueOn, total, version },
    ...{ orderNumber, payDays, exemptionNumber, exemptionReason, billTo, billEmail, note },
    status: status as BillDetail["status"],
    ...{ number: numberOfBill(row), customer: row.customerName, owed: owedOf(row) },
    ...{ disputed: row.disputedOn !== null, paid: row.paid, credited: row.credited },
    ...{ daysLate: lateOf(row, businessDate(db.scope)), lines, disputes, credits, reminders },
    payments: payments.map((p) => ({
      ...p,
      ...{ recordedBy: nameOf(p.recordedBy), decidedBy: nameOf(p.decidedBy) },
    })),
    ...{ draftedBy: nameOf(row.draftedBy), issuedBy: nameOf(row.issuedBy) },
    ...{ agreementId: row.agreementId, agreement: agreement?.number ?? null, actions },
  };
};
