// What the invoice agent says of orders that changed, goods beyond the order, and documents that hide text.
import { beforeEach, expect, test } from "vitest";
import { sql } from "#server/db/sql.ts";
import { agentsOf } from "#server/testing/agent-run.ts";
import { askingOf } from "#server/testing/asking.ts";
import { agencyDay } from "#server/testing/days.ts";
import { issuedOrder, receiveGoods } from "#server/testing/purchase.ts";
import { readSent } from "../invoice/document/document.service.ts";
import { invoiceCases } from "../invoice/document/cases/cases.ts";
import { drawCase } from "../invoice/document/cases/draw.ts";
import { invoiceInput } from "../invoice/invoice.model.ts";
import {
  account,
  agency,
  as,
  enter,
  invoiceTests,
  people,
  t,
  vendor,
} from "../invoice/invoice.setup.ts";
import { createInvoice } from "../invoice/invoice.service.ts";
import { priceWhenItCame } from "./invoice-reads.ts";

invoiceTests();

const ask = askingOf(() => t);
let order: Awaited<ReturnType<typeof issuedOrder>>;
type Order = {
  number: string;
  version: number;
  pendingChange: { reason: string; difference: number } | null;
};
const orderNow = () => ask<Order>(people.buyer, `GET /api/v1/purchase-orders/${order.id}`);

beforeEach(async () => {
  const splits = [{ accountStringId: account.accountStringId }];
  const lines = [
    { quantity: "100", unitPrice: "10.00", splits },
    { quantity: "10", unitPrice: "20.00", splits },
  ];
  order = await issuedOrder(t.database, people, {
    ...{ vendorId: vendor.id, departmentId: agency.departmentId, lines },
    ...{ overReceiptPercent: "10" },
  });
});

const earlier = async () => {
  await as(people.admin, (tx) =>
    tx.rows(sql`
      update purchase_order_version
      set created_at = created_at - interval '20 days'
      where org_id = ${agency.orgId} and purchase_order_id = ${order.id}
    `),
  );
  await as(people.admin, (tx) =>
    tx.rows(sql`
      update receipt
      set received_on = ${agencyDay(-10)}
      where org_id = ${agency.orgId} and purchase_order_id = ${order.id}
    `),
  );
};
const lower = async (unitPrice: string) =>
  ask(
    people.buyer,
    `POST /api/v1/purchase-orders/${order.id}/actions/change`,
    { reason: "The market fell", lines: [{ id: order.lines[0]!.id, unitPrice }] },
    (await orderNow()).version,
  );
const bill = (quantity: string, unitPrice: string) =>
  enter(
    { purchaseOrderId: order.id },
    {
      ...{ purchaseOrderLineId: order.lines[0]!.id, description: "Item 1", quantity, unitPrice },
    },
  );
const found = async () => {
  const { run, found: all } = agentsOf(t);
  expect(await run(people.ap, "invoice")).toMatchObject({ status: "finished" });
  return all(people.ap, "invoice");
};

test("goods that came before the price was lowered: the bill is right, and a buyer asks for the change", async () => {
  await receiveGoods(t.database, people, order, ["40"]);
  await earlier();
  await lower("9.00");
  const { number } = await bill("40", "10.00");
  const [one, ...others] = await found();
  expect(others).toEqual([]);
  const { number: orderNumber } = await orderNow();
  expect(one).toMatchObject({
    subjectNumber: number,
    what: `Line 1 is billed at $10.00, which ${orderNumber} said when the goods came.`,
    proposal: {
      label: `Ask for a change of ${orderNumber}`,
      changes: [
        { label: "Unit price of line 1 of the order", from: "9.00", to: "10.00" },
        { label: "Reason" },
      ],
    },
    actions: [
      { name: "accept", enabled: false, reason: "Your role does not allow what it proposes." },
      { name: "dismiss", enabled: true },
    ],
  });
  expect(await agentsOf(t).accept(people.buyer, one!)).toMatchObject({ status: "accepted" });
  // What grows waits for whoever approves: the agent and the buyer decide nothing.
  expect((await orderNow()).pendingChange).toMatchObject({ difference: 100_00 });
  const standing = `GET /api/v1/invoices?q=${number}`;
  expect(await ask(people.ap, standing)).toMatchObject({ items: [{ status: "exception" }] });
});

test("goods that came after the price was lowered are disputed at the price of the order", async () => {
  await lower("9.00");
  await earlier();
  await receiveGoods(t.database, people, order, ["40"]);
  await bill("40", "10.00");
  expect(await found()).toMatchObject([
    {
      what: expect.stringContaining("the price from before"),
      proposal: { label: "Dispute with the vendor" },
    },
  ]);
});

test("more was accepted than ordered: the order is short, until it is received in full and changes no more", async () => {
  await receiveGoods(t.database, people, order, ["105"]);
  await bill("105", "10.00");
  const [one] = await found();
  expect(one).toMatchObject({
    what: expect.stringMatching(/^Line 1 bills what came/),
    proposal: {
      changes: [{ label: "Quantity of line 1 of the order", from: "100", to: "105" }, {}],
    },
  });
  await receiveGoods(t.database, people, order, ["0", "10"]);
  expect(await agentsOf(t).accept(people.buyer, one!)).toMatchObject({ status: "superseded" });
  expect(await found()).toMatchObject([
    { why: expect.stringContaining("changes no more"), proposal: null },
  ]);
});

test("a document that hides text: it enters no value, is named with its words, and asking is a task", async () => {
  const planted = invoiceCases.find(({ hidden }) => hidden === "white")!;
  const document = await readSent(Buffer.from(await drawCase(planted)));
  expect(document.said.total).toBe(planted.total);
  await receiveGoods(t.database, people, order, ["40"]);
  const input = invoiceInput.parse({
    ...{ vendorId: vendor.id, purchaseOrderId: order.id, vendorNumber: "H-1" },
    invoiceDate: agencyDay(0),
    lines: [
      {
        ...{ purchaseOrderLineId: order.lines[0]!.id, description: "Item 1" },
        ...{ quantity: "40", unitPrice: "10.00" },
      },
    ],
  });
  const { id, number } = await as(people.ap, (tx) =>
    createInvoice(tx, people.ap, input, "typed", document),
  );
  expect(await ask(people.ap, "GET /api/v1/invoices?hidesText=true")).toMatchObject({
    items: [{ id }],
  });
  const [one, ...others] = await found();
  expect(others).toEqual([]);
  expect(one).toMatchObject({
    what: `The document of ${number} holds 1 text that nobody sees.`,
    sources: [{ kind: "passage", page: 1, says: expect.stringContaining("HACK-666") }],
    proposal: { label: "Make it my task" },
  });
  expect(JSON.stringify(one!.proposal)).not.toContain("HACK");
  expect(await agentsOf(t).accept(people.ap, one!)).toMatchObject({ status: "accepted" });
});

test("a price is that of the days on which goods came, where these say one", () => {
  const stood = [
    { day: "2026-10-01", price: "10.0000" },
    { day: "2026-10-15", price: "9.0000" },
    { day: "2026-11-01", price: "9.0000" },
  ];
  expect(priceWhenItCame(stood, ["2026-10-01"])).toBe("10.0000");
  expect(priceWhenItCame(stood, ["2026-10-03", "2026-10-14"])).toBe("10.0000");
  expect(priceWhenItCame(stood, ["2026-11-01"])).toBe("9.0000");
  expect(priceWhenItCame(stood, ["2026-10-15"])).toBeNull();
  expect(priceWhenItCame(stood, ["2026-10-14", "2026-10-16"])).toBeNull();
  expect(priceWhenItCame(stood, [])).toBeNull();
  expect(priceWhenItCame([], ["2026-10-14"])).toBeNull();
});
