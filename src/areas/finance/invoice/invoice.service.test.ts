import "../finance.server.ts";
import { expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { sql } from "#server/db/sql.ts";
import { runList } from "#server/http/list-page.ts";
import { listQuery } from "#server/http/list.ts";
import { makeBudget, makeVendor } from "#server/testing/agency.ts";
import { approveDocument, issuedOrder, receiveGoods } from "#server/testing/purchase.ts";
import { addRule } from "#areas/governance/rule/rule.service.ts";
import { invoiceList } from "./invoice.list.ts";
import { readInvoice } from "./invoice.read.service.ts";
import { acceptException } from "./exception.service.ts";
import { editInvoice, rematchInvoice, takeBackInvoice } from "./correction.service.ts";
import { submitInvoice } from "./submission.service.ts";
import {
  t,
  people,
  order,
  enter,
  approve,
  budget,
  read,
  as,
  agency,
  account,
  vendor,
  invoiceSetUp,
} from "#server/testing/invoices.ts";

invoiceSetUp();

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

test("what was sent by mistake is taken back with a reason: nobody is asked any more, it is matched again, corrected and sent anew", async () => {
  await receiveGoods(t.database, people, order, ["40"]);
  const i = await enter();
  const back = (reason: string | null, actor = people.otherAp) =>
    as(actor, (tx) => takeBackInvoice(tx, actor, i.id, null, reason));
  const sent = await as(people.ap, (tx) => submitInvoice(tx, people.ap, i.id, null));
  await expect(back(null)).rejects.toMatchObject({ status: 422, errors: [{ path: "reason" }] });
  await expect(back("I changed my mind", people.manager)).rejects.toMatchObject({ status: 403 });
  expect(await back("The vendor sent a corrected bill")).toMatchObject({ status: "matched" });
  expect(
    await t.database.read(people.ap).one(sql`
      select status
      from approval_request
      where org_id = ${agency.orgId} and id = ${sent.approvalId}
    `),
  ).toEqual({ status: "withdrawn" });
  await expect(approveDocument(t.database, people.manager, i.id)).rejects.toThrow();
  await as(people.ap, (tx) =>
    editInvoice(tx, people.ap, i.id, { note: "Corrected bill" } as never, null),
  );
  await approve(i.id);
  await expect(back("Too late")).rejects.toMatchObject({ code: "not_in_this_status" });
  expect(await budget()).toEqual({ enc: 600_00, exp: 400_00 });
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

test("before anything is received it waits as an exception for the receiver; after the receipt it matches", async () => {
  const i = await enter();
  expect((await read(i.id)).exceptions).toMatchObject([
    { kind: "no_receipt", ownerDuty: "receiver", status: "open" },
  ]);
  await expect(
    as(people.ap, (tx) => submitInvoice(tx, people.ap, i.id, null)),
  ).rejects.toMatchObject({
    code: "rule",
    message: expect.stringContaining("nothing is received yet"),
  });
  await receiveGoods(t.database, people, order, ["40"]);
  await as(people.ap, (tx) => rematchInvoice(tx, people.ap, i.id, null));
  expect(await read(i.id)).toMatchObject({
    status: "matched",
    exceptions: [{ status: "cleared" }],
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
  await as(people.ap, (tx) => rematchInvoice(tx, people.ap, i.id, null));
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

test("the same number written otherwise is a duplicate, also after the vendor was corrected", async () => {
  await receiveGoods(t.database, people, order, ["100"]);
  await enter({ vendorNumber: "0033-b" });
  const twice = await enter({ vendorNumber: " 33 B" });
  expect((await read(twice.id)).exceptions).toMatchObject([{ kind: "duplicate" }]);
  const other = await makeVendor(t.database, agency);
  const elsewhere = await enter(
    { vendorId: other.id, purchaseOrderId: null, vendorNumber: "33B" },
    { purchaseOrderLineId: null, accountStringId: account.accountStringId },
  );
  expect(elsewhere.duplicateOf).toBeNull();
  await as(people.ap, (tx) =>
    editInvoice(tx, people.ap, elsewhere.id, { vendorId: vendor.id }, elsewhere.version),
  );
  expect(await read(elsewhere.id)).toMatchObject({
    status: "exception",
    exceptions: [{ kind: "duplicate" }],
  });
});

test("an exception is its owner's: the buyer accepts a price, receiving a quantity, a manager either; each is told once a day, and the list shows what is theirs", async () => {
  await receiveGoods(t.database, people, order, ["40"]);
  const notices = (who: Actor) =>
    t.database.read(who).rows<{ title: string; link: string }>(sql`
      select title, link
      from notification
      where org_id = ${agency.orgId} and person_id = ${who.personId} and kind = 'invoice.exception'
    `);
  const dear = await enter({}, { quantity: "1", unitPrice: "90.00" });
  const many = await enter({}, { quantity: "60" });
  const accept = async (who: Actor, id: string, owner: string) =>
    as(who, async (tx) =>
      acceptException(
        tx,
        who,
        id,
        (await read(id)).exceptions.find((e) => e.ownerDuty === owner && e.status === "open")!.id,
        "Agreed by phone",
        null,
      ),
    );
  await expect(accept(people.otherAp, dear.id, "buyer")).rejects.toMatchObject({
    code: "not_yours",
    message: "The buyer settles this, or a manager.",
  });
  await expect(accept(people.receiver, dear.id, "buyer")).rejects.toMatchObject({
    code: "not_yours",
  });
  await expect(accept(people.buyer, many.id, "receiver")).rejects.toMatchObject({
    code: "not_yours",
    message: "Receiving settles this, or a manager.",
  });
  const seenBy = async (who: Actor, id: string) =>
    Object.fromEntries(
      (await readInvoice(t.database.read(who), who, id)).exceptions.map((e) => [
        e.ownerDuty,
        e.canAccept,
      ]),
    );
  expect(await seenBy(people.buyer, many.id)).toEqual({ buyer: true, receiver: false });
  expect(await seenBy(people.receiver, many.id)).toEqual({ buyer: false, receiver: true });
  expect(await seenBy(people.otherAp, many.id)).toEqual({ buyer: false, receiver: false });
  const listed = async (owner: string) =>
    (
      await runList<{ id: string }>(
        t.database.read(people.buyer),
        people.buyer,
        invoiceList,
        listQuery(invoiceList).parse({ owner, status: "exception" }),
      )
    ).items
      .map((i) => i.id)
      .sort();
  expect(await listed("buyer")).toEqual([dear.id, many.id].sort());
  expect(await listed("receiver")).toEqual([many.id]);

  expect(await notices(people.buyer)).toEqual([
    {
      title: expect.stringContaining("waits for you"),
      link: "/invoices?status=exception&owner=buyer",
    },
  ]);
  expect(await notices(people.receiver)).toHaveLength(1);
  expect(await notices(people.otherAp)).toHaveLength(0);
  await enter({}, { quantity: "1", unitPrice: "94.00" });
  expect(await notices(people.buyer)).toHaveLength(1);
  await as(people.admin, (tx) =>
    tx.rows(sql`
      update invoice_exception
      set created_at = created_at - interval '25 hours'
      where org_id = ${agency.orgId}
    `),
  );
  await enter({}, { quantity: "1", unitPrice: "95.00" });
  expect(await notices(people.buyer)).toHaveLength(2);

  expect(await accept(people.buyer, dear.id, "buyer")).toMatchObject({ status: "matched" });
  expect(await accept(people.receiver, many.id, "receiver")).toMatchObject({ status: "exception" });
  expect(await accept(people.manager, many.id, "buyer")).toMatchObject({ status: "matched" });
  expect(
    (
      await t.database.read(people.ap).rows<{ action: string }>(sql`
        select action
        from audit_entry
        where org_id = ${agency.orgId} and object_id = ${many.id}
        order by at desc
        limit 2
      `)
    ).map((e) => e.action),
  ).toEqual(["invoice.accept", "invoice.accept"]);
});

test("an exception is accepted with a reason by someone else than who entered it", async () => {
  await receiveGoods(t.database, people, order, ["40"]);
  const i = await enter({ statedTotal: 401_00 });
  const [e] = (await read(i.id)).exceptions;
  expect(e).toMatchObject({ kind: "totals", message: expect.stringContaining("$401.00") });
  await expect(
    as(people.ap, (tx) =>
      acceptException(tx, people.ap, i.id, e!.id, "Rounding by the vendor", null),
    ),
  ).rejects.toMatchObject({ code: "separation_of_duties" });
  await as(people.otherAp, (tx) =>
    acceptException(tx, people.otherAp, i.id, e!.id, "Rounding by the vendor", null),
  );
  expect(await read(i.id)).toMatchObject({
    status: "matched",
    exceptions: [{ status: "accepted", resolution: "Rounding by the vendor" }],
  });
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
