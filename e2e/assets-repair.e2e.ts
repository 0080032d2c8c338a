// A plan makes an inspection, its failed check a corrective order, whose part is bought by requisition,
// order, receipt and invoice; what was billed is the cost of the asset, and a figure opens its rows.
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { agencyDay } from "#server/testing/days.ts";
import { crew } from "./crew.ts";
import { url } from "./people.ts";
import { choose, get, press, send, status } from "./steps.ts";

const { come: enter } = crew(/\b4(04|09|22)\b/);
// Everybody keeps the window in which they began.
const windows = new Map<string, Page>();
const come = async (name: string, path: string): Promise<Page> => {
  const known = windows.get(name);
  if (!known) {
    const page = await enter(name, path);
    windows.set(name, page);
    return page;
  }
  await known.goto(`${url}${path}`);
  await known.locator("main h1").first().waitFor();
  return known;
};
// Another try has another station and another invoice.
const turn = Math.floor(Date.now() / 60_000);
const station = { tag: `LIFT-${String(1 + (turn % 12)).padStart(3, "0")}`, price: "320.00" };
const lastPart = (page: Page) => new URL(page.url()).pathname.split("/").at(-1)!;
const at = (path: string) => (u: URL) => new RegExp(`^${path}/[0-9a-f-]{36}$`).test(u.pathname);

type Asset = { id: string; number: string; name: string; tag: string };
const plan = async (): Promise<Asset> => {
  const page = await come("manager", "/maintenance-management/plans/new");
  const { items } = await get<{ items: Asset[] }>(page, `/api/v1/assets?q=${station.tag}`);
  const asset = items.find((one) => one.tag === station.tag)!;
  const name = `Round of ${asset.name}, ${turn}`;
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByLabel("First due on").fill(agencyDay());
  await press(page, /^Add/);
  await choose(page, "Asset", asset.number);
  await page.getByLabel("An inspection").check();
  await page.getByLabel("Checklist").selectOption({ label: "Lift station round" });
  await choose(page, "Given to", "Ivan Petrosyan");
  await page.getByText("Next dates").scrollIntoViewIfNeeded();
  await press(page, "Save the draft");
  await page.waitForURL((u) => u.pathname === "/maintenance-management/plans");
  const row = page.getByRole("listitem").filter({ hasText: name }).last();
  await row.getByRole("button", { name: /^Actions for/ }).click();
  await page.getByRole("menuitem", { name: "Publish" }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^Publish/ })
    .click();
  await row.getByText("In force").first().waitFor();
  await press(page, "Make what is due now");
  await page.getByText(/\d+ orders? made/).waitFor();
  return asset;
};

type Row = { id: string; assetId: string | null; status: string };
const inspect = async (asset: Asset): Promise<string> => {
  const manager = windows.get("manager")!;
  const { items } = await get<{ items: Row[] }>(
    manager,
    `/api/v1/inspections?assetId=${asset.id}&status=scheduled`,
  );
  const page = await come("inspector", `/inspections/${items[0]!.id}`);
  await press(page, "Begin");
  await status(page, "In progress");
  for (const section of ["Station", "Wet well", "Pumps", "Alarm"]) {
    await page.getByText(section, { exact: true }).first().waitFor();
    await page.getByRole("radio", { name: "Pass" }).first().waitFor();
    for (const one of await page.getByRole("radio", { name: "Pass" }).all()) await one.check();
    const level = page.getByLabel("Level of the wet well");
    if (section === "Wet well") await level.fill("6");
    if (section !== "Alarm") await press(page, "Continue");
  }
  // The last check of the last page: the standby generator.
  await page.getByRole("radio", { name: "Fail" }).last().check();
  await page.getByLabel("What is wrong: Standby generator started").fill("Battery is dead");
  await press(page, "Continue");
  await press(page, "Submit the inspection");
  await status(page, "Submitted");
  await page.getByText("was made for it").waitFor();
  await page.getByRole("link", { name: /^WO-/ }).first().click();
  await page.getByRole("heading", { name: /generator.*failed/ }).waitFor();
  return new URL(page.url()).pathname;
};

/** Decides what waits for somebody on a document, in the inbox. */
const approve = async (who: string, number: string) => {
  const page = await come(who, "/approvals-inbox");
  await page.getByRole("button", { name: `Approve ${number}` }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^Approve/ })
    .click();
  await page.getByRole("button", { name: `Approve ${number}` }).waitFor({ state: "detached" });
};

const buys = async (path: string): Promise<string> => {
  const manager = await come("manager", path);
  await press(manager, "Approve");
  await status(manager, "Approved");
  const technician = await come("technician", path);
  await press(technician, "Start");
  await status(technician, "In progress");
  await press(technician, "Add a part");
  await technician.getByLabel("What is needed").fill("Starter battery, 12 V");
  await technician.getByLabel("Quantity").fill("2");
  await press(technician, "Add it");
  await technician.getByText("2 each Starter battery, 12 V").waitFor();
  const asker = await come("user", path);
  await press(asker, "Buy what is needed");
  const dialog = asker.getByRole("dialog");
  await choose(asker, "Account that pays", "210-RDB-5340");
  await dialog.getByLabel("Needed on").fill(agencyDay(20));
  await dialog.getByLabel(/^Price of one/).fill(station.price);
  await press(asker, "Draft the requisition");
  await asker.waitForURL(at("/smart-requisition"));
  const id = lastPart(asker);
  await asker.goto(`${url}/smart-requisition/${id}/edit`);
  await choose(asker, "Suggested vendor", "Northline");
  await press(asker, "Check and submit");
  await asker.waitForURL(/\/check$/);
  await asker.getByRole("button", { name: /^Submit/ }).click();
  await asker.waitForURL(at("/smart-requisition"));
  const made = await get<{ number: string; status: string }>(asker, `/api/v1/requisitions/${id}`);
  if (made.status !== "approved") await approve("manager", made.number);
  return id;
};

type Order = { id: string; vendorId: string; lines: { id: string }[] };
const orders = async (requisitionId: string): Promise<Order> => {
  const buyer = await come("buyer", `/purchase-orders/new?requisitionId=${requisitionId}`);
  await buyer.getByLabel("Item, line 1").waitFor();
  await press(buyer, "Save and issue");
  await buyer.waitForURL(at("/purchase-orders"));
  await status(buyer, "Issued");
  const order = await get<Order>(buyer, `/api/v1/purchase-orders/${lastPart(buyer)}`);
  const page = await come("receiver", `/purchase-orders/${order.id}`);
  await page.getByRole("link", { name: "Receive goods" }).click();
  await page.getByLabel("Came now").fill("2");
  await press(page, "Post receipt");
  await page.waitForURL(/tab=receipts/);
  return order;
};

const bills = async (order: Order) => {
  const ap = await come("ap", "/invoices");
  const made = await send<{ id: string; number: string; version: number }>(
    ap,
    "POST",
    "/api/v1/invoices",
    {
      vendorId: order.vendorId,
      purchaseOrderId: order.id,
      vendorNumber: `ST-${turn}`,
      invoiceDate: agencyDay(),
      receivedOn: agencyDay(),
      lines: [
        {
          purchaseOrderLineId: order.lines[0]!.id,
          description: "Starter battery, 12 V",
          quantity: "2",
          unitPrice: station.price,
        },
      ],
    },
  );
  await ap.goto(`${url}/invoices/${made.id}`);
  await press(ap, "Submit for approval");
  await ap
    .locator(".record-head")
    .getByText(/In approval|Approved|Posted/)
    .first()
    .waitFor();
  const { status: now } = await get<{ status: string }>(ap, `/api/v1/invoices/${made.id}`);
  if (now === "in_approval") await approve("manager", made.number);
};

const repairs = async (path: string) => {
  const page = await come("technician", path);
  await press(page, "It came with a receipt");
  await choose(page, "Line of the receipt", "Starter battery");
  await press(page, "Save");
  await page.getByText("Received", { exact: true }).first().waitFor();
  await page.getByText("Bought for it").waitFor();
  await press(page, "Complete");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("What was wrong").fill("Battery");
  await dialog.getByLabel("What was done").fill("New batteries, generator starts");
  await dialog.getByRole("button", { name: "Complete" }).click();
  await status(page, "Completed");
};

type Cost = { purchaseCents: number; work: { workOrderId: string; purchaseCents: number }[] };
const costs = async (asset: Asset, workId: string) => {
  const page = await come("manager", `/maintenance-management/${workId}`);
  const cost = await get<Cost>(page, `/api/v1/assets/${asset.id}/cost`);
  expect(cost.work.find((one) => one.workOrderId === workId)!.purchaseCents).toBe(640_00);
  await press(page, "Close");
  await status(page, "Closed");
  await page.goto(`${url}/asset-management/${asset.id}?tab=book`);
  await page.getByRole("link", { name: /generator.*failed/ }).waitFor();
  await page.getByText("$640.00").first().waitFor();
  await page.goto(`${url}/maintenance-management/figures`);
  await page.getByRole("link", { name: "Open the rows of Mean time to repair" }).click();
  await page.getByText("Standby generator started: failed").first().waitFor();
};

test("a plan finds what failed, its repair is bought, and what was billed is the asset's cost", async () => {
  windows.clear();
  const asset = await plan();
  const path = await inspect(asset);
  const order = await orders(await buys(path));
  await bills(order);
  await repairs(path);
  await costs(asset, path.split("/").at(-1)!);
});
