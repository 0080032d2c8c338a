// Carver County pays its own information services under an agreement: a bill paid, one disputed, one open; Northfork
// is on trial, and its agreement waits for the second operator.
import { systemActor, type Actor } from "#kernel/access.ts";
import { addDays, type Day } from "#kernel/time.ts";
import { demoPersonId, northforkAdmin } from "#areas/identity/identity.public.ts";
import { carverCountyId, carverTimeZone, northforkId } from "#areas/identity/identity.public.ts";
import { demoActor } from "#areas/identity/identity.server.ts";
import { readNoticesOf } from "#areas/organization/organization.server.ts";
import type { App } from "#server/app.ts";
import { businessDate } from "#server/clock.ts";
import { databaseMs } from "#server/db/database-clock.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { agreementInput } from "../agreement/agreement.model.ts";
import {
  approveAgreement,
  draftAgreement,
  submitAgreement,
} from "../agreement/agreement.service.ts";
import { issueBill } from "../bill/bill.service.ts";
import { openDispute } from "../dispute/dispute.service.ts";
import { keepBilling } from "../morning/morning.service.ts";
import { asCustomer } from "../operator/operator.service.ts";
import { confirmPayment, recordPayment } from "../payment/payment.service.ts";
import { beginOffers } from "../plan/plan.service.ts";
import { choosePlan } from "../subscription/subscription.service.ts";

const dayMs = 86_400_000;
const at = (day: number): string => new Date(databaseMs() + day * dayMs).toISOString();

type Story = {
  app: App;
  on: (days: number) => Day;
  as: <T>(name: string, day: number, work: (tx: Tx, actor: Actor) => Promise<T>) => Promise<T>;
  plan: (code: string) => Promise<string>;
};

const told = (app: App): Story => {
  const today = businessDate(demoActor("platform", at(0)));
  return {
    app,
    on: (days) => addDays(today, days),
    as: (name, day, work) => {
      const actor = demoActor(name, at(day));
      return app.database.transaction(actor, (tx) => work(tx, actor));
    },
    plan: async (code) =>
      (
        await app.database.read(demoActor("platform")).one<{ id: string }>(sql`
          select id
          from price_plan
          where org_id = ${carverCountyId} and code = ${code} and status = 'published'
        `)
      ).id,
  };
};

const morning = ({ app }: Story, day: number): Promise<void> =>
  keepBilling(app, {
    ...systemActor(carverCountyId, undefined, "Billing"),
    ...{ timeZone: carverTimeZone, businessNow: at(day) },
  });

const agree = async (story: Story): Promise<void> => {
  const { as, on, app } = story;
  const planId = await story.plan("hosted");
  const id = await as("platform", -90, async (tx, actor) => {
    const row = await draftAgreement(
      tx,
      actor,
      agreementInput.parse({
        ...{ customerId: carverCountyId, planId, billed: "month", discountBp: 1000 },
        ...{ startsOn: on(-75), endsOn: on(289), renewMonths: 12, noticeDays: 60, payDays: 30 },
        exemptionNumber: "ST3-2210",
        exemptionReason: "Local government, Minnesota Statutes 297A.70",
        billTo: "Administration\n604 East 4th Street, Chaska, MN 55318",
        note: "Internal service of the county's information services.",
      }),
      app,
    );
    await submitAgreement(tx, actor, { id: row.id, version: null });
    return row.id;
  });
  await as("platform2", -86, (tx, actor) => approveAgreement(tx, actor, { id, version: null }));
};

/** The draft of a period that began on a day, sent by the second operator on the next. */
const billed = async (story: Story, day: number): Promise<string> => {
  const { app, as } = story;
  await morning(story, day);
  const { id } = await app.database.read(demoActor("platform")).one<{ id: string }>(sql`
    select id
    from agency_bill
    where org_id = ${carverCountyId} and status = 'draft'
    limit 1
  `);
  await as("platform2", day, (tx, actor) => issueBill(tx, actor, { id, version: null }, {}, app));
  return id;
};

const paymentsOf = ({ app }: Story, billId: string) =>
  app.database.read(demoActor("platform")).rows<{ id: string }>(sql`
    select id
    from agency_bill_payment
    where org_id = ${carverCountyId} and bill_id = ${billId}
  `);

const paid = async (story: Story, billId: string): Promise<void> => {
  const { as, on } = story;
  const came = { receivedOn: on(-52), means: "transfer" as const, reference: "Transfer 2210-07" };
  await as("platform", -51, (tx, actor) =>
    recordPayment(tx, actor, billId, { ...came, cents: 449_10 }),
  );
  const [payment] = await paymentsOf(story, billId);
  await as("platform2", -50, (tx, actor) => confirmPayment(tx, actor, payment!.id));
};

const northfork = (day: number): Actor => ({
  ...demoActor("admin", at(day)),
  ...{ orgId: northforkId, personId: demoPersonId(northforkAdmin.email) },
  ...{ name: northforkAdmin.name, email: northforkAdmin.email },
});

const trial = async (story: Story): Promise<void> => {
  const { app, as, on } = story;
  const [hosted, assured] = await Promise.all([story.plan("hosted"), story.plan("assured")]);
  await asCustomer(app, northfork(-9), (tx, customer, who) =>
    choosePlan(tx, who, customer, { planId: hosted, billed: "month" }),
  );
  await as("platform", -2, async (tx, actor) => {
    const row = await draftAgreement(
      tx,
      actor,
      agreementInput.parse({
        ...{ customerId: northforkId, planId: assured, billed: "year", discountBp: 500 },
        ...{ startsOn: on(21), endsOn: on(385), renewMonths: 12, noticeDays: 90, payDays: 45 },
        note: "With help to bring in vendors and open orders.",
      }),
      app,
    );
    await submitAgreement(tx, actor, { id: row.id, version: null });
  });
};

/** Tells how Carver County bills itself, and that Northfork tries the product. */
export const seedBilling = async (app: App, log: (line: string) => void): Promise<void> => {
  await app.database.transaction({ orgId: carverCountyId, personId: null }, beginOffers);
  const story = told(app);
  await agree(story);
  const first = await billed(story, -74);
  await paid(story, first);
  const second = await billed(story, -43);
  await asCustomer(app, demoActor("admin", at(-20)), (tx, customer, who) =>
    openDispute(
      tx,
      who,
      customer,
      second,
      "The agreement gives ten percent; this month was to have the second site free as well.",
    ),
  );
  const third = await billed(story, -12);
  const part = {
    receivedOn: story.on(-1),
    means: "transfer" as const,
    reference: "Transfer 2210-09",
  };
  await story.as("platform", -1, (tx, actor) =>
    recordPayment(tx, actor, third, { ...part, cents: 200_00 }),
  );
  await trial(story);
  await readNoticesOf(app, carverCountyId, ["billing"]);
  log("billing: Carver County under an agreement, three bills; Northfork on trial");
};
