// What runs low, from the stores' question to the payment, each step by whoever does it: asked for again, ordered,
// announced with its lot, handed over by a driver without an account, received short, billed in full, held, billed as
// it came, paid. At the end stock and cost agree with what was paid.
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { agencyDay } from "#server/testing/days.ts";
import { crew } from "./crew.ts";
import { stranger, url } from "./people.ts";
import { choose, get, press, status } from "./steps.ts";

const { come, join } = crew();

type Listed = { items: { id: string; number: string }[] };
type Item = { id: string; onHand: string; available: string; onOrder: string; valueCents: number };
type Order = { id: string; number: string };

const dialog = (page: Page) => page.getByRole("dialog");
const idOf = (page: Page): string => new URL(page.url()).pathname.split("/").at(-1)!;
const record = (page: Page, path: string) =>
  page.waitForURL((u) => new RegExp(`^/${path}/[0-9a-f-]{36}$`).test(u.pathname));

const reorder = async (name: string): Promise<{ item: Item; number: string; id: string }> => {
  const stores = await come("stores", "/inventory");
  const { items } = await get<Listed>(stores, `/api/v1/stock-items?q=${encodeURIComponent(name)}`);
  const path = `/inventory/items/${items[0]!.id}`;
  const item = await get<Item>(stores, `/api/v1/stock-items/${items[0]!.id}`);
  await stores.goto(`${url}${path}`);
  await press(stores, "Reorder");
  await choose(stores, "Account that pays", "210-RDB-5340");
  await choose(stores, "Where it is put", "OIL");
  await dialog(stores).getByLabel("Department").selectOption({ label: "Roads & Bridges" });
  await dialog(stores).getByLabel("Needed on").fill(agencyDay(20));
  await press(stores, "Draft the requisition");
  await record(stores, "smart-requisition");
  await press(stores, "Submit");
  await status(stores, "In approval");
  const id = idOf(stores);
  const { number } = await get<{ number: string }>(stores, `/api/v1/requisitions/${id}`);
  // Asked for once: nothing is left to ask for.
  await stores.goto(`${url}${path}`);
  await stores.getByRole("heading", { name }).waitFor();
  expect(await stores.getByRole("button", { name: "Reorder", exact: true }).count()).toBe(0);
  return { item, number, id };
};

const approve = async (number: string) => {
  const manager = await come("manager", "/approvals-inbox");
  await press(manager, `Approve ${number}`);
  await dialog(manager)
    .getByRole("button", { name: /^Approve/ })
    .click();
  await manager.getByRole("button", { name: `Approve ${number}` }).waitFor({ state: "detached" });
};

const order = async (requisitionId: string): Promise<Order> => {
  const buyer = await come("buyer", `/purchase-orders/new?requisitionId=${requisitionId}`);
  await buyer.getByLabel("Item, line 1").waitFor();
  await choose(buyer, "Vendor", "Northline");
  await press(buyer, "Save and issue");
  await record(buyer, "purchase-orders");
  await status(buyer, "Issued");
  return get<Order>(buyer, `/api/v1${new URL(buyer.url()).pathname}`);
};

/** The vendor announces what left, with its lot, and sends the driver a link. */
const ship = async ({ number }: Order): Promise<{ vendor: Page; link: string }> => {
  const vendor = await come("vendor1", "/vendor-portal/orders");
  await vendor
    .getByRole("link", { name: new RegExp(number) })
    .first()
    .click();
  await press(vendor, "Acknowledge");
  await press(vendor, "Announce a shipment");
  await dialog(vendor).getByLabel("Carrier").fill("Northline truck 7");
  await dialog(vendor).getByLabel("Expected on").fill(agencyDay(1));
  await dialog(vendor).getByLabel("Lot or batch, line 1").fill("DEF-4471");
  await press(vendor, "Announce");
  await vendor.getByText("Shipment announced").waitFor();
  await press(vendor, "Link for the driver");
  const link = await dialog(vendor).locator("p.mono").innerText();
  await dialog(vendor).getByRole("button", { name: "Close" }).first().click();
  return { vendor, link };
};

const handOver = async (link: string) => {
  const { page: driver, context } = join(await stranger({ width: 390 }));
  await context.grantPermissions(["geolocation"]);
  await context.setGeolocation({ latitude: 44.7894, longitude: -93.6022, accuracy: 12 });
  await driver.goto(link);
  await driver.getByLabel("Your name").fill("Dana Fox");
  await driver.getByLabel(/how many you hand over/).fill("220");
  await driver.getByLabel("Anything to say").fill("A drum leaked: it stays on the truck.");
  await press(driver, "Hand over");
  await driver.getByText("is handed over").waitFor();
};

const receive = async ({ id }: Order): Promise<void> => {
  const receiver = await come("receiver", `/shipment-tracking`, { width: 390 });
  const { items } = await get<Listed>(receiver, `/api/v1/ship-notices?orderId=${id}`);
  await receiver.goto(`${url}/shipment-tracking/${items[0]!.id}`);
  await receiver.getByText("220 of line 1").waitFor();
  await receiver.goto(`${url}/purchase-orders/${id}/receive?shipment=${items[0]!.id}`);
  await receiver.getByText("announces 250 gal, lot DEF-4471").waitFor();
  await receiver.getByLabel("Came now").fill("220");
  await receiver.getByLabel("Note").fill("One drum leaked and went back with the truck.");
  await press(receiver, "Post receipt");
  await receiver.waitForURL(/tab=receipts/);
  await status(receiver, "Partly received");
};

/** The vendor bills all of it; accounts payable finds why it is held, and that receiving's own hands do not pass it. */
const billInFull = async (vendor: Page, { id }: Order): Promise<{ ap: Page; billId: string }> => {
  await vendor.reload();
  await press(vendor, "Send an invoice");
  await dialog(vendor)
    .getByLabel("Your invoice number")
    .fill(`NL-${Date.now() % 100_000}`);
  await dialog(vendor).getByLabel("Quantity, line 1").fill("250");
  await press(vendor, "Send the invoice");
  await vendor.getByText("Something does not agree with the order").first().waitFor();
  const ap = await come("ap");
  const { items } = await get<Listed>(ap, `/api/v1/invoices?purchaseOrderId=${id}`);
  await ap.goto(`${url}/invoices/${items[0]!.id}`);
  await status(ap, "Exception");
  await ap.getByText("250 gal invoiced in all, 220 received").first().waitFor();
  return { ap, billId: items[0]!.id };
};

const settleAndPay = async (ap: Page, billId: string): Promise<void> => {
  const path = `/api/v1/invoices/${billId}`;
  await ap.goto(`${url}/invoices/${billId}/edit`);
  await ap.getByLabel("Quantity").first().fill("220");
  await ap
    .getByRole("textbox", { name: "Note" })
    .fill("Billed as it came; the vendor agreed by telephone.");
  await press(ap, "Save and match again");
  await record(ap, "invoices");
  await status(ap, "Matched");
  await press(ap, "Submit for approval");
  await status(ap, "In approval");
  const { number } = await get<{ number: string }>(ap, path);
  await approve(number);
  await ap.goto(`${url}/payments?q=${number}`);
  await ap.getByRole("row").filter({ hasText: number }).getByRole("checkbox").check();
  await press(ap, "Pay these");
  await ap.getByRole("button", { name: /^Propose run of/ }).click();
  await record(ap, "payments/runs");
  const run = await get<{ number: string; status: string }>(ap, `/api/v1/payment-runs/${idOf(ap)}`);
  if (run.status === "proposed") {
    await press(ap, "Submit for approval");
    await status(ap, "In approval");
  }
  await approve(run.number);
  const treasurer = await come("treasurer", `/payments/runs/${idOf(ap)}?tab=files`);
  await press(treasurer, "Release");
  await dialog(treasurer).getByRole("button", { name: "Release" }).click();
  await treasurer
    .locator(".record-head")
    .getByText(/Released|Sent/)
    .first()
    .waitFor();
  await ap.goto(`${url}/invoices/${billId}`);
  await status(ap, "Paid");
};

test("what runs low is asked for once, comes short with its lot, is held as it is billed in full and paid as it came", async () => {
  const { item, number, id } = await reorder("Diesel exhaust fluid");
  await approve(number);
  const placed = await order(id);
  const { vendor, link } = await ship(placed);
  await handOver(link);
  await receive(placed);
  const { ap, billId } = await billInFull(vendor, placed);
  await settleAndPay(ap, billId);

  const stores = await come("stores", `/inventory/items/${item.id}?tab=movements`);
  const now = await get<Item>(stores, `/api/v1/stock-items/${item.id}`);
  expect(Number(now.onHand) - Number(item.onHand)).toBe(220);
  expect(now.valueCents - item.valueCents).toBe(847_00);
  expect(now.onOrder).toBe("30");
  await stores.getByRole("link", { name: "DEF-4471" }).first().click();
  await stores.getByText("220 gal").first().waitFor();
  await stores.getByText("Northline Aggregates LLC").first().waitFor();
});
