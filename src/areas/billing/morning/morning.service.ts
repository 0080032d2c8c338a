// What follows from the day in the operator's agency: trials end, periods are billed, late bills are reminded of.
import { systemActor, type Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import type { Day } from "#kernel/time.ts";
import { declarationInForce } from "#areas/emergency/emergency.server.ts";
import { ownOrShipped, leastOf } from "#areas/governance/governance.public.ts";
import { rulesOfKey } from "#areas/governance/governance.server.ts";
import type { App } from "#server/app.ts";
import { change, note } from "#server/change.ts";
import { businessDate } from "#server/clock.ts";
import type { Database, Db, Tx } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import type { AgencyDay } from "#server/jobs/agency-days.ts";
import { asSystem, transition } from "#server/lifecycle.ts";
import { queueMail } from "#server/mail/mail.ts";
import { runningAgency } from "#server/operation/running-agency.ts";
import { todayOf } from "#server/restored/clocks.ts";
import { keepAccess } from "./access.service.ts";
import { activateAgreement, endTerm } from "../agreement/agreement.service.ts";
import type { AgreementStored } from "../agreement/agreement.noun.ts";
import { reminderLetter } from "../bill/bill.letters.ts";
import { billNoun, type BillStored } from "../bill/bill.noun.ts";
import { billPeriod } from "../bill/draft.service.ts";
import { lateBillRule } from "../bill/late-rule.data.ts";
import { consequenceOf, daysLate, stageOf, type LateRule } from "../bill/late.model.ts";
import { hostingAgreement, pricePlan } from "../billing.tables.ts";
import { customerAdministrators } from "../operator/operator.service.ts";
import { periodAfter, priceOf } from "../period/period.model.ts";
import { subscriptionNoun, type SubscriptionStored } from "../subscription/subscription.noun.ts";
import { endPlan, endTrial } from "../subscription/subscription.service.ts";

/** At most so many of a kind in one round; the next day goes on. */
const most = 2000;
/** So many periods are made good at once where nobody ran this for long. */
const mostPeriods = 36;

/** The rule of late bills on a day: the agency's own, else as shipped. */
const lateRuleOn = async (db: Db, today: Day): Promise<LateRule> => {
  const rules = ownOrShipped(await rulesOfKey(db, lateBillRule.key), lateBillRule.key, today);
  const of = (name: keyof typeof lateBillRule.parameters) =>
    leastOf(rules, name) ?? Number(lateBillRule.parameters[name]);
  return {
    reminders: [of("firstReminderDays"), of("secondReminderDays"), of("thirdReminderDays")],
    readOnlyAfter: of("readOnlyDays"),
  };
};

/** Agreements begin on their first day; behind their last one they are renewed, or over with their plan. */
const keepTerms = async (tx: Tx, who: Actor): Promise<void> => {
  const today = businessDate(tx.scope);
  const due = await tx.rows<AgreementStored>(sql`
    select *
    from hosting_agreement
    where org_id = ${tx.scope.orgId}
      and (
        (status = 'approved' and starts_on <= ${today})
        or (status = 'active' and ends_on < ${today})
      )
    order by id
    limit ${most}
    for update
  `);
  for (const row of due) {
    let held = row.status === "approved" ? await activateAgreement(tx, who, row) : row;
    while (held.status === "active" && held.endsOn < today) held = await endTerm(tx, who, held);
  }
};

const nextPeriod = async (
  tx: Tx,
  who: Actor,
  sub: SubscriptionStored,
): Promise<SubscriptionStored> => {
  const changes = sub.nextPlanId !== null || sub.nextBilled !== null;
  const from = periodAfter(sub.anchorOn, sub.billed, sub.periodTo).from;
  const billed = sub.nextBilled ?? sub.billed;
  // Another way of billing begins anew on that day.
  const anchorOn = billed === sub.billed ? sub.anchorOn : from;
  const period =
    billed === sub.billed
      ? periodAfter(sub.anchorOn, sub.billed, sub.periodTo)
      : periodAfter(from, billed, sub.periodTo);
  const plan = await getRow(tx, pricePlan, sub.nextPlanId ?? sub.planId, "plan");
  const bp = sub.agreementId
    ? (await getRow(tx, hostingAgreement, sub.agreementId, "agreement")).discountBp
    : 0;
  return change(tx, asSystem(who), subscriptionNoun, {
    ...{ id: sub.id, action: "nextPeriod" },
    patch: {
      ...{ anchorOn, billed, periodFrom: period.from, periodTo: period.to, prorated: 0 },
      ...{ planId: plan.id, nextPlanId: null, nextBilled: null },
      priceCents: changes ? priceOf(plan, billed, bp) : sub.priceCents,
    },
  });
};

const billed = new Set(["active", "past_due", "unpaid"]);

const keepSubscription = async (
  tx: Tx,
  who: Actor,
  row: SubscriptionStored,
  today: Day,
): Promise<number> => {
  let sub = row;
  let made = 0;
  for (let n = 0; n < mostPeriods; n++) {
    if (billed.has(sub.status) && sub.priceCents > 0) {
      const { name } = await getRow(tx, pricePlan, sub.planId, "plan");
      if (await billPeriod(tx, who, sub, name)) made += 1;
    }
    if (sub.periodTo >= today) return made;
    if (sub.endsOn !== null && sub.endsOn <= sub.periodTo) {
      await endPlan(tx, who, sub, sub.endsOn);
      return made;
    }
    sub = await nextPeriod(tx, who, sub);
  }
  return made;
};

/**
 * Ends trials that are over, and drafts a bill for each period that began; a period is billed once, whatever the
 * clock says. Gives how many periods were billed.
 */
const billDue = async (tx: Tx, who: Actor): Promise<number> => {
  const today = businessDate(tx.scope);
  const over = await tx.rows<SubscriptionStored>(sql`
    select *
    from agency_subscription
    where org_id = ${tx.scope.orgId} and status = 'trialing' and trial_to < ${today}
    order by id
    limit ${most}
    for update
  `);
  for (const row of over) await endTrial(tx, who, row);
  const subs = await tx.rows<SubscriptionStored>(sql`
    select s.*
    from agency_subscription s
    where s.org_id = ${tx.scope.orgId}
      and s.status in ('active', 'past_due', 'unpaid', 'paused')
      and s.period_from <= ${today}
      and (
        s.period_to < ${today}
        or not exists (
          select 1
          from agency_bill_line l
          where l.org_id = s.org_id
            and l.subscription_id = s.id
            and l.kind = 'period'
            and l.from_on = s.period_from
        )
      )
    order by s.id
    limit ${most}
    for update
  `);
  let made = 0;
  for (const row of subs) made += await keepSubscription(tx, who, row, today);
  return made;
};

type LateBill = BillStored & { last: number };
const lateBills = (db: Db, today: Day, locked: boolean): Promise<LateBill[]> =>
  db.rows<LateBill>(sql`
    select
      b.*,
      coalesce(
        (
          select max(m.stage)
          from agency_bill_reminder m
          where m.org_id = b.org_id and m.bill_id = b.id
        ),
        0
      )::int as last
    from agency_bill b
    where b.org_id = ${db.scope.orgId}
      and b.status = 'open'
      and b.kind = 'bill'
      and b.due_on < ${today}
    order by b.id
    limit ${most} ${locked ? sql`for update of b` : sql``}
  `);

const lateness = (bill: LateBill, today: Day) => daysLate({ ...bill, dueOn: bill.dueOn! }, today);

/** Reminds of late bills by the stage that each has reached, once; what is disputed is not reminded of. */
const remindLate = async (tx: Tx, who: Actor, database: Database): Promise<number> => {
  const today = businessDate(tx.scope);
  const rule = await lateRuleOn(tx, today);
  let sent = 0;
  for (const bill of await lateBills(tx, today, true)) {
    const days = lateness(bill, today);
    const stage = stageOf(rule, days);
    if (bill.disputedOn !== null || stage <= bill.last) continue;
    const people = await customerAdministrators(database, bill.customerId);
    const owed = bill.total - bill.paid - bill.credited;
    await tx.rows(sql`
      insert into agency_bill_reminder (org_id, id, bill_id, stage, sent_on, letters)
      values (${bill.orgId}, ${newId()}, ${bill.id}, ${stage}, ${today}, ${people.length})
    `);
    for (const { email } of people)
      await queueMail(tx, {
        ...reminderLetter({
          ...{ customer: bill.customerName, number: bill.number!, owed, dueOn: bill.dueOn! },
          ...{ daysLate: days, readOnlyAfter: rule.readOnlyAfter },
        }),
        ...{ orgId: bill.orgId, to: email },
      });
    note(
      tx,
      who,
      billNoun,
      { id: bill.id, number: bill.number },
      {
        ...{
          action: "remind",
          note: `${days} days late, to ${people.map((p) => p.name).join(", ")}`,
        },
        after: { stage, owed },
      },
    );
    sent += people.length;
  }
  return sent;
};

type Standing = "none" | "late" | "read_only";
const worse = (a: Standing, b: Standing): Standing =>
  a === "read_only" || b === "read_only"
    ? "read_only"
    : a === "late" || b === "late"
      ? "late"
      : "none";

// What a standing asks of a plan, step after step: it is late before it is unpaid.
const steps: Readonly<Record<Standing, Readonly<Record<string, "late" | "unpaid" | "settled">>>> = {
  none: { past_due: "settled", unpaid: "settled" },
  late: { active: "late", unpaid: "settled" },
  read_only: { active: "late", past_due: "unpaid" },
};

/** How each agency with a plan stands with its bills now; `declared`: those under a declaration of their own. */
const keepStandings = async (
  tx: Tx,
  who: Actor,
  declared: ReadonlySet<string>,
): Promise<{ customerId: string; before: string; after: string }[]> => {
  const today = businessDate(tx.scope);
  const rule = await lateRuleOn(tx, today);
  const standings = new Map<string, Standing>();
  for (const bill of await lateBills(tx, today, false)) {
    if (bill.customerId === null) continue;
    const now = consequenceOf(rule, lateness(bill, today), declared.has(bill.customerId));
    standings.set(bill.customerId, worse(standings.get(bill.customerId) ?? "none", now));
  }
  const subs = await tx.rows<{ id: string; customerId: string; status: string }>(sql`
    select id, customer_id, status
    from agency_subscription
    where org_id = ${tx.scope.orgId}
      and customer_id is not null
      and status in ('active', 'past_due', 'unpaid')
    order by id
    for update
  `);
  const moved: { customerId: string; before: string; after: string }[] = [];
  for (const { id, customerId, status: before } of subs) {
    let status = before;
    const asked = steps[standings.get(customerId) ?? "none"];
    for (let n = 0; n < 3; n++) {
      const action = asked[status];
      if (!action) break;
      ({ status } = await transition(tx, asSystem(who), subscriptionNoun, { id, action }));
    }
    if (status !== before) moved.push({ customerId, before, after: status });
  }
  return moved;
};

/** Agencies with late bills that are under an emergency that they declared. */
const declaredAmong = async (database: Database, db: Db): Promise<ReadonlySet<string>> => {
  const late = await lateBills(db, businessDate(db.scope), false);
  const ids = new Set(late.flatMap(({ customerId }) => customerId ?? []));
  const declared = new Set<string>();
  for (const orgId of ids)
    if (await declarationInForce(database.read({ orgId, personId: null }))) declared.add(orgId);
  return declared;
};

/** How agencies stand with their bills now, and what that takes from them or gives back. */
export const keepStanding = async (app: Pick<App, "database">, actor: Actor): Promise<void> => {
  const { database } = app;
  const declared = await declaredAmong(database, database.read(actor));
  await database.transaction(actor, (tx) => keepStandings(tx, actor, declared));
  await keepAccess(app, actor.orgId!);
};

/** Everything that a day does to plans and bills, in the operator's agency. */
export const keepBilling = async (app: Pick<App, "database">, actor: Actor): Promise<void> => {
  const { database } = app;
  await database.transaction(actor, (tx) => keepTerms(tx, actor));
  await database.transaction(actor, (tx) => billDue(tx, actor));
  await database.transaction(actor, (tx) => remindLate(tx, actor, database));
  await keepStanding(app, actor);
};

/** Each morning of the agency that runs the installation. */
export const billingDay: AgencyDay = {
  name: "subscriptions",
  at: "05:40",
  afterRestore: {
    kind: "letters",
    due: `
      select
        count(*)::int as due, count(distinct b.customer_id)::int as people,
        min(b.due_on)::timestamptz as since
      from agency_bill b
      where b.status = 'open' and b.due_on < ${todayOf("b.org_id")}
    `,
  },
  run: async (app, orgId) => {
    if (orgId !== (await runningAgency(app.database))) return;
    await keepBilling(app, systemActor(orgId, undefined, "Billing"));
  },
};
