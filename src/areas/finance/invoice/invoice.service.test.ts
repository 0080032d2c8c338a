import { expect, test } from "vitest";
import { sql } from "#server/db/sql.ts";
import { rejectAccepted, reverseReceipt } from "#areas/procurement/receipt/return.service.ts";
import { runList } from "#server/http/list-page.ts";
import { listQuery } from "#server/http/list.ts";
import { makeBudget } from "#server/testing/agency.ts";
import { issuedOrder, receiveGoods } from "#server/testing/purchase.ts";
import { addRule } from "#areas/governance/rule/rule.service.ts";
import { invoiceList } from "./invoice.list.ts";
import { rematchInvoice } from "./correction.service.ts";
import { submitInvoice } from "./submission.service.ts";
import {
  invoiceTests,
  t,
  agency,
  account,
  vendor,
  order,
  people,
  as,
  enter,
  read,
  budget,
  approve,
} from "./invoice.setup.ts";

invoiceTests();

test("an invoice for what was received matches; approving it expends the account and uses the encumbrance", async () => {
  await receiveGoods(t.database, people, order, ["40"]);
  const i = await enter();
  expect(i).toMatchObject({ status: "matched", total: 400_00, termsDays: 30 });
  expect(i.dueOn).not.toBeNull();
  await approve(i.id);
  expect(await budget()).toEqual({ enc: 600_00, exp: 400_00 });
  const shown = await read(i.id);
  expect(shown).toMatchObject({ status: "approved", splits: [{ amount: 400_00 }] });
  expect(shown.trace.map((s) => [s.kind, s.id !== null])).toEqual([
    ["requisition", false],
    ["purchaseOrder", true],
    ["receipt", true],
    ["invoice", true],
    ["payment", false],
  ]);
});

test("the state's own days of prompt payment count where they are stricter than the shipped ones", async () => {
  const { admin } = people;
  const days = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 86_400_000;
  await as(admin, (tx) =>
    addRule(tx, admin, {
      key: "promptPayment",
      jurisdiction: "state",
      citation: "State code 471.425",
      text: "Bills are paid within 20 days.",
      effectiveFrom: "2020-01-01",
      effectiveTo: null,
      parameters: { days: 20 },
      source: "Read on the state's site",
      verified: true,
    }),
  );
  await receiveGoods(t.database, people, order, ["40"]);
  const i = await enter();
  expect(days(i.receivedOn, i.dueOn!)).toBe(20);
});

test("before anything is received it waits as an exception for the receiver; the receipt itself matches it again", async () => {
  const i = await enter();
  expect((await read(i.id)).exceptions).toMatchObject([
    { kind: "no_receipt", ownerDuty: "receiver", status: "open" },
  ]);
  await expect(
    as(people.ap, (tx) => submitInvoice(tx, people.ap, { id: i.id, version: null })),
  ).rejects.toMatchObject({
    code: "rule",
    message: expect.stringContaining("nothing is received yet"),
  });
  await receiveGoods(t.database, people, order, ["40"]);
  expect(await read(i.id)).toMatchObject({
    status: "matched",
    exceptions: [{ status: "cleared", resolvedAt: expect.stringMatching(/^\d{4}-/) }],
  });
});

test("goods that go back unsettle what they had settled: the invoice waits for the receiver again", async () => {
  const receipt = await receiveGoods(t.database, people, order, ["40"]);
  const i = await enter();
  expect(i.status).toBe("matched");
  await as(people.receiver, (tx) =>
    reverseReceipt(tx, people.receiver, receipt.id, 1, "They were another order's"),
  );
  expect(await read(i.id)).toMatchObject({
    status: "exception",
    exceptions: [{ kind: "no_receipt", ownerDuty: "receiver", status: "open" }],
  });
  const again = await receiveGoods(t.database, people, order, ["40"]);
  expect((await read(i.id)).status).toBe("matched");
  const [line] = await t.database.read(people.ap).rows<{ id: string }>(sql`
    select id
    from receipt_line
    where org_id = ${agency.orgId} and receipt_id = ${again.id}
  `);
  await as(people.receiver, (tx) =>
    rejectAccepted(tx, people.receiver, again.id, 1, {
      lineId: line!.id,
      quantity: "1",
      reason: "Rusty",
    }),
  );
  const shown = await read(i.id);
  expect(shown.status).toBe("exception");
  expect(shown.exceptions.find((each) => each.status === "open")).toMatchObject({
    kind: "quantity",
    amount: 10_00,
  });
});

test("the quantity tolerance is cumulative: the second invoice for the same goods is an exception", async () => {
  await receiveGoods(t.database, people, order, ["40"]);
  await enter();
  expect((await read((await enter({}, { quantity: "1" })).id)).exceptions).toMatchObject([
    { kind: "quantity", amount: 10_00 },
  ]);
});

test("price: within percent but above the cents, and within the cents but above the percent, are both exceptions; within both passes", async () => {
  await receiveGoods(t.database, people, order, ["100"]);
  expect(
    (await read((await enter({}, { quantity: "1", unitPrice: "10.21" })).id)).exceptions,
  ).toMatchObject([{ kind: "price", ownerDuty: "buyer", amount: 21 }]);
  expect((await enter({}, { quantity: "1", unitPrice: "9.50" })).status).toBe("matched");
  const i = await enter({}, { quantity: "40", unitPrice: "10.10" });
  expect((await read(i.id)).exceptions).toMatchObject([]);
});

test("the list finds an invoice by any exception that is open, not only by the first of the alphabet; a cleared one finds nothing", async () => {
  const i = await enter({}, { unitPrice: "12.00" });
  expect((await read(i.id)).exceptions.map((e) => e.kind).toSorted()).toEqual([
    "no_receipt",
    "price",
  ]);
  const found = async (exception: string) =>
    (
      await runList<{ id: string }>(
        t.database.read(people.ap),
        people.ap,
        invoiceList,
        listQuery(invoiceList).parse({ exception }),
      )
    ).items.map((each) => each.id);
  for (const kinds of ["price", "no_receipt", "duplicate,price"])
    expect(await found(kinds)).toEqual([i.id]);
  expect(await found("duplicate")).toEqual([]);
  await receiveGoods(t.database, people, order, ["40"]);
  await as(people.ap, (tx) => rematchInvoice(tx, people.ap, { id: i.id, version: null }));
  expect([await found("no_receipt"), await found("price")]).toEqual([[], [i.id]]);
});

test("a retainage above the total, and a line without account or order, are refused with their path", async () => {
  await expect(enter({ retainage: 400_01 })).rejects.toMatchObject({
    errors: [{ path: "retainage" }],
  });
  await expect(enter({ purchaseOrderId: null })).rejects.toMatchObject({
    errors: [{ path: "lines.0.accountStringId" }],
  });
});

test("of five that come in at once under the same number, one matches and four are duplicates", async () => {
  await receiveGoods(t.database, people, order, ["40"]);
  const entered = await Promise.all(
    Array.from({ length: 5 }, () => enter({ vendorNumber: "TWICE-7" }, { quantity: "1" })),
  );
  expect(entered.map((i) => i.status).sort()).toEqual([
    "exception",
    "exception",
    "exception",
    "exception",
    "matched",
  ]);
  expect(entered.filter((i) => i.duplicateOf === null)).toHaveLength(1);
});

test("freight, an allowance and tax are charged in the proportions of the accounts, to the cent", async () => {
  const second = await makeBudget(t.database, agency, 10_000_00);
  const split = await issuedOrder(t.database, people, {
    vendorId: vendor.id,
    departmentId: agency.departmentId,
    matchMode: "two_way",
    lines: [
      {
        quantity: "3",
        unitPrice: "33.3300",
        splits: [
          { accountStringId: account.accountStringId, percent: "33.3333" },
          { accountStringId: second.accountStringId, percent: "66.6667" },
        ],
      },
    ],
  });
  const i = await enter(
    { purchaseOrderId: split.id, charges: 10_01, allowances: 1_00, tax: 7 },
    { purchaseOrderLineId: split.lines[0]!.id, quantity: "3", unitPrice: "33.33" },
  );
  const shown = await read(i.id);
  expect(shown).toMatchObject({
    status: "exception",
    total: 109_07,
    exceptions: [{ kind: "over_encumbrance", lineId: null, amount: 10_08 }],
  });
  expect(shown.splits.reduce((n, s) => n + s.amount, 0)).toBe(109_07);
});
