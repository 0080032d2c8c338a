// What an agency reads of its plan and its bills.
import type { Actor } from "#kernel/access.ts";
import { addDays, type Day, type Instant } from "#kernel/time.ts";
import { invoiceList } from "#areas/finance/finance.server.ts";
import { standingsOf } from "#areas/organization/organization.server.ts";
import type { App } from "#server/app.ts";
import { actsByDay } from "#server/audit/history.ts";
import { businessDate } from "#server/clock.ts";
import type { Db } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { storedBytes } from "#server/files/stored-file.ts";
import { runList } from "#server/http/list-page.ts";
import { noticeBefore } from "../agreement/notice.model.ts";
import { creditsOf, disputesOf, lateOf, owedOf, paymentsOf } from "../bill/bill.read.service.ts";
import { ownBillList } from "../bill/bill.list.ts";
import type { OwnBillDetail, OwnBillRow } from "../bill/bill.model.ts";
import { numberOfBill, type BillStored } from "../bill/bill.noun.ts";
import { linesOfBill } from "../bill/paper.service.ts";
import { hostingAgreement, pricePlan } from "../billing.tables.ts";
import { operatorOf } from "../operator/operator.service.ts";
import { periodAfter, priceOf } from "../period/period.model.ts";
import { liveSubscription } from "../subscription/subscription.service.ts";
import type { SubscriptionStored } from "../subscription/subscription.noun.ts";
import { daysOfUse, useByDay } from "../usage/counting.service.ts";
import { offersOf } from "../plan/plan.service.ts";
import type { OpenBill, OwnBilling, OwnPlan, OwnPlans } from "./own.model.ts";
import { orderNumbered, ownBill, takenAs } from "./take.service.ts";

/** The operator's rows of one customer are read in the operator's scope, by the customer's id alone. */
const operatorsSide = (app: Pick<App, "database">, operator: { id: string; timeZone: string }) =>
  app.database.read({ orgId: operator.id, personId: null, timeZone: operator.timeZone });

const planOf = async (db: Db, sub: SubscriptionStored): Promise<OwnPlan> => {
  const [plan, next, agreement] = await Promise.all([
    getRow(db, pricePlan, sub.planId, "plan"),
    sub.nextPlanId ? getRow(db, pricePlan, sub.nextPlanId, "plan") : null,
    sub.agreementId ? getRow(db, hostingAgreement, sub.agreementId, "agreement") : null,
  ]);
  const { planId, billed, periodFrom, periodTo, trialTo, endsOn, nextBilled } = sub;
  const { people, storageGb, callsPerDay } = plan;
  return {
    ...{ planId, billed, periodFrom, periodTo, trialTo, endsOn, nextBilled },
    ...{ people, storageGb, callsPerDay, plan: plan.name, price: sub.priceCents },
    status: sub.status as OwnPlan["status"],
    nextPlan: next?.name ?? null,
    ...{ orderNumber: sub.orderNumber, withoutOrder: sub.withoutOrder },
    agreement: agreement?.number ?? null,
    agreementEndsOn: agreement?.endsOn ?? null,
    noticeBefore: agreement && agreement.noticeOn === null ? noticeBefore(agreement) : null,
  };
};

type Pending = { description: string; fromOn: Day | null; toOn: Day | null; cents: number };
const pendingLines = (db: Db, customerId: string): Promise<Pending[]> =>
  db.rows<Pending>(sql`
    select l.description, l.from_on, l.to_on, l.cents
    from agency_bill b
    join agency_bill_line l on l.org_id = b.org_id and l.bill_id = b.id
    where b.org_id = ${db.scope.orgId}
      and b.customer_id = ${customerId}
      and b.status = 'draft'
      and b.kind = 'bill'
    order by l.from_on, l.created_at, l.id
    limit 100
  `);

const periodLine = async (db: Db, sub: SubscriptionStored): Promise<Pending | null> => {
  const billed = ["active", "past_due", "unpaid"].includes(sub.status);
  if (!billed || (sub.endsOn !== null && sub.endsOn <= sub.periodTo)) return null;
  const agreement = sub.agreementId
    ? await getRow(db, hostingAgreement, sub.agreementId, "agreement")
    : null;
  const plan = await getRow(db, pricePlan, sub.nextPlanId ?? sub.planId, "plan");
  const every = sub.nextBilled ?? sub.billed;
  const changes = sub.nextPlanId !== null || sub.nextBilled !== null;
  const period = periodAfter(sub.anchorOn, sub.billed, sub.periodTo);
  const cents = changes ? priceOf(plan, every, agreement?.discountBp ?? 0) : sub.priceCents;
  if (cents === 0) return null;
  return {
    description: plan.name,
    fromOn: period.from,
    toOn: changes && every !== sub.billed ? null : period.to,
    cents,
  };
};

const nextBill = async (
  db: Db,
  customerId: string,
  sub: SubscriptionStored | null,
  today: Day,
): Promise<OwnBilling["next"]> => {
  const pending = await pendingLines(db, customerId);
  if (pending.length > 0) {
    const total = pending.reduce((sum, { cents }) => sum + cents, 0);
    return { on: today, lines: pending, total };
  }
  const line = sub && (await periodLine(db, sub));
  return line && { on: addDays(sub.periodTo, 1), lines: [line], total: line.cents };
};

type Open = { id: string; orgId: string };
const openBills = async (db: Db, today: Day): Promise<OpenBill[]> => {
  const rows = await db.rows<BillStored & { invoiceId: string | null } & Open>(sql`
    select b.*, t.invoice_id
    from agency_bill b
    left join agency_bill_taken t on t.org_id = b.customer_id and t.bill_id = b.id
    where b.customer_id = ${db.scope.orgId}
      and b.number is not null
      and b.status = 'open'
      and b.kind = 'bill'
    order by b.due_on, b.number
    limit 100
  `);
  return rows.map((bill) => ({
    ...{ id: bill.id, number: numberOfBill(bill), dueOn: bill.dueOn!, owed: owedOf(bill) },
    ...{ daysLate: lateOf(bill, today), disputed: bill.disputedOn !== null },
    invoiceId: bill.invoiceId,
  }));
};

/** What an agency owes by when, its plan, its next bill and its use. 503 before there is an operator. */
export const readBilling = async (db: Db, actor: Actor, app: App): Promise<OwnBilling> => {
  const operator = await operatorOf(app.database);
  const side = operatorsSide(app, operator);
  const today = businessDate(db.scope);
  const sub = await liveSubscription(side, actor.orgId!);
  const [open, plan, next, people, bytes, days, counts] = await Promise.all([
    openBills(db, today),
    sub && planOf(side, sub),
    nextBill(side, actor.orgId!, sub, businessDate(side.scope)),
    standingsOf(db),
    storedBytes(db),
    actsByDay(db, addDays(today, 1 - daysOfUse), today),
    useByDay(db, actor.orgId!),
  ]);
  const sum = (of: readonly OpenBill[]) => of.reduce((cents, { owed }) => cents + owed, 0);
  return {
    ...{ operator: operator.name, open, plan, next },
    ...{ owed: sum(open), late: sum(open.filter(({ daysLate }) => daysLate > 0)) },
    usage: { people: people.length, storedBytes: bytes, days, counts },
  };
};

/** The offers in force beside the plan that an agency has. */
export const readOwnPlans = async (actor: Actor, app: App): Promise<OwnPlans> => {
  const operator = await operatorOf(app.database);
  const side = operatorsSide(app, operator);
  const [offers, sub] = await Promise.all([
    offersOf(side, operator.id),
    liveSubscription(side, actor.orgId!),
  ]);
  return {
    operator: operator.name,
    offers: offers.map((offer) => ({ ...offer, includes: [...offer.includes] })),
    plan: sub && (await planOf(side, sub)),
  };
};

const invoiceOf = async (db: Db, actor: Actor, id: string | null): Promise<string | null> => {
  if (!id || !actor.permissions.has("invoice.read")) return null;
  const { items } = await runList<{ number: string }>(db, actor, invoiceList, {
    ...{ id: [id], limit: 1, count: "none" as const },
  });
  return items[0]?.number ?? null;
};

/** A bill that the actor's agency got, with its lines and what became of it. 404. */
export const readOwnBill = async (
  db: Db,
  actor: Actor,
  id: string,
  app: App,
): Promise<OwnBillDetail> => {
  const { orgId, orderNumber } = await ownBill(db, id);
  const row = await db.one<BillStored>(sql`
    select *
    from agency_bill
    where org_id = ${orgId} and id = ${id} and customer_id = ${db.scope.orgId}
  `);
  const [page, lines, payments, disputes, credits, taken, order, operator] = await Promise.all([
    runList<OwnBillRow>(db, actor, ownBillList, { id: [id], limit: 1, count: "none" }),
    linesOfBill(db, orgId, id),
    paymentsOf(db, orgId, id),
    disputesOf(db, orgId, id),
    creditsOf(db, orgId, id),
    takenAs(db, id),
    orderNumbered(db, actor, orderNumber),
    operatorOf(app.database),
  ]);
  const { payDays, exemptionNumber, exemptionReason, billTo, note } = row;
  return {
    ...page.items[0]!,
    ...{ orderNumber, payDays, exemptionNumber, exemptionReason, billTo, note, lines, credits },
    ...{ paid: row.paid, credited: row.credited, disputes, operator: operator.name },
    daysLate: lateOf(row, businessDate(db.scope)),
    payments: payments.map((each) => ({ ...each, recordedBy: null, decidedBy: null })),
    invoice: await invoiceOf(db, actor, taken?.invoiceId ?? null),
    takenAt: (taken?.createdAt as Instant | undefined) ?? null,
    orderId: order?.id ?? null,
    mayDispute: row.status === "open" && row.disputedOn === null,
  };
};
