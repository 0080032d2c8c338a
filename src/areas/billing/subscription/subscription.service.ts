// What an agency's plan does: chosen, changed, ended. All in the operator's scope.
import type { Actor } from "#kernel/access.ts";
import { formatDate } from "#kernel/dates.ts";
import { conflict, invalidField, notFound } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { formatCents } from "#kernel/money.ts";
import { addDays, type Day } from "#kernel/time.ts";
import { change, note } from "#server/change.ts";
import { businessDate } from "#server/clock.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow, insertRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { asSystem, transition, type TakenStep } from "#server/lifecycle.ts";
import { noticeBefore } from "../agreement/notice.model.ts";
import { addToDraft } from "../bill/draft.service.ts";
import { agencySubscription, hostingAgreement, pricePlan } from "../billing.tables.ts";
import type { Customer } from "../operator/operator.service.ts";
import type { Billed } from "../period/period.labels.ts";
import { daysLeft, daysOf, periodOf, priceOf } from "../period/period.model.ts";
import { changeOfPlan, type PlanChange } from "./change.model.ts";
import type { ChangePreview, ChoiceInput, MovePreview, OrderInput } from "./subscription.model.ts";
import { subscriptionNoun, type SubscriptionStored } from "./subscription.noun.ts";

type Plan = typeof pricePlan.$inferSelect;

/** The plan that a customer has; null before it chose one, after it ended, and of an agency that is gone. */
export const liveSubscription = async (
  db: Db,
  customerId: string | null,
): Promise<SubscriptionStored | null> => {
  if (customerId === null) return null;
  const found = await db.maybe<{ id: string }>(sql`
    select id
    from agency_subscription
    where org_id = ${db.scope.orgId} and customer_id = ${customerId} and status <> 'cancelled'
  `);
  return found && getRow(db, agencySubscription, found.id, "subscription");
};

const requireLive = async (db: Db, customerId: string): Promise<SubscriptionStored> => {
  const live = await liveSubscription(db, customerId);
  if (!live) throw conflict("no_plan", "Your agency has no plan yet. Choose one first.");
  return live;
};

const offered = async (db: Db, planId: string): Promise<Plan> => {
  const plan = await getRow(db, pricePlan, planId, "plan");
  if (plan.status !== "published" || !plan.public)
    throw conflict("not_offered", `${plan.name} is not offered any more. Choose another plan.`);
  return plan;
};

const discountOf = async (db: Db, { agreementId }: SubscriptionStored): Promise<number> =>
  agreementId ? (await getRow(db, hostingAgreement, agreementId, "agreement")).discountBp : 0;

const stepTo = async (
  db: Db,
  live: SubscriptionStored,
  plan: Plan,
  billed: Billed,
): Promise<PlanChange> =>
  changeOfPlan(
    { ...live, period: { from: live.periodFrom, to: live.periodTo } },
    { priceCents: priceOf(plan, billed, await discountOf(db, live)), billed },
    businessDate(db.scope),
  );

/** What a change to a plan would do now, with its cents. 404; 409 `no_plan`, `not_offered`. */
export const previewChange = async (
  db: Db,
  customerId: string,
  { planId, billed }: ChoiceInput,
): Promise<ChangePreview> => {
  const [live, plan] = await Promise.all([requireLive(db, customerId), offered(db, planId)]);
  const [current, step] = await Promise.all([
    getRow(db, pricePlan, live.planId, "plan"),
    stepTo(db, live, plan, billed),
  ]);
  const period = { from: live.periodFrom, to: live.periodTo };
  return {
    ...{ at: step.at, on: step.on, cents: step.cents },
    days: step.at === "now" ? daysLeft(period, step.on) : 0,
    periodDays: daysOf(period),
    from: { plan: current.name, price: live.priceCents, billed: live.billed },
    to: { plan: plan.name, price: step.priceCents, billed },
  };
};

const begun = async (
  tx: Tx,
  customer: Customer,
  plan: Plan,
): Promise<{ status: "trialing" | "active" | "incomplete"; trial: boolean }> => {
  const before = await tx.maybe(sql`
    select id
    from agency_subscription
    where org_id = ${tx.scope.orgId} and customer_id = ${customer.id}
    limit 1
  `);
  if (plan.monthlyCents === 0 && plan.yearlyCents === 0) return { status: "active", trial: false };
  return plan.trialDays > 0 && !before
    ? { status: "trialing", trial: true }
    : { status: "incomplete", trial: false };
};

const firstPlan = async (
  tx: Tx,
  who: Actor,
  customer: Customer,
  plan: Plan,
  billed: Billed,
): Promise<SubscriptionStored> => {
  const today = businessDate(tx.scope);
  const { status, trial } = await begun(tx, customer, plan);
  const period = trial
    ? { from: today, to: addDays(today, plan.trialDays - 1) }
    : periodOf(today, billed, 0);
  const row = await insertRow(tx, agencySubscription, {
    ...{ orgId: tx.scope.orgId!, id: newId(), customerId: customer.id, status, billed },
    ...{ customerName: customer.name, planId: plan.id, priceCents: priceOf(plan, billed) },
    ...{ anchorOn: today, periodFrom: period.from, periodTo: period.to },
    trialTo: trial ? period.to : null,
    chosenBy: who.personId,
  });
  note(
    tx,
    who,
    subscriptionNoun,
    { id: row.id, number: customer.name },
    {
      ...{ action: "create", after: row },
      note: `${plan.name}${trial ? `, on trial until ${formatDate(period.to)}` : ""}`,
    },
  );
  return row;
};

const upgraded = async (
  tx: Tx,
  who: Actor,
  live: SubscriptionStored,
  plan: Plan,
  billed: Billed,
  step: PlanChange & { at: "now" },
): Promise<SubscriptionStored> => {
  const after = await change(tx, who, subscriptionNoun, {
    id: live.id,
    action: "changePlan",
    patch: {
      ...{ planId: plan.id, billed, priceCents: step.priceCents, prorated: step.prorated },
      ...{ nextPlanId: null, nextBilled: null, endsOn: null },
    },
    note: `${plan.name} from ${formatDate(step.on)}, ${formatCents(step.cents)} for the days that are left`,
  });
  if (step.cents > 0)
    await addToDraft(tx, who, after, {
      kind: "upgrade",
      description: `${plan.name} in place of the plan before, for the rest of the period`,
      ...{ fromOn: step.on, toOn: live.periodTo, cents: step.cents },
    });
  return after;
};

const requireChangeable = (live: SubscriptionStored): void => {
  if (live.status === "unpaid" || live.status === "paused")
    throw conflict(
      "not_now",
      live.status === "unpaid"
        ? "Bills are unpaid. Pay what is late before you change the plan."
        : "Your plan is paused. It changes once it goes on.",
    );
};

/**
 * Chooses the first plan of a customer, or changes to another one: a dearer one at once, its day included; a
 * cheaper one at the end of the period (of the agreement, where there is one). 404; 409 `not_offered`, `not_now`,
 * `same_plan`.
 */
export const choosePlan = async (
  tx: Tx,
  who: Actor,
  customer: Customer,
  { planId, billed }: ChoiceInput,
): Promise<SubscriptionStored> => {
  const plan = await offered(tx, planId);
  const live = await liveSubscription(tx, customer.id);
  if (!live) return firstPlan(tx, who, customer, plan, billed);
  requireChangeable(live);
  if (live.planId === plan.id && live.billed === billed && !live.nextPlanId && !live.endsOn)
    throw conflict("same_plan", `Your agency is on ${plan.name} already.`);
  const step = await stepTo(tx, live, plan, billed);
  if (step.at === "now") return upgraded(tx, who, live, plan, billed, step);
  const back = live.planId === plan.id && live.billed === billed;
  return change(tx, who, subscriptionNoun, {
    id: live.id,
    action: "planChange",
    patch: back
      ? { nextPlanId: null, nextBilled: null, endsOn: null }
      : { nextPlanId: plan.id, nextBilled: billed, endsOn: null },
    note: back ? `${plan.name} stays` : `${plan.name} from ${formatDate(step.on)}`,
  });
};

const isPaidSomehow = ({ orderNumber, withoutOrder, agreementId }: SubscriptionStored): boolean =>
  orderNumber !== "" || withoutOrder || agreementId !== null;

/**
 * Says by which purchase order a customer is billed; what waited for that begins today. 409 `no_plan`.
 */
export const setOrder = async (
  tx: Tx,
  who: Actor,
  customer: Customer,
  input: OrderInput,
): Promise<SubscriptionStored> => {
  const live = await requireLive(tx, customer.id);
  const after = await change(tx, who, subscriptionNoun, {
    ...{ id: live.id, action: "setOrder", patch: input },
  });
  return after.status === "incomplete" ? beginPaid(tx, who, after, businessDate(tx.scope)) : after;
};

/** Begins the first period of what waited: from this day on it is billed. */
const beginPaid = (
  tx: Tx,
  who: Actor,
  row: SubscriptionStored,
  from: Day,
): Promise<SubscriptionStored> =>
  transition(tx, asSystem(who), subscriptionNoun, {
    ...{ id: row.id, action: "begin" },
    effect: async (held) => {
      const period = periodOf(from, held.billed, 0);
      return {
        patch: { anchorOn: from, periodFrom: period.from, periodTo: period.to, prorated: 0 },
        note: `From ${formatDate(from)}`,
      };
    },
  });

/** What comes of a trial whose last day is over: it is billed, or waits for its purchase order. */
export const endTrial = (tx: Tx, who: Actor, row: SubscriptionStored): Promise<unknown> =>
  row.priceCents === 0 || isPaidSomehow(row)
    ? beginPaid(tx, who, row, addDays(row.trialTo ?? row.periodTo, 1))
    : transition(tx, asSystem(who), subscriptionNoun, { id: row.id, action: "trialEnds" });

// What is in force is not edited; its term is.
const terms = { name: "hostingAgreement", table: hostingAgreement, called: "agreement" };

const underAgreement = async (tx: Tx, who: Actor, live: SubscriptionStored): Promise<Day> => {
  const agreement = await getRow(tx, hostingAgreement, live.agreementId!, "agreement");
  const before = noticeBefore(agreement);
  const today = businessDate(tx.scope);
  if (before !== null && today > before && agreement.noticeOn === null)
    throw conflict(
      "notice_over",
      `Notice of ${agreement.number} could be given until ${formatDate(before)}; it is renewed. Ask the operator.`,
    );
  if (agreement.noticeOn === null)
    await change(tx, who, terms, {
      ...{ id: agreement.id, action: "notice" },
      patch: { noticeOn: today, noticeBy: who.name.slice(0, 160) },
      note: `Notice by ${who.name}`,
    });
  return agreement.endsOn;
};

/**
 * Ends a customer's plan: a trial at once, everything else with its period, or its agreement's term; nothing is
 * credited. 409 `no_plan`, `ends_already`, `notice_over`.
 */
export const cancelPlan = async (
  tx: Tx,
  who: Actor,
  customer: Customer,
): Promise<SubscriptionStored> => {
  const live = await requireLive(tx, customer.id);
  if (live.endsOn !== null)
    throw conflict("ends_already", `Your plan ends on ${formatDate(live.endsOn)} already.`);
  const notBilled = live.status === "incomplete" || live.status === "trialing";
  if (notBilled) return endPlan(tx, who, live, businessDate(tx.scope));
  const endsOn = live.agreementId ? await underAgreement(tx, who, live) : live.periodTo;
  return change(tx, who, subscriptionNoun, {
    ...{ id: live.id, action: "cancel" },
    patch: { endsOn, nextPlanId: null, nextBilled: null },
    note: `Ends on ${formatDate(endsOn)}`,
  });
};

/** Ends a plan, by the day's work or where it was never billed. */
export const endPlan = (
  tx: Tx,
  who: Actor,
  row: SubscriptionStored,
  on: Day,
): Promise<SubscriptionStored> =>
  transition(tx, asSystem(who), subscriptionNoun, {
    ...{ id: row.id, action: "end" },
    effect: async () => ({
      patch: { endsOn: on, nextPlanId: null, nextBilled: null },
      note: `Ended on ${formatDate(on)}`,
    }),
  });

/** Pauses a plan, with the reason: nothing is billed meanwhile. 404, 409, 412. */
export const pausePlan = (tx: Tx, actor: Actor, at: TakenStep): Promise<SubscriptionStored> =>
  transition(tx, actor, subscriptionNoun, { ...at, action: "pause" });

/**
 * Lets a plan go on: in the period that was billed before, else in one that begins today. 404, 409, 412.
 */
export const resumePlan = (tx: Tx, actor: Actor, at: TakenStep): Promise<SubscriptionStored> =>
  transition(tx, actor, subscriptionNoun, {
    ...at,
    action: "resume",
    effect: async (row) => {
      const today = businessDate(tx.scope);
      const billed = await tx.maybe(sql`
        select id
        from agency_bill_line
        where org_id = ${tx.scope.orgId}
          and subscription_id = ${row.id}
          and kind = 'period'
          and from_on = ${row.periodFrom}
          and to_on >= ${today}
      `);
      if (billed) return {};
      const period = periodOf(today, row.billed, 0);
      return {
        patch: { anchorOn: today, periodFrom: period.from, periodTo: period.to, prorated: 0 },
      };
    },
  });

/** A plan that an agency may be moved to. 404; 422 `not_published`. */
const inForce = async (db: Db, planId: string): Promise<Plan> => {
  const plan = await getRow(db, pricePlan, planId, "plan");
  if (plan.status !== "published")
    throw invalidField("planId", "Choose a plan that is in force.", "not_published");
  return plan;
};

/** What moving an agency to a plan would do with its next period. 404; 422 `not_published`. */
export const previewMove = async (db: Db, id: string, planId: string): Promise<MovePreview> => {
  const live = await getRow(db, agencySubscription, id, "subscription");
  if (live.status === "cancelled") throw notFound("subscription");
  const [plan, current, discount] = await Promise.all([
    inForce(db, planId),
    getRow(db, pricePlan, live.planId, "plan"),
    discountOf(db, live),
  ]);
  const billed = live.nextBilled ?? live.billed;
  return {
    ...{ on: addDays(live.periodTo, 1), billed },
    from: { plan: current.name, versionNo: current.versionNo, price: live.priceCents },
    to: { plan: plan.name, versionNo: plan.versionNo, price: priceOf(plan, billed, discount) },
  };
};

/**
 * Moves an agency to another version or plan with its next period, as the operator decides; the preview has
 * its price. 404, 412; 422 `not_published`.
 */
export const movePlan = async (
  tx: Tx,
  actor: Actor,
  id: string,
  planId: string,
  version: number | null,
): Promise<SubscriptionStored> => {
  const plan = await inForce(tx, planId);
  return change(tx, actor, subscriptionNoun, {
    ...{ id, version, action: "move" },
    effect: async (row) => {
      if (row.status === "cancelled") throw notFound("subscription");
      return {
        patch: { nextPlanId: plan.id, nextBilled: row.nextBilled ?? row.billed },
        note: `${plan.name}, version ${plan.versionNo}, from ${formatDate(addDays(row.periodTo, 1))}`,
      };
    },
  });
};
