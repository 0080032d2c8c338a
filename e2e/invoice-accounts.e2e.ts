// Where an invoice's line is charged: by the order, or by the account that the clerk chooses.
import { expect, test } from "vitest";
import { agencyDay } from "#server/testing/days.ts";
import { crew } from "./crew.ts";
import { url } from "./people.ts";
import { choose, get, press } from "./steps.ts";

const { come } = crew();

type Invoice = {
  id: string;
  lines: {
    description: string;
    purchaseOrderLineId: string | null;
    accountStringId: string | null;
  }[];
  splits: { code: string; amount: number }[];
};

test("terms are the vendor's as soon as it is chosen, on an order and on an invoice without one", async () => {
  const buyer = await come("buyer");
  const { items } = await get<{ items: { name: string; termsDays: number }[] }>(
    buyer,
    "/api/v1/vendors?status=active&limit=100",
  );
  const vendor = items.find(
    (v) => v.termsDays !== 30 && items.filter((other) => other.name.includes(v.name)).length === 1,
  )!;
  await buyer.goto(`${url}/purchase-orders/new`);
  await choose(buyer, "Vendor", vendor.name);
  await expect
    .poll(() => buyer.getByLabel(/^Payment terms/).inputValue())
    .toBe(String(vendor.termsDays));
  const ap = await come("ap", "/invoices/new");
  await choose(ap, "Vendor", vendor.name);
  await expect.poll(() => ap.getByLabel(/^Terms/).inputValue()).toBe(String(vendor.termsDays));
});

test("a line that the order does not have is charged to an account of its own; the order's lines ask for none; without an order each line asks", async () => {
  const page = await come("ap");
  const orders = await get<{ items: { id: string; number: string }[] }>(
    page,
    "/api/v1/purchase-orders?uninvoiced=true&limit=1",
  );
  await page.goto(`${url}/invoices/new?purchaseOrderId=${orders.items[0]!.id}`);
  await expect.poll(() => page.getByLabel("Description, line 1").inputValue()).not.toBe("");
  expect(await page.getByText("Charged to").count()).toBe(0);
  await page.getByLabel("Vendor's number").fill(`F-${Date.now()}`);
  await page.getByLabel("Invoice date").fill(agencyDay());
  const lines = await page.getByLabel(/^Description, line/).count();
  const last = lines + 1;
  await page.getByRole("button", { name: "Add a line" }).click();
  await page.getByText("As ordered").first().waitFor();
  await page.getByLabel(`Description, line ${last}`).fill("Freight that nobody ordered");
  await page.getByLabel(`Unit price, line ${last}`).fill("45");
  await choose(page, `Charged to, line ${last}`, "210-RDB-5340");
  await press(page, "Save and match");
  await page.waitForURL((u) => /[0-9a-f-]{36}$/.test(u.pathname));
  const kept = await get<Invoice>(page, `/api/v1${new URL(page.url()).pathname}`);
  const freight = kept.lines.find((l) => l.description === "Freight that nobody ordered")!;
  expect([freight.purchaseOrderLineId, typeof freight.accountStringId]).toEqual([null, "string"]);
  expect(kept.splits.find((s) => s.code.startsWith("210-RDB-5340"))?.amount).toBeGreaterThanOrEqual(
    45_00,
  );
  // Corrected, the form names the account that the line has.
  await page.goto(`${url}/invoices/${kept.id}/edit`);
  await page.getByLabel(`Charged to, line ${last}`).getByText("210-RDB-5340").waitFor();

  await page.goto(`${url}/invoices/new`);
  await choose(page, "Vendor", "Northline");
  await page.getByLabel("Vendor's number").fill(`G-${Date.now()}`);
  await page.getByLabel("Invoice date").fill(agencyDay());
  await page.getByLabel("Description, line 1").fill("Grader blades");
  await page.getByLabel("Unit price, line 1").fill("12.50");
  await press(page, "Save and match");
  await page.getByRole("link", { name: /Enter charged to, line 1/ }).waitFor();
  await choose(page, "Charged to, line 1", "210-RDB-5340");
  await press(page, "Save and match");
  await page.waitForURL((u) => /[0-9a-f-]{36}$/.test(u.pathname));
  expect((await get<Invoice>(page, `/api/v1${new URL(page.url()).pathname}`)).splits).toMatchObject(
    [{ code: expect.stringMatching(/^210-RDB-5340/), amount: 12_50 }],
  );
});
