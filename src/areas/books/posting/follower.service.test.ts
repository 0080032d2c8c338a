import { expect, test } from "vitest";
import { sql } from "#server/db/sql.ts";
import { approvedInvoice, approvedRun } from "#server/testing/payments.ts";
import { approveDocument } from "#server/testing/purchase.ts";

import { invoiceInput } from "#areas/finance/invoice/invoice.model.ts";
import { releaseRetainage } from "#areas/finance/invoice/retainage.service.ts";
import {
  createInvoice,
  releaseRun,
  submitInvoice,
  voidPayment,
} from "#areas/finance/finance.server.ts";
import { booksRules } from "../books.checks.ts";
import { a, as, balances, bookTests, follow, people, second, t } from "../books.setup.ts";

bookTests();

const at = (id: string) => ({ id, version: null });
const kept = async () => {
  const db = t.database.read(people.controller);
  const found = await Promise.all(
    booksRules.map((rule) =>
      rule.check({ db, app: t.app, actor: people.controller, beat: async () => {} }),
    ),
  );
  return found.flat();
};

/** A bill over two funds, with what is withheld of it. */
const billOf = async (first: number, other: number, retainage: number): Promise<string> => {
  const { ap, otherManager } = a.people;
  const line = (accountStringId: string, cents: number) => ({
    accountStringId,
    description: "Repair stone",
    quantity: "1",
    unitPrice: (cents / 100).toFixed(2),
  });
  const input = invoiceInput.parse({
    vendorId: a.vendor.id,
    vendorNumber: `B-${Math.random()}`,
    invoiceDate: "2026-11-14",
    retainage,
    lines: [line(a.accountStringId, first), line(second.accountStringId, other)],
  });
  const { id } = await as(ap, (tx) => createInvoice(tx, ap, input));
  await as(ap, (tx) => submitInvoice(tx, ap, at(id)));
  await approveDocument(t.database, otherManager, id);
  return id;
};

const pay = async (): Promise<string[]> => {
  const run = await approvedRun(t.database, a);
  const { treasurer } = a.people;
  await as(treasurer, (tx) => releaseRun(tx, treasurer, at(run), t.app.files));
  const paid = await t.database.read(treasurer).rows<{ id: string }>(sql`
    select id
    from payment
    where org_id = ${a.orgId} and run_id = ${run}
  `);
  return paid.map(({ id }) => id);
};

test("a bill over two funds is owed without what is withheld, paid in each fund by its part, and nothing is owed then", async () => {
  await billOf(1000_01, 500_00, 150_00);
  await follow();
  expect(await balances()).toEqual({
    own: 1000_01,
    retainage: -100_00,
    "second own": 500_00,
    "second retainage": -50_00,
    "second vouchers": -450_00,
    vouchers: -900_01,
  });
  await pay();
  await follow();
  expect(await balances()).toEqual({
    own: 1000_01,
    cash: -900_01,
    retainage: -100_00,
    "second cash": -450_00,
    "second own": 500_00,
    "second retainage": -50_00,
  });
  expect(await kept()).toEqual([]);
});

test("a void payment owes its bill again in the funds that it was taken from; what is released of retainage is owed and paid", async () => {
  const bill = await billOf(700_00, 300_00, 100_00);
  const [payment] = await pay();
  await follow();
  const { treasurer, manager } = a.people;
  await as(treasurer, (tx) =>
    voidPayment(tx, treasurer, at(payment!), t.app.files, { reason: "Spoiled" }),
  );
  await follow();
  expect(await balances()).toEqual({
    own: 700_00,
    retainage: -70_00,
    "second own": 300_00,
    "second retainage": -30_00,
    "second vouchers": -270_00,
    vouchers: -630_00,
  });
  await as(manager, (tx) =>
    releaseRetainage(tx, manager, { ...at(bill), reason: "The work is done" }, { amount: 33_33 }),
  );
  await follow();
  expect(await balances()).toMatchObject({ retainage: -46_67, "second retainage": -20_00 });
  await pay();
  await follow();
  expect(await balances()).toEqual({
    own: 700_00,
    cash: -653_33,
    retainage: -46_67,
    "second cash": -280_00,
    "second own": 300_00,
    "second retainage": -20_00,
  });
  expect(await kept()).toEqual([]);
});

test("what is written is followed once, whoever follows at the same time", async () => {
  for (let n = 0; n < 5; n += 1) await approvedInvoice(t.database, a, { cents: 100_00 + n });
  await Promise.all(Array.from({ length: 6 }, follow));
  const { entries, numbered } = await t.database.read(people.controller).one<{
    entries: number;
    numbered: number;
  }>(sql`
    select count(*)::int as entries, max(seq)::int as numbered
    from gl_entry
    where org_id = ${a.orgId}
  `);
  expect([entries, numbered]).toEqual([5, 5]);
  expect(await kept()).toEqual([]);
});

test("what the follower comes to within the minute is no fault of the books", async () => {
  await billOf(20_00, 5_00, 0);
  await follow();
  await billOf(10_00, 5_00, 0);
  expect(await kept()).toEqual([]);
  await follow();
  expect(await kept()).toEqual([]);
});

test("without a rule nothing is posted and the reason is kept; with one it is posted behind", async () => {
  await as(people.controller, (tx) =>
    tx.rows(sql`
      update posting_rules
      set status = 'retired', version = version + 1
      where org_id = ${a.orgId}
      returning id
    `),
  );
  await approvedInvoice(t.database, a, { cents: 10_00 });
  await pay();
  await follow();
  const waits = () =>
    t.database.read(people.controller).rows<{ source: string; reason: string }>(sql`
      select source, reason
      from gl_pending
      where org_id = ${a.orgId}
      order by source desc
    `);
  expect(await waits()).toEqual([
    { source: "commitment", reason: "No posting rule covers: Bill posted or taken back." },
    { source: "cash", reason: "Its bill is not posted yet." },
  ]);
  expect(await kept()).toEqual([]);
  await as(people.controller, async (tx, controller) => {
    const { postingRuleSets } = await import("../rules/rules.service.ts");
    const { usualRules } = await import("../rules/rules.model.ts");
    const { accountRoles } = await import("../chart/chart.labels.ts");
    const draft = await postingRuleSets.draft(tx, controller, {
      name: "Again",
      rules: usualRules((role) => accountRoles[role as "cash"].code),
    });
    await postingRuleSets.publish(tx, controller, draft.id, draft.version);
  });
  const { followOnce } = await import("./follower.service.ts");
  await as(people.controller, (tx) => followOnce(tx, { again: true }));
  expect(await waits()).toEqual([]);
  expect(await balances()).toEqual({ own: 10_00, cash: -10_00 });
});
