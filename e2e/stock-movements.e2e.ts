// What leaves a shelf, by its own people: something that was asked for instead of bought is handed out over the
// counter, a truck with goods for another store arrives short, and a department's budget line bears what it takes.
import { expect, test } from "vitest";
import { crew } from "./crew.ts";
import { url } from "./people.ts";
import { get, press, send, status } from "./steps.ts";

// The server refuses on purpose what a line cannot bear: the browser's console tells that.
const { come } = crew(/\b409\b/);

type Page = Awaited<ReturnType<typeof come>>;
type Item = { id: string; name: string; onHand: string; available: string; valueCents: number };
type Listed<T> = { items: T[] };

const dialog = (page: Page) => page.getByRole("dialog");
const itemNamed = async (page: Page, name: string): Promise<Item> =>
  (await get<Listed<Item>>(page, `/api/v1/stock-items?q=${encodeURIComponent(name)}`)).items[0]!;

test("what the stores have is asked of them in place of bought, and handed out over the counter", async () => {
  const asker = await come("user", "/smart-requisition/new");
  const before = await itemNamed(asker, "Silt fence");
  await asker.getByLabel("Description").first().fill("Silt fence");
  await press(asker, /^Take from the stores ?: Silt fence/);
  await dialog(asker).getByLabel("Quantity").fill("2");
  await dialog(asker).getByLabel("Department").selectOption({ label: "Roads & Bridges" });
  await dialog(asker).getByLabel("What for").fill("Shoulder of County Road 14");
  await press(asker, "Ask the stores");
  await asker.getByText("is asked of the stores and held").waitFor();
  const held = await itemNamed(asker, "Silt fence");
  expect(Number(before.available) - Number(held.available)).toBe(2);
  expect(held.onHand).toBe(before.onHand);

  const stores = await come("stores", "/inventory");
  const asked = stores.locator("#asked-for li").filter({ hasText: "Shoulder of County Road 14" });
  await asked.getByText("held until").waitFor();
  await asked.getByRole("button", { name: "Hand out" }).click();
  await asked.waitFor({ state: "detached" });
  expect(Number(before.onHand) - Number((await itemNamed(stores, "Silt fence")).onHand)).toBe(2);

  await asker.goto(`${url}/inventory#asked-for`);
  await asker
    .locator("#asked-for li")
    .filter({ hasText: "Shoulder of County Road 14" })
    .first()
    .getByText("Handed out")
    .waitFor();
});

// The inventory page has fields of like names behind the dialog.
const pick = async (page: Page, label: string, text: string) => {
  await dialog(page).getByLabel(label, { exact: false }).first().click();
  await page.getByPlaceholder("Type to search").fill(text);
  await page.locator("[cmdk-item]").filter({ hasText: text }).first().click();
};

const plan = async (stores: Page): Promise<string> => {
  await press(stores, "Plan a transfer");
  await pick(stores, "Taken from", "WH-A");
  await pick(stores, "Goes to", "OIL");
  await pick(stores, "Item", "Traffic drum");
  await dialog(stores).getByLabel("Quantity").fill("6");
  await dialog(stores).getByRole("button", { name: "Plan", exact: true }).click();
  await stores.waitForURL(/\/inventory\/transfers\/[0-9a-f-]{36}$/);
  await status(stores, "Planned");
  return new URL(stores.url()).pathname;
};

test("a truck with goods for the other store is counted there on a phone, and what lacks stays the sender's", async () => {
  const stores = await come("stores", "/inventory/transfers");
  const before = await itemNamed(stores, "Traffic drum");
  const path = await plan(stores);
  await press(stores, "Send");
  await dialog(stores).getByLabel("Who drives it").fill("Marcus Bell");
  await dialog(stores).getByRole("button", { name: "Send" }).click();
  await status(stores, "On the way");
  // Whoever sent it does not confirm that it arrived.
  const own = stores.getByRole("button", { name: "Record arrival" });
  expect((await own.count()) === 0 || (await own.first().isDisabled())).toBe(true);

  const receiver = await come("receiver", path, { width: 390 });
  await receiver.getByText("1 line is on the way with Marcus Bell").waitFor();
  await press(receiver, "Record arrival");
  await dialog(receiver).getByLabel("Traffic drum with base").fill("5");
  await press(receiver, "Record");
  await status(receiver, "Something lacks");
  await receiver.getByText("1 each of Traffic drum with base did not arrive").waitFor();
  const after = await itemNamed(receiver, "Traffic drum");
  expect(after.onHand).toBe(before.onHand);
  expect(Number(before.available) - Number(after.available)).toBe(1);

  await stores.reload();
  await press(stores, "Found back");
  await dialog(stores).getByLabel("Traffic drum with base").fill("1");
  await dialog(stores).getByLabel("Why").fill("It stood behind the gate.");
  await press(stores, "Book it");
  await status(stores, "Accounted for");
  expect((await itemNamed(stores, "Traffic drum")).available).toBe(before.available);
});

type Line = { id: string; code: string };
type Segment = { id: string; code: string };

// A line that nobody budgeted this year: it can be chosen, and bears nothing.
const lineWithoutBudget = async (officer: Page): Promise<Line> => {
  const segments = async (kind: string) =>
    (await get<Listed<Segment>>(officer, `/api/v1/segments?kind=${kind}`)).items;
  const { items: departments } = await get<Listed<Segment>>(officer, "/api/v1/departments");
  const named = (of: Segment[], code: string) => of.find((one) => one.code === code)!.id;
  return send(officer, "POST", "/api/v1/account-strings", {
    fundId: named(await segments("fund"), "101"),
    departmentId: named(departments, "RDB"),
    accountId: named(await segments("account"), "5720"),
  });
};

const issueVests = async (stores: Page, quantity: string, line: string) => {
  await press(stores, "Issue");
  await dialog(stores).getByLabel("Who gets it").selectOption("department");
  await dialog(stores).getByLabel("Which department").selectOption({ label: "Parks" });
  await pick(stores, "Item", "Safety vest");
  await dialog(stores).getByLabel("Taken from").selectOption({ index: 1 });
  await dialog(stores).getByLabel("Quantity").fill(quantity);
  await pick(stores, "Budget line that bears it", line);
};

test("a counter charges the department that takes something, and refuses in words what its line cannot bear", async () => {
  const stores = await come("stores", "/inventory");
  const vests = await itemNamed(stores, "Safety vest");
  const { code } = await lineWithoutBudget(await come("budget"));
  await issueVests(stores, "12", code);
  await dialog(stores).getByText(`${code} has no budget this year`).waitFor();
  await dialog(stores).getByRole("button", { name: "Issue", exact: true }).click();
  await dialog(stores)
    .getByText(`${code} has no budget line in this fiscal year`)
    .first()
    .waitFor();
  expect((await itemNamed(stores, "Safety vest")).onHand).toBe(vests.onHand);

  await pick(stores, "Budget line that bears it", "101-PRK-5720");
  await dialog(stores).getByText("About $196.80 are charged to").waitFor();
  await dialog(stores).getByRole("button", { name: "Issue", exact: true }).click();
  await stores.waitForURL(/\/inventory\/movements\/[0-9a-f-]{36}$/);
  await stores.getByText("$196.80 to 101-PRK-5720, off 210-RDB-5720").waitFor();
  expect(Number(vests.onHand) - Number((await itemNamed(stores, "Safety vest")).onHand)).toBe(12);
});
