// A purchase by card that pays an order: one purchase for the look-back, and never more than the order.
import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "#server/db/sql.ts";
import { beginFile } from "#server/testing/import-files.ts";
import { issuedOrder } from "#server/testing/purchase.ts";
import { makeMembers, makePolicy, makeVendor } from "#server/testing/agency.ts";
import { refusalOf } from "#server/testing/asking.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { at, cardsOf, row } from "./cards.setup.ts";
import type { LineDetail } from "./line/line.model.ts";

let t: TestDatabase;
let of: Awaited<ReturnType<typeof cardsOf>>;
let buying: Awaited<ReturnType<typeof makeMembers>>;
beforeAll(async () => {
  t = await freshDatabase();
  of = await cardsOf(t);
  buying = await makeMembers(t.database, of.agency, {
    buyer: { duties: ["buyer"] },
    receiver: { duties: ["receiver"] },
    manager: { role: "manager" },
  } as never);
  await makePolicy(t.database, buying["manager"]!, { documentType: "purchaseOrder" });
});
afterAll(() => t.drop());

const orderOf = (vendorId: string, unitPrice: string) =>
  issuedOrder(t.database, buying as never, {
    ...{ vendorId, departmentId: of.agency.departmentId },
    lines: [{ quantity: "1", unitPrice, splits: [{ accountStringId: of.account }] }],
  });
const advised = async (): Promise<number> =>
  (
    await of.asking<{ aggregate: number }>(
      of.people.keeper,
      `GET /api/v1/procurement-method-advice?${new URLSearchParams({
        ...{ amount: "0", departmentId: of.agency.departmentId },
        ...{ accounts: of.account, uncoded: of.account },
      }).toString()}`,
    )
  ).aggregate;

test("a card line that pays an order counts once, of that vendor's order alone, up to its sum", async () => {
  const { asking, brought, card, code, lineOf, step } = of;
  const { holder, keeper } = of.people;
  const seller = await makeVendor(t.database, of.agency, { name: "Northern Hardware" });
  const another = await makeVendor(t.database, of.agency, { name: "Stone & Sons" });
  await card("5000");
  await brought([row("O-1", "5000", { amount: 120_00 }), row("O-2", "5000", { amount: 30_00 })]);
  const [order, theirs] = [await orderOf(seller.id, "125.00"), await orderOf(another.id, "500.00")];
  const before = await advised();
  const [first, second] = [await lineOf("O-1"), await lineOf("O-2")];
  const pay = (line: { id: string; cents: number }, orderId: string) =>
    code(holder, line.id, line.cents, { orderId });
  const unknown = "00000000-0000-7000-8000-000000000000";
  expect(await refusalOf(pay(first, unknown))).toContain("order_unknown");
  expect(await refusalOf(pay(first, order.id))).toContain(
    "order_of_other: Nobody said yet which vendor Anderson Supply",
  );
  await step(at.lines, keeper, first.id, "merchant", { vendorId: seller.id });
  expect(await refusalOf(pay(first, theirs.id))).toContain("is not an order to Northern Hardware.");
  await pay(first, order.id);
  expect(await advised()).toBe(before - 120_00);
  expect(await asking<LineDetail>(holder, `GET ${at.lines}/${first.id}`)).toMatchObject({
    orderId: order.id,
    orderNumber: expect.stringMatching(/^PO-/),
  });
  expect(await refusalOf(pay(second, order.id))).toContain("order_paid: PO-");
  await asking(buying["buyer"]!, `POST /api/v1/purchase-orders/${order.id}/actions/cancel`, {
    reason: "Bought by card alone",
  });
  expect(await refusalOf(pay(second, order.id))).toContain("order_not_open");
  expect(await advised()).toBe(before - 125_00);
});

test("a file with whole card numbers is not taken, and lies apart", async () => {
  const { keeper } = of.people;
  const whole =
    "Reference,Card,Posted,Merchant,Amount\nW-1,4111 1111 1111 1111,2026-01-02,Anderson,9";
  expect(await refusalOf(beginFile(t, keeper, "card-lines", whole))).toContain(
    "file_not_taken: This file holds whole card numbers.",
  );
  const { apart, runs } = await t.database.read(keeper).one<{ apart: number; runs: number }>(sql`
    select
      (
        select count(*)::int
        from stored_file
        where org_id = ${of.agency.orgId} and private
      ) as apart,
      (select count(*)::int from import_run where org_id = ${of.agency.orgId}) as runs
  `);
  expect([apart, runs]).toEqual([1, 0]);
});
