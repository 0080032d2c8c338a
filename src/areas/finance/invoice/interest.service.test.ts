import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import "#areas.server.ts";
import { addDays, day, type Day } from "#kernel/time.ts";
import { addRule } from "#areas/governance/governance.server.ts";
import { stateRules } from "#areas/governance/rule/state-rules.data.ts";
import { allFacts } from "#server/area.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { askFigures } from "#server/facts/figures.ts";
import { agencyDay } from "#server/testing/days.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import {
  approvedInvoice,
  approvedRun,
  bankAccount,
  payingAgency,
  type PayingAgency,
} from "#server/testing/payments.ts";
import { releaseRun } from "../payment/release.service.ts";
import { disputeInvoice } from "./course.service.ts";
import { rematchInvoice } from "./correction.service.ts";
import { interestUntil } from "./interest.model.ts";
import { readInvoice } from "./invoice.read.service.ts";

let t: TestDatabase;
let agency: PayingAgency;
const as = <T>(work: (tx: Tx) => Promise<T>) => t.database.transaction(agency.people.ap, work);
const read = (id: string) => readInvoice(t.database.read(agency.people.ap), agency.people.ap, id);

beforeAll(async () => {
  t = await freshDatabase();
});
afterAll(async () => {
  await t.drop();
});
beforeEach(async () => {
  agency = await payingAgency(t.database);
});

const minnesota = async () => {
  const { state: _state, ...law } = stateRules.find(
    ({ state, key }) => state === "Minnesota" && key === "promptPayment",
  )!;
  const { admin } = agency.people;
  await t.database.transaction(admin, (tx) =>
    addRule(tx, admin, { ...law, jurisdiction: "state", effectiveTo: null, verified: false }),
  );
};
const due = (id: string, on: Day) =>
  as((tx) =>
    tx.rows(sql`update invoice set due_on = ${on} where org_id = ${agency.orgId} and id = ${id}`),
  );
const owedUntil = async (id: string, on: Day) =>
  (
    await t.database.read(agency.people.ap).one<{ cents: number }>(sql`
      select invoice_interest(${agency.orgId}, ${id}, ${on}) as cents
    `)
  ).cents;

test("without a rule that asks for it nothing is owed, however late", async () => {
  const { id } = await approvedInvoice(t.database, agency, { cents: 2_000_00 });
  await due(id, agencyDay(-90));
  expect(await read(id)).toMatchObject({ interest: 0, interestRule: null });
});

test("a late bill owes interest by the rule of its day, and its figure opens what owes it", async () => {
  await minnesota();
  const { id } = await approvedInvoice(t.database, agency, { cents: 2_000_00 });
  const { id: inTime } = await approvedInvoice(t.database, agency, { cents: 900_00 });
  await due(id, agencyDay(-1));
  expect(await read(id)).toMatchObject({ interest: 30_00, interestRule: "Minn. Stat. 471.425" });
  expect((await read(inTime)).interest).toBe(0);
  const { ap } = agency.people;
  const { totals } = await askFigures(t.database.read(ap), ap, allFacts(), {
    measures: ["invoices.interest", "invoices.late"],
    by: [],
    where: {},
  });
  expect(totals.map(({ value }) => value)).toEqual([30_00, 1]);
  expect(totals[0]!.opens).toContain("owesInterest=true");
});

test("none accrues while the bill is disputed, and those days come on top of its due day", async () => {
  await minnesota();
  const { ap } = agency.people;
  const { id } = await approvedInvoice(t.database, agency, { cents: 2_000_00 });
  await due(id, agencyDay(-10));
  await as((tx) =>
    tx.rows(sql`
      update invoice
      set status = 'matched'
      where org_id = ${agency.orgId} and id = ${id}
    `),
  );
  await as((tx) => disputeInvoice(tx, ap, { id, version: null, reason: "The stone is cracked" }));
  expect((await read(id)).interest).toBe(0);
  await as((tx) =>
    tx.rows(sql`
      update invoice
      set disputed_on = ${agencyDay(-25)}
      where org_id = ${agency.orgId} and id = ${id}
    `),
  );
  await as((tx) => rematchInvoice(tx, ap, { id, version: null }));
  await due(id, agencyDay(-25));
  expect((await read(id)).interest).toBe(0);
  await due(id, agencyDay(-26));
  expect((await read(id)).interest).toBe(30_00);
});

test("over random bills and payments the database reckons as the rule is told", async () => {
  await minnesota();
  const { id } = await approvedInvoice(t.database, agency, { cents: 5_000_00 });
  await bankAccount(t.database, agency, agency.vendor.id);
  const runId = await approvedRun(t.database, agency);
  const { treasurer } = agency.people;
  await t.database.transaction(treasurer, (tx) =>
    releaseRun(tx, treasurer, { id: runId, version: null }, t.app.files),
  );
  const cents = fc.integer({ min: 1, max: 5_000_00 });
  const days = fc.integer({ min: 0, max: 400 });
  await fc.assert(
    fc.asyncProperty(days, days, days, cents, cents, async (late, paid, disputed, owed, part) => {
      const dueOn = addDays(day("2026-01-31"), late % 90);
      const paidOn = addDays(day("2026-01-31"), paid);
      await as((tx) =>
        tx.rows(sql`
          with bill as (
            update invoice
            set total = ${owed}, due_on = ${dueOn}, disputed_days = ${disputed % 40}
            where org_id = ${agency.orgId} and id = ${id}
          ),
          share as (
            update payment_invoice
            set amount = ${part}
            where org_id = ${agency.orgId} and invoice_id = ${id}
            returning payment_id
          )
          update payment
          set paid_on = ${paidOn}
          where org_id = ${agency.orgId} and id in (select payment_id from share)
        `),
      );
      const until = addDays(dueOn, late);
      const told = interestUntil(
        {
          interestBp: 150,
          interestLeast: 10_00,
          interestFrom: 100_00,
          interestRule: null,
          dueOn,
          disputedDays: disputed % 40,
          owed,
          payments: [{ paidOn, cents: part }],
        },
        until,
      );
      expect(await owedUntil(id, until)).toBe(told);
    }),
    { numRuns: 150 },
  );
});
