// Two windows on one record: what one saved is never silently replaced by what the other had opened
// before.
import { expect, test } from "vitest";
import { agencyDay } from "#server/testing/days.ts";
import { crew } from "./crew.ts";
import { url, type Person } from "./people.ts";
import { get, press, send } from "./steps.ts";

// The refusals that are asked for here are told by the browser's console as well.
const { come } = crew(/\b412\b/);

type Page = Person["page"];
type Vendor = { id: string; version: number; phone: string | null; note: string };

/** Settles when the page has read the record anew: that must not move the version that it sends. */
const hears = (page: Page, path: string) =>
  page.waitForResponse((r) => r.request().method() === "GET" && r.url().endsWith(path));

test("a vendor: one saves a phone while the other writes a note; the second sees both phones, and both changes stand", async () => {
  const one = await come("manager");
  const vendors = await get<{ items: Vendor[] }>(one, "/api/v1/vendors?status=active&q=Northline");
  const { id } = vendors.items[0]!;
  const address = `/vendor-directory/${id}/edit`;
  const path = `/api/v1/vendors/${id}`;
  const before = await get<Vendor>(one, path);
  const two = await come("buyer", address);
  const phone = `+1 563 555 ${String(Date.now()).slice(-4)}`;
  await one.goto(`${url}${address}`);
  await one.getByLabel("Phone").first().fill(phone);
  const note = `Gate code at the yard, ${Date.now()}`;
  await two.getByLabel("Note").first().fill(note);
  const heard = hears(two, path);
  await press(one, "Save changes");
  await one.waitForURL((u) => u.pathname === `/vendor-directory/${id}`);
  await heard;

  await press(two, "Save changes");
  const notice = two.getByRole("alert").filter({ hasText: "This record has changed" });
  await notice.waitFor();
  const row = notice.locator("tbody tr");
  expect(await row.count()).toBe(1);
  expect(await row.textContent()).toContain("Phone");
  expect(await row.textContent()).toContain("as you opened it");
  expect(await row.textContent()).toContain(phone);
  if (before.phone) expect(await row.textContent()).toContain(before.phone);
  expect(await get<Vendor>(one, path)).toMatchObject({ phone, note: before.note });
  // Until it is answered, nothing is sent.
  await press(two, "Save changes");
  await notice.waitFor();
  await notice.getByRole("button", { name: "Keep mine and go on" }).click();
  await notice.waitFor({ state: "detached" });
  expect([
    await two.getByLabel("Phone").first().inputValue(),
    await two.getByLabel("Note").first().inputValue(),
  ]).toEqual([phone, note]);
  await press(two, "Save changes");
  await two.waitForURL((u) => u.pathname === `/vendor-directory/${id}`);
  expect(await get<Vendor>(one, path)).toMatchObject({ phone, note });
});

type Order = {
  id: string;
  number: string;
  version: number;
  lines: { id: string; quantity: string; receivedQuantity: string }[];
};

/** An order of ten posts that went out to its vendor, made by the buyer. */
const issued = async (page: Page): Promise<Order> => {
  const departments = await get<{ items: { id: string; code: string }[] }>(
    page,
    "/api/v1/departments",
  );
  const accounts = await get<{ items: { id: string }[] }>(
    page,
    "/api/v1/account-strings?q=210-RDB-5340",
  );
  const vendors = await get<{ items: Vendor[] }>(page, "/api/v1/vendors?status=active&q=Northline");
  const departmentId = departments.items.find((d) => d.code === "RDB")!.id;
  const user = await come("user");
  const asked = await send<Order>(user, "POST", "/api/v1/requisitions", {
    title: "Marker posts",
    justification: "For the repair of the road.",
    departmentId,
    neededOn: agencyDay(20),
    lines: [
      {
        description: "Marker posts",
        quantity: "10",
        unit: "each",
        unitPrice: "5.00",
        splits: [{ accountStringId: accounts.items[0]!.id }],
      },
    ],
  });
  await send(user, "POST", `/api/v1/requisitions/${asked.id}/actions/submit`, {}, asked.version);
  const manager = await come("manager");
  const mine = await get<{ items: { id: string; version: number; documentId: string }[] }>(
    manager,
    `/api/v1/approvals?q=${asked.number}`,
  );
  const waiting = mine.items.find((a) => a.documentId === asked.id);
  if (waiting)
    await send(
      manager,
      "POST",
      `/api/v1/approvals/${waiting.id}/actions/approve`,
      {},
      waiting.version,
    );
  const made = await send<Order>(page, "POST", "/api/v1/purchase-orders", {
    title: "Marker posts",
    vendorId: vendors.items[0]!.id,
    departmentId,
    requisitionLines: asked.lines.map((line) => ({ requisitionLineId: line.id })),
  });
  const path = `/api/v1/purchase-orders/${made.id}`;
  await send(page, "POST", `${path}/actions/submit`, {}, made.version);
  await send(page, "POST", `${path}/actions/issue`, {}, (await get<Order>(page, path)).version);
  return get<Order>(page, path);
};

test("an order: five of ten posted by two people count once; a change typed over an older order keeps what another changed", async () => {
  const buyer = await come("buyer");
  const order = await issued(buyer);
  const path = `/api/v1/purchase-orders/${order.id}`;
  const address = `/purchase-orders/${order.id}/receive`;
  const one = await come("receiver", address);
  const two = await come("receiver", address);
  await one.getByLabel("Came now").fill("5");
  await two.getByLabel("Came now").fill("5");
  const heard = hears(two, path);
  await press(one, "Post receipt");
  await one.waitForURL((u) => u.search.includes("tab=receipts"));
  await heard;
  await press(two, "Post receipt");
  const notice = two.getByRole("alert").filter({ hasText: "This record has changed" });
  await notice.waitFor();
  expect(Number((await get<Order>(buyer, path)).lines[0]!.receivedQuantity)).toBe(5);
  await notice.getByRole("button", { name: "Keep mine and go on" }).click();
  // What is written beside the line is what the version says that is sent.
  await two.getByText(/10 each ordered, 5 received/).waitFor();

  const address2 = `/purchase-orders/${order.id}/change`;
  const first = await come("buyer", address2);
  const second = await come("buyer", address2);
  await first.getByLabel("Quantity").fill("8");
  await first.getByLabel("Why it changes").fill("Eight are enough.");
  await second.getByLabel("Why it changes").fill("A better price.");
  await second.getByLabel("Unit price, $").fill("4.50");
  const told = hears(second, path);
  await press(first, "Send the change");
  await first.waitForURL((u) => u.pathname.endsWith(order.id));
  await told;
  // The draft remembers over what it was typed: opened anew, it says so before anything is sent.
  await second.getByText(/^Draft kept on this device/).waitFor();
  second.once("dialog", (dialog) => void dialog.accept());
  await second.reload();
  const again = second.getByRole("alert").filter({ hasText: "This record has changed" });
  await again.getByText("Line 1, Quantity").waitFor();
  await again.getByRole("button", { name: "Keep mine and go on" }).click();
  expect([
    await second.getByLabel("Quantity").inputValue(),
    await second.getByLabel("Unit price, $").inputValue(),
  ]).toEqual(["8", "4.50"]);
  await press(second, "Send the change");
  await second.waitForURL((u) => u.pathname.endsWith(order.id));
  expect((await get<Order>(buyer, path)).lines.map((l) => Number(l.quantity))).toEqual([8]);
});
