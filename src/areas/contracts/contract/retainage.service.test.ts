// What the terms keep back is proposed on each invoice of the contract's orders; a blanket order under
// the contract draws on its ceiling once, and is billed by its releases.
import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "#server/db/sql.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { agencyDay } from "#server/testing/days.ts";
import { invoiceInput } from "#areas/finance/invoice/invoice.model.ts";
import { createInvoice } from "#areas/finance/finance.server.ts";
import { proposedRetainage } from "#areas/finance/invoice/retainage.model.ts";
import { cancelOrder, endBlanketOrder } from "#areas/procurement/order/closing.service.ts";
import { step, stopContract } from "./course.service.ts";
import { contractAgency } from "../contracts.setup.ts";

let t: TestDatabase;
let a: Awaited<ReturnType<typeof contractAgency>>;
beforeAll(async () => {
  t = await freshDatabase();
  a = await contractAgency(t);
});
afterAll(() => t.drop());

const issued = async (over: object) => {
  const id = await a.ordered(await a.inForce(over), "1000.10");
  await a.issue(id);
  const { lineId } = await t.database.read(a.people.buyer).one<{ lineId: string }>(sql`
    select id as line_id
    from purchase_order_line
    where org_id = ${a.agency.orgId} and purchase_order_id = ${id}
  `);
  return { id, lineId };
};
const billed = (order: { id: string; lineId: string }, over: object = {}) =>
  a.as(a.people.deputy, (tx) =>
    createInvoice(
      tx,
      a.people.deputy,
      invoiceInput.parse({
        vendorId: a.vendor.id,
        purchaseOrderId: order.id,
        vendorNumber: `N-${Math.random()}`,
        invoiceDate: agencyDay(0),
        lines: [
          {
            purchaseOrderLineId: order.lineId,
            description: "Stone",
            quantity: "1",
            unitPrice: "1000.10",
          },
        ],
        ...over,
      }),
    ),
  );

test("left empty it is the contract's share of the total; what is typed stands", async () => {
  const order = await issued({ retainagePercent: "5" });
  // 5 % of 1,000.10 is 50.005: half a cent is kept back.
  expect(await billed(order)).toMatchObject({ total: 1_000_10, retainage: 50_01 });
  expect(await billed(order, { retainage: 0 })).toMatchObject({ retainage: 0 });
  expect(await billed(await issued({}))).toMatchObject({ retainage: 0 });
});

test("nothing is kept back of a credit note; two decimals count", () => {
  expect(proposedRetainage(-500_00, "5")).toBe(0);
  expect(proposedRetainage(1_000_00, "7.25")).toBe(72_50);
  expect(proposedRetainage(1, "50")).toBe(1);
});

test("a blanket order draws the ceiling once; its releases none, and they are what is billed", async () => {
  const contractId = await a.inForce();
  const blanketId = await a.ordered(contractId, "500", { endsOn: agencyDay(10) });
  await a.issue(blanketId);
  const release = await a.ordered(null, "200", { blanketId });
  await a.issue(release);
  const late = await a.ordered(null, "50", { blanketId });
  const { manager } = a.people;
  const at = { id: contractId, version: null };
  await a.as(manager, (tx) => stopContract(tx, manager, "suspend", { ...at, reason: "No bond" }));
  await expect(a.issue(late)).rejects.toMatchObject({ errors: [{ path: "contractId" }] });
  await a.as(manager, (tx) => step(tx, manager, "resume", at));
  const drawn = async () => (await a.read(contractId)).drawn;
  expect(await drawn()).toBe(500_00);
  await expect(billed({ id: blanketId, lineId: blanketId })).rejects.toMatchObject({
    errors: [{ path: "purchaseOrderId", message: expect.stringContaining("release") as string }],
  });
  const { deputy } = a.people;
  await a.as(deputy, (tx) =>
    endBlanketOrder(tx, deputy, { id: blanketId, version: null, reason: "Season over" }),
  );
  expect(await drawn()).toBe(200_00);
  await a.as(deputy, (tx) =>
    cancelOrder(tx, deputy, { id: release, version: null, reason: "Not needed" }),
  );
  expect(await drawn()).toBe(0);
});
