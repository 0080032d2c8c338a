import { expect, test } from "vitest";
import { runList } from "#server/http/list-page.ts";
import { listQuery } from "#server/http/list.ts";
import { receiveGoods } from "#server/testing/purchase.ts";
import { invoiceList } from "./invoice.list.ts";
import { invoiceSummary } from "./invoice.read.service.ts";
import { acceptException } from "./exception.service.ts";
import { editInvoice } from "./correction.service.ts";
import { voidInvoice } from "./course.service.ts";
import {
  t,
  people,
  order,
  enter,
  approve,
  as,
  budget,
  read,
  account,
  invoiceSetUp,
} from "#server/testing/invoices.ts";

invoiceSetUp();

test("voiding an approved invoice gives the encumbrance back", async () => {
  await receiveGoods(t.database, people, order, ["40"]);
  const i = await enter();
  await approve(i.id);
  await as(people.ap, (tx) => voidInvoice(tx, people.ap, i.id, null, "Sent in error"));
  expect(await budget()).toEqual({ enc: 1_000_00, exp: 0 });
});

test("a credit note reduces what was expended", async () => {
  await receiveGoods(t.database, people, order, ["40"]);
  await approve((await enter()).id);
  const credit = await enter({ kind: "credit_note" }, { quantity: "5" });
  expect(credit).toMatchObject({ status: "matched", total: -50_00 });
  await approve(credit.id);
  expect(await budget()).toEqual({ enc: 600_00, exp: 350_00 });
});

test("a correction of note or dates leaves what was accepted; one of what the match weighs asks again", async () => {
  await receiveGoods(t.database, people, order, ["40"]);
  const i = await enter({}, { unitPrice: "11.00" });
  const before = await read(i.id);
  await as(people.buyer, (tx) =>
    acceptException(tx, people.buyer, i.id, before.exceptions[0]!.id, "Agreed by phone", null),
  );
  // As the form sends it: every line with it, numbers as they are stored.
  const lines = before.lines.map(
    ({
      purchaseOrderLineId,
      accountStringId,
      description,
      quantity,
      unit,
      unitPrice,
      adjustment,
      statedAmount,
    }) => ({
      purchaseOrderLineId,
      accountStringId,
      description,
      quantity,
      unit,
      unitPrice,
      adjustment,
      statedAmount,
    }),
  );
  const edit = (patch: object) =>
    as(people.ap, (tx) => editInvoice(tx, people.ap, i.id, { lines, ...patch }, null));
  expect(
    await edit({ note: "Delivered to the north yard", invoiceDate: "2026-11-13" }),
  ).toMatchObject({ status: "matched" });
  expect(await read(i.id)).toMatchObject({
    note: "Delivered to the north yard",
    exceptions: [{ status: "accepted", resolution: "Agreed by phone" }],
    lines: [{ id: before.lines[0]!.id }],
  });
  expect(await edit({ vendorNumber: "N-other" })).toMatchObject({ status: "exception" });
  expect((await read(i.id)).exceptions.map((e) => [e.kind, e.status])).toEqual([["price", "open"]]);
});

test("an invoice that becomes a credit note turns its lines too, also when none is sent along", async () => {
  await receiveGoods(t.database, people, order, ["40"]);
  const i = await enter();
  await as(people.ap, (tx) => editInvoice(tx, people.ap, i.id, { kind: "credit_note" }, null));
  expect(await read(i.id)).toMatchObject({
    total: -400_00,
    lines: [{ amount: -400_00 }],
    splits: [{ amount: -400_00 }],
  });
});

test("what the vendor owes is never overdue, and its approver sees the signs that make its total", async () => {
  const i = await enter(
    {
      purchaseOrderId: null,
      kind: "credit_note",
      receivedOn: "2026-01-05",
      allowances: 10_00,
      tax: 8_00,
    },
    { purchaseOrderLineId: null, accountStringId: account.accountStringId },
  );
  expect(
    (
      await runList<{ id: string }>(
        t.database.read(people.ap),
        people.ap,
        invoiceList,
        listQuery(invoiceList).parse({ overdue: "true" }),
      )
    ).items.map((x) => x.id),
  ).not.toContain(i.id);
  const { facts } = await invoiceSummary(t.database.read(people.manager), i.id);
  const of = (label: string) => facts.find((f) => f.label === label)?.value;
  expect([of("Due"), of("Allowances"), of("Tax"), of("Total")]).toEqual([
    "—",
    "$10.00",
    "($8.00)",
    "($398.00)",
  ]);
});
