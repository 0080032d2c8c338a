import { expect, test } from "vitest";
import { nextBankDay } from "#kernel/holidays.ts";
import { sql } from "#server/db/sql.ts";
import { agencyDay, onSettlement } from "#server/testing/days.ts";
import { bankAccount } from "#server/testing/payments.ts";
import { makeVendor } from "#server/testing/agency.ts";
import { releaseRetainage, withholdRetainage } from "../invoice/retainage.service.ts";
import { unclearPayment } from "./clearing.service.ts";
import { paymentRules } from "./payment.checks.ts";
import { clearPayment, returnPayment, voidPayment } from "./payment.service.ts";
import { a, as, invoice, paid, paymentTests, people, t } from "./payment.setup.ts";

paymentTests();

type Entry = { kind: string; onDay: string; book: number; outstanding: number };
const entriesOf = (id: string) =>
  t.database.read(people.ap).rows<Entry>(sql`
    select kind, on_day, book, outstanding
    from cash_entry
    where org_id = ${a.orgId} and payment_id = ${id}
    order by id
  `);
const said = async (id: string) =>
  (await entriesOf(id)).map((e) => `${e.kind} ${e.book / 100} ${e.outstanding / 100}`);
const at = (id: string) => ({ id, version: null });
const balanced = async () => {
  const rule = paymentRules.find((r) => r.name === "finance.cash")!;
  return rule.check({ app: t.app, db: t.database.read(people.ap), beat: async () => {} } as never);
};
const check = async (cents = 100_00) => {
  await invoice({ cents });
  return (await paid()).payments[0]!;
};
const ach = async (cents = 100_00) => {
  const vendor = await makeVendor(t.database, a, { paymentMethod: "ach" });
  await bankAccount(t.database, a, vendor.id);
  await invoice({ cents, vendorId: vendor.id });
  return (await paid()).payments.find((p) => p.vendorId === vendor.id)!;
};

test("a payment is off the books and out from its day until it clears, and out again when that is taken back", async () => {
  const { id, paidOn } = await check(120_00);
  expect(await entriesOf(id)).toEqual([
    { kind: "issued", onDay: paidOn, book: -120_00, outstanding: 120_00 },
  ]);
  const on = paidOn!;
  await as(onSettlement(people.treasurer), (tx) =>
    clearPayment(tx, people.treasurer, at(id), { clearedOn: on }),
  );
  await as(onSettlement(people.treasurer), (tx) =>
    unclearPayment(tx, people.treasurer, { ...at(id), reason: "Another check" }),
  );
  await as(onSettlement(people.treasurer), (tx) =>
    clearPayment(tx, people.treasurer, at(id), { clearedOn: null }),
  );
  expect((await entriesOf(id)).map((e) => [e.kind, e.onDay, e.outstanding])).toEqual([
    ["issued", paidOn, 120_00],
    ["cleared", on, -120_00],
    ["uncleared", on, 120_00],
    ["cleared", on, -120_00],
  ]);
  expect(await balanced()).toEqual([]);
});

test("a void payment is back on the books; one that came back after it cleared is not out twice", async () => {
  const spoiled = await check();
  await as(people.treasurer, (tx) =>
    voidPayment(tx, people.treasurer, at(spoiled.id), t.app.files, { reason: "Spoiled" }),
  );
  expect(await said(spoiled.id)).toEqual(["issued -100 100", "voided 100 -100"]);
  const back = async (clears: boolean) => {
    const { id } = await ach();
    if (clears)
      await as(onSettlement(people.treasurer), (tx) =>
        clearPayment(tx, people.treasurer, at(id), { clearedOn: null }),
      );
    await as(onSettlement(people.treasurer), (tx) =>
      returnPayment(tx, people.treasurer, at(id), t.app.files, {
        returnCode: "R03",
        reason: "No account",
      }),
    );
    return said(id);
  };
  expect(await back(false)).toEqual(["issued -100 100", "returned 100 -100"]);
  expect(await back(true)).toEqual(["issued -100 100", "cleared 0 -100", "returned 100 0"]);
  expect(await balanced()).toEqual([]);
});

test("a payment that is void before its day is back on the books on that day, never before it was off them", async () => {
  await invoice();
  const payOn = nextBankDay(agencyDay(5));
  const [p] = (await paid({ payOn })).payments;
  await as(people.treasurer, (tx) =>
    voidPayment(tx, people.treasurer, at(p!.id), t.app.files, { reason: "Spoiled" }),
  );
  expect((await entriesOf(p!.id)).map((e) => [e.kind, e.onDay, e.book])).toEqual([
    ["issued", payOn, -100_00],
    ["voided", payOn, 100_00],
  ]);
});

test("retainage that is released, and withheld again, stands in the ledger by its invoice", async () => {
  const { id } = await invoice({ cents: 1_000_00, retainage: 100_00 });
  const step = { ...at(id), reason: "The work is accepted" };
  await as(people.manager, (tx) => releaseRetainage(tx, people.manager, step, { amount: 60_00 }));
  await as(people.manager, (tx) => withholdRetainage(tx, people.manager, step));
  expect(
    await t.database.read(people.ap).rows(sql`
      select kind, retainage, book
      from cash_entry
      where org_id = ${a.orgId} and invoice_id = ${id}
      order by id
    `),
  ).toEqual([
    { kind: "retainage", retainage: 60_00, book: 0 },
    { kind: "withheld", retainage: -60_00, book: 0 },
  ]);
  expect(await balanced()).toEqual([]);
});

test("the ledger is never changed, and what it says otherwise than the payments is found", async () => {
  const { id, number } = await check();
  await expect(
    as(people.ap, (tx) => tx.rows(sql`update cash_entry set book = 0 where payment_id = ${id}`)),
  ).rejects.toThrow(/permission denied/);
  await as(people.ap, (tx) =>
    tx.rows(sql`update payment set status = 'cleared' where org_id = ${a.orgId} and id = ${id}`),
  );
  expect(await balanced()).toMatchObject([{ sentence: expect.stringContaining(number) }]);
});
