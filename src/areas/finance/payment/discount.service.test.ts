// Discounts that a run wins and interest that it owes, on a real database: proposed, approved, paid and taken back.
import { beforeEach, expect, test } from "vitest";
import { formatCents } from "#kernel/money.ts";
import { addRule } from "#areas/governance/governance.server.ts";
import { stateRules } from "#areas/governance/rule/state-rules.data.ts";
import { allFacts } from "#server/area.ts";
import { identityDb } from "#server/db/scopes/identity.ts";
import { sql } from "#server/db/sql.ts";
import { askFigures } from "#server/facts/figures.ts";
import { askingOf, refusalOf } from "#server/testing/asking.ts";
import { agencyDay } from "#server/testing/days.ts";
import { costRules } from "../cost/cost.checks.ts";
import { invoiceRules } from "../invoice/invoice.checks.ts";
import { readInvoice } from "../invoice/invoice.read.service.ts";
import { partsOf } from "../tax-form/count.service.ts";
import { paymentRules } from "./payment.checks.ts";
import {
  a,
  approved,
  as,
  invoice,
  paid,
  paymentTests,
  people,
  release,
  shown,
  t,
} from "./payment.setup.ts";
import { reissuePayment, voidPayment } from "./payment.service.ts";
import { previewRun } from "./payable.service.ts";
import { runInput } from "./run.model.ts";
import { takeOff } from "./run.service.ts";
import { runSummary } from "./run.read.service.ts";

paymentTests();
const asking = askingOf(() => t);

const preview = (input: object) => previewRun(t.database.read(people.ap), runInput.parse(input));
const read = (id: string) => readInvoice(t.database.read(people.ap), people.ap, id);
const today = () => agencyDay();
const lawOf = async (state: string) => {
  const { state: _s, ...law } = stateRules.find(
    (rule) => rule.state === state && rule.key === "promptPayment",
  )!;
  const { admin } = people;
  await as(admin, (tx) =>
    addRule(tx, admin, { ...law, jurisdiction: "state", effectiveTo: null, verified: false }),
  );
};
const soon = (over: object = {}) =>
  invoice({ cents: 1_000_00, terms: "2/5 net 30", invoiceDate: today(), ...over });
const late = () => invoice({ cents: 2_000_00, receivedOn: agencyDay(-50) });
const figures = async () => {
  const { totals } = await askFigures(t.database.read(people.ap), people.ap, allFacts(), {
    measures: ["invoices.discountWon", "invoices.discountLost", "invoices.interest"],
    by: [],
    where: {},
  });
  return totals.map(({ value }) => value);
};
const paidOfCosts = async (id: string) =>
  (
    await t.database.read(people.ap).one<{ cents: number }>(sql`
      select sum(paid)::bigint as cents
      from cost_line
      where org_id = ${a.orgId} and invoice_id = ${id}
    `)
  ).cents;
const lettersSay = async () =>
  (
    await identityDb(t.database).rows<{ text: string }>(sql`
      select body_text as text
      from mail
      where org_id = ${a.orgId} and kind = 'remittance'
    `)
  ).map(({ text }) => text);
const booksHold = async () => {
  const db = t.database.read(people.ap);
  for (const rule of [...paymentRules, ...invoiceRules, ...costRules])
    expect(await rule.check({ db, app: t.app, actor: people.ap, beat: async () => {} })).toEqual(
      [],
    );
};
const year = () => Number(today().split("-")[0]);

beforeEach(() =>
  as(people.admin, (tx) =>
    tx.rows(sql`
      update vendor
      set email = 'pay@stone.example'
      where org_id = ${a.orgId} and id = ${a.vendor.id}
    `),
  ),
);

test("a bill due later is proposed while its discount would be lost by the next run", async () => {
  const { number } = await soon();
  await invoice({ cents: 500_00, terms: "2/20 net 30", invoiceDate: today() });
  await invoice({ cents: 400_00, invoiceDate: today() });
  const plan = await preview({ payThrough: today() });
  expect(plan.payments.flatMap((p) => p.invoices)).toMatchObject([
    { number, amount: 980_00, discount: 20_00, discountLost: 0, interest: 0 },
  ]);
  expect(plan).toMatchObject({ amount: 980_00 });
  expect(plan.finding).toMatch(/^\$20\.00 can be won by paying 1 invoice by /);
  const all = await preview({ payThrough: agencyDay(60) });
  expect(all.amount).toBe(980_00 + 490_00 + 400_00);
});

test("a discount is won to the cent, named everywhere, and comes back with a void", async () => {
  const { id } = await soon();
  const run = await paid();
  expect(run).toMatchObject({ amount: 980_00, finding: expect.stringContaining("takes $20.00") });
  const summary = await runSummary(t.database.read(people.ap), run.id);
  expect(JSON.stringify(summary.facts)).toContain("takes $20.00 of discounts on 1 invoice");
  expect(await read(id)).toMatchObject({
    status: "paid",
    paidAmount: 1_000_00,
    discountTaken: 20_00,
    discountLost: 0,
  });
  expect(await paidOfCosts(id)).toBe(980_00);
  expect((await partsOf(t.database.read(people.ap), year())).map((p) => p.cents)).toEqual([980_00]);
  expect((await lettersSay())[0]).toContain("$980.00, after $20.00 discount for prompt payment");
  expect(await figures()).toEqual([20_00, 0, 0]);
  await booksHold();
  const [payment] = run.payments;
  await as(people.treasurer, (tx) =>
    voidPayment(tx, people.treasurer, { id: payment!.id, version: null }, t.app.files, {
      reason: "Lost in the mail",
    }),
  );
  expect(await read(id)).toMatchObject({ status: "approved", paidAmount: 0, discountTaken: 0 });
  await booksHold();
  const anew = await as(people.ap, (tx) =>
    reissuePayment(tx, people.ap, { id: payment!.id, version: null }),
  );
  expect((await shown(anew)).payments).toMatchObject([{ amount: 980_00, discount: 20_00 }]);
});

test("credits lessen it, what is kept back grants none, and a passed day names who waited", async () => {
  await soon();
  await invoice({ cents: 300_00, kind: "credit_note" });
  expect((await preview({ payThrough: today() })).amount).toBe(686_00);
  const kept = await soon({ retainage: 100_00, cents: 1_000_00 });
  const { payments } = await preview({ invoiceIds: [kept.id] });
  expect(payments[0]!.invoices.find((i) => i.invoiceId === kept.id)).toMatchObject({
    amount: 888_00,
    discount: 12_00,
  });
  const gone = await invoice({
    ...{ cents: 1_000_00, terms: "2/5 net 60" },
    ...{ invoiceDate: agencyDay(-20), receivedOn: agencyDay(-19) },
  });
  expect(await read(gone.id)).toMatchObject({
    discountLost: 20_00,
    lostTo: expect.stringMatching(/it waited for its approval, given on .* by /),
  });
  expect((await figures())[1]).toBe(20_00);
});

test("what leaves after its discount day is refused until it is proposed anew", async () => {
  await soon();
  const run = await approved();
  const later = { ...people.treasurer, businessNow: `${agencyDay(9)}T18:00:00.000Z` };
  expect(await refusalOf(release(run, later))).toMatch(
    /^day_changed: PAY-\S+ takes a discount of \$20\.00 that has ended/,
  );
  const [payment] = (await shown(run)).payments;
  const ap = { ...people.ap, businessNow: later.businessNow };
  await as(ap, (tx) =>
    takeOff(tx, ap, { id: payment!.id, version: null, reason: "Its discount has ended" }),
  );
  const plan = await previewRun(t.database.read(ap), runInput.parse({ payThrough: agencyDay(60) }));
  expect(plan.payments[0]!.invoices).toMatchObject([
    { amount: 1_000_00, discount: 0, discountLost: 20_00 },
  ]);
});

test.each([
  ["Minnesota", 30_00],
  ["Illinois", 20_00],
])(
  "interest of %s goes along: to the vendor, on no cost line and no form 1099",
  async (state, owed) => {
    await lawOf(state);
    const { id } = await late();
    const run = await paid({ payThrough: today() });
    expect(run).toMatchObject({ amount: 2_000_00 + owed });
    expect(run.payments).toMatchObject([{ interest: owed }]);
    expect(await paidOfCosts(id)).toBe(2_000_00);
    expect((await partsOf(t.database.read(people.ap), year())).map((p) => p.cents)).toEqual([
      2_000_00,
    ]);
    expect(await read(id)).toMatchObject({ status: "paid", interest: 0 });
    expect((await lettersSay())[0]).toContain(
      `$2,000.00, and ${formatCents(owed)} interest for late payment`,
    );
    expect(await figures()).toEqual([0, 0, 0]);
    await booksHold();
  },
);

test("late bills of an agency without its state's rule are named, and pay no interest", async () => {
  await late();
  const plan = await preview({ payThrough: today() });
  expect(plan.amount).toBe(2_000_00);
  expect(plan.finding).toContain(
    "1 invoice is late, and no prompt-payment rule of the agency's state",
  );
});

test("terms that nobody understands are kept as they stand and grant nothing", async () => {
  const { id } = await invoice({ terms: "2 percent if quick", invoiceDate: today() });
  expect(await asking(people.ap, `GET /api/v1/invoices/${id}`)).toMatchObject({
    terms: "2 percent if quick",
    discountBp: 0,
    discountOn: null,
  });
});
