// Agreements of the operator: written by one operator, approved by another, in force from day to day.
import type { Actor } from "#kernel/access.ts";
import { formatDate } from "#kernel/dates.ts";
import { conflict, invalidField } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import type { Day, Instant } from "#kernel/time.ts";
import type { App } from "#server/app.ts";
import { change, note } from "#server/change.ts";
import { businessDate, businessNow } from "#server/clock.ts";
import { create } from "#server/create.ts";
import type { Tx } from "#server/db/db.ts";
import { getRow, insertRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { asSystem, transition, type StepAt, type TakenStep } from "#server/lifecycle.ts";
import { keepDeadlines } from "#areas/workflow/workflow.server.ts";
import { agencySubscription, hostingAgreement, pricePlan } from "../billing.tables.ts";
import { customerNamed } from "../operator/operator.service.ts";
import { periodOf, priceOf } from "../period/period.model.ts";
import { subscriptionNoun, type SubscriptionStored } from "../subscription/subscription.noun.ts";
import { endPlan, liveSubscription } from "../subscription/subscription.service.ts";
import { agreementDeadlines } from "./agreement-deadlines.service.ts";
import type { AgreementChange, AgreementInput } from "./agreement.model.ts";
import { agreementNoun, type AgreementStored } from "./agreement.noun.ts";
import { renewedTo } from "./notice.model.ts";

const requirePlan = async (tx: Tx, planId: string): Promise<void> => {
  const plan = await getRow(tx, pricePlan, planId, "plan");
  if (plan.status !== "published")
    throw invalidField("planId", "Choose a plan that is in force.", "not_published");
};

/** Drafts an agreement with an agency. 404 for its plan; 422 `no_agency_of_this_id`, `not_published`. */
export const draftAgreement = async (
  tx: Tx,
  actor: Actor,
  input: AgreementInput,
  app: Pick<App, "database">,
): Promise<AgreementStored> => {
  const [customerName] = await Promise.all([
    customerNamed(app.database, input.customerId),
    requirePlan(tx, input.planId),
  ]);
  if (!customerName) throw invalidField("customerId", "Choose the agency.", "no_agency_of_this_id");
  return create(tx, actor, agreementNoun, {
    number: { kind: "HAG" },
    row: { ...input, id: newId(), orgId: tx.scope.orgId!, customerName, authorId: actor.personId },
  });
};

/** Changes a draft. 404, 409, 412; 422 `not_published`. */
export const changeAgreement = (
  tx: Tx,
  actor: Actor,
  id: string,
  input: AgreementChange,
  version: number | null,
): Promise<AgreementStored> =>
  change(tx, actor, agreementNoun, {
    ...{ id, version },
    effect: async () => {
      await requirePlan(tx, input.planId);
      return { patch: input };
    },
  });

const otherOf = (tx: Tx, a: AgreementStored) =>
  tx.maybe<{ number: string; endsOn: Day }>(sql`
    select number, ends_on
    from hosting_agreement
    where org_id = ${tx.scope.orgId}
      and customer_id = ${a.customerId}
      and id <> ${a.id}
      and status in ('approved', 'active')
      and starts_on <= ${a.endsOn}
      and ends_on >= ${a.startsOn}
    limit 1
  `);

/** Sends a draft to another operator. 404, 409 `terms_overlap`, 412; 422 `term_over`. */
export const submitAgreement = (tx: Tx, actor: Actor, at: StepAt): Promise<AgreementStored> =>
  transition(tx, actor, agreementNoun, {
    ...at,
    action: "submit",
    effect: async (row) => {
      if (row.endsOn < businessDate(tx.scope))
        throw invalidField("endsOn", "Its last day is over.", "term_over");
      const other = await otherOf(tx, row);
      if (other)
        throw conflict(
          "terms_overlap",
          `${other.number} with this agency runs until ${formatDate(other.endsOn)}. Begin behind it.`,
        );
      return {};
    },
  });

/** Sends an agreement back to who wrote it, with the reason. 404, 409, 412. */
export const sendBackAgreement = (tx: Tx, actor: Actor, at: TakenStep): Promise<AgreementStored> =>
  transition(tx, actor, agreementNoun, { ...at, action: "sendBack" });

/** Drops an agreement that never began. 404, 409, 412. */
export const dropAgreement = (tx: Tx, actor: Actor, at: TakenStep): Promise<AgreementStored> =>
  transition(tx, actor, agreementNoun, { ...at, action: "drop" });

/** Approves what another operator wrote; in force at once where its first day came. 403, 404, 409, 412. */
export const approveAgreement = async (
  tx: Tx,
  actor: Actor,
  at: StepAt,
): Promise<AgreementStored> => {
  const row = await transition(tx, actor, agreementNoun, {
    ...at,
    action: "approve",
    effect: async () => ({
      patch: {
        approvedBy: actor.personId,
        approvedAt: businessNow(tx.scope).toISOString() as Instant,
      },
    }),
  });
  if (row.startsOn > businessDate(tx.scope)) return row;
  return activateAgreement(tx, actor, row);
};

const subscribed = async (tx: Tx, who: Actor, a: AgreementStored): Promise<void> => {
  const plan = await getRow(tx, pricePlan, a.planId, "plan");
  const priceCents = priceOf(plan, a.billed, a.discountBp);
  const live = await liveSubscription(tx, a.customerId);
  const period = periodOf(a.startsOn, a.billed, 0);
  const terms = { agreementId: a.id, orderNumber: a.orderNumber, endsOn: null };
  const anew = {
    ...{ ...terms, planId: a.planId, billed: a.billed, priceCents, prorated: 0 },
    ...{ anchorOn: a.startsOn, periodFrom: period.from, periodTo: period.to },
    ...{ nextPlanId: null, nextBilled: null },
  };
  if (!live) {
    const row = await insertRow(tx, agencySubscription, {
      ...{ ...anew, orgId: a.orgId, id: newId(), status: "active" },
      ...{ customerId: a.customerId, customerName: a.customerName },
    });
    note(
      tx,
      who,
      subscriptionNoun,
      { id: row.id, number: a.customerName },
      {
        ...{ action: "create", after: row, note: `Under ${a.number}` },
      },
    );
    return;
  }
  const waits = live.status === "incomplete" || live.status === "trialing";
  if (waits)
    await transition(tx, asSystem(who), subscriptionNoun, {
      ...{ id: live.id, action: "begin" },
      effect: async () => ({ patch: anew, note: `Under ${a.number}` }),
    });
  else await joined(tx, who, live, a, { terms, anew });
};

// A period that is billed stays as it is; plan and price of the agreement come with the next one.
const joined = async (
  tx: Tx,
  who: Actor,
  live: SubscriptionStored,
  a: AgreementStored,
  { terms, anew }: { terms: object; anew: object },
): Promise<void> => {
  const billed = await tx.maybe(sql`
    select id
    from agency_bill_line
    where org_id = ${tx.scope.orgId}
      and subscription_id = ${live.id}
      and kind = 'period'
      and to_on >= ${a.startsOn}
  `);
  await change(tx, asSystem(who), subscriptionNoun, {
    ...{ id: live.id, action: "agree", note: `Under ${a.number}` },
    patch: billed ? { ...terms, nextPlanId: a.planId, nextBilled: a.billed } : anew,
  });
};

/** Puts an approved agreement in force: its agency's plan is under it from now on. */
export const activateAgreement = async (
  tx: Tx,
  who: Actor,
  row: AgreementStored,
): Promise<AgreementStored> => {
  const after = await transition(tx, asSystem(who), agreementNoun, {
    ...{ id: row.id, action: "activate" },
  });
  await subscribed(tx, who, after);
  await keepDeadlines(tx, who, "hostingAgreement", agreementDeadlines(after));
  return after;
};

// What is in force is not edited; its term is.
const terms = { name: agreementNoun.name, table: hostingAgreement, called: "agreement" };

/** Keeps that notice of an agreement was given: it ends with its term. 404; 409 `not_in_force`, `notice_known`; 412. */
export const giveNotice = async (
  tx: Tx,
  actor: Actor,
  id: string,
  { noticeOn, noticeBy }: { noticeOn: Day; noticeBy: string },
  version: number | null,
): Promise<AgreementStored> => {
  const row = await change(tx, actor, terms, {
    ...{ id, version, action: "notice" },
    effect: async (row) => {
      if (row.status !== "active") throw conflict("not_in_force", `${row.number} is not in force.`);
      if (row.noticeOn)
        throw conflict("notice_known", `Notice was given on ${formatDate(row.noticeOn)} already.`);
      return {
        patch: { noticeOn, noticeBy },
        note: `By ${noticeBy}, ends on ${formatDate(row.endsOn)}`,
      };
    },
  });
  await tx.rows(sql`
    update agency_subscription
    set ends_on = ${row.endsOn}, version = version + 1, updated_at = clock_timestamp()
    where org_id = ${row.orgId} and agreement_id = ${row.id} and status <> 'cancelled'
  `);
  await keepDeadlines(tx, actor, "hostingAgreement", agreementDeadlines(row));
  return row;
};

/** What the end of its term does to an agreement: it is renewed, or over with its plan. */
export const endTerm = async (
  tx: Tx,
  who: Actor,
  row: AgreementStored,
): Promise<AgreementStored> => {
  const renews = row.renewMonths > 0 && row.noticeOn === null;
  const after = await transition(tx, asSystem(who), agreementNoun, {
    ...{ id: row.id, action: renews ? "renew" : "expire" },
    effect: async () => ({
      patch: renews ? { endsOn: renewedTo(row) } : { endedOn: row.endsOn },
      note: renews ? `Until ${formatDate(renewedTo(row))}` : `On ${formatDate(row.endsOn)}`,
    }),
  });
  if (!renews) {
    const live = await liveSubscription(tx, row.customerId);
    if (live?.agreementId === row.id) await endPlan(tx, who, live, row.endsOn);
  }
  await keepDeadlines(tx, who, "hostingAgreement", agreementDeadlines(after));
  return after;
};
