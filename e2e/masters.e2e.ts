// Lists that are kept once: a member proposes a place, the keeper accepts it, a buyer has an order
// delivered there. Two records of one firm: one person proposes to merge them, another does it, and
// what was ordered is the same to the cent.
import { expect, test } from "vitest";
import { crew } from "./crew.ts";
import { url, type Person } from "./people.ts";
import { choose, get, press, send, status } from "./steps.ts";

const { come } = crew(/\b4(09|12|22)\b/);

type Pair = { id: string; firstId: string; secondId: string; firstNumber: string };
type List<T> = { items: T[]; total: number; totals?: Record<string, number> };

/** A draft order of one line with this vendor. */
const drafted = async (page: Person["page"], vendorId: string, unitPrice: string) => {
  const [departments, accounts] = [
    await get<List<{ id: string; code: string }>>(page, "/api/v1/departments"),
    await get<List<{ id: string }>>(page, "/api/v1/account-strings?q=210-RDB-5340"),
  ];
  return send<{ id: string; number: string }>(page, "POST", "/api/v1/purchase-orders", {
    title: "Rubber surfacing for two playgrounds",
    vendorId,
    departmentId: departments.items.find((one) => one.code === "RDB")!.id,
    lines: [
      {
        description: "Rubber surfacing",
        quantity: "3",
        unit: "each",
        unitPrice,
        splits: [{ accountStringId: accounts.items[0]!.id }],
      },
    ],
  });
};

const ordered = async (page: Person["page"], vendorIds: string[]): Promise<number> =>
  (
    await get<List<unknown>>(
      page,
      `/api/v1/purchase-orders?vendorId=${vendorIds.join(",")}&limit=1`,
    )
  ).totals!["amount"]!;

test("a place that a member proposed is accepted by the keeper and chosen by a buyer", async () => {
  const member = await come("user", "/master-data?tab=places");
  await press(member, "Propose a place");
  const dialog = member.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Mayer salt shed");
  await dialog.getByLabel("Kind").selectOption("warehouse");
  await dialog.getByLabel("Street").fill("9 Ash Avenue");
  await dialog.getByLabel("City").fill("Mayer");
  await dialog.getByLabel("Why").fill("Salt is delivered there from now on");
  await press(member, "Propose");
  await dialog.waitFor({ state: "detached" });

  const keeper = await come("manager", "/master-data?tab=proposals&status=waiting");
  await keeper
    .getByRole("link", { name: /Mayer salt shed|LP-/ })
    .first()
    .waitFor();
  const { items } = await get<List<{ id: string; name: string }>>(
    keeper,
    "/api/v1/list-proposals?status=waiting",
  );
  const asked = items.find((one) => one.name === "Mayer salt shed")!;
  await keeper.goto(`${url}/master-data?tab=proposals&peek=${asked.id}`);
  const peek = keeper.locator(".peek");
  await peek.getByText("9 Ash Avenue").waitFor();
  await peek.getByRole("button", { name: "Accept" }).click();
  await peek.getByText(/Accepted by/).waitFor();

  const buyer = await come("buyer", "/dashboard");
  const vendors = await get<List<{ id: string }>>(buyer, "/api/v1/vendors?status=active&limit=1");
  const order = await drafted(buyer, vendors.items[0]!.id, "10.00");
  await buyer.goto(`${url}/purchase-orders/${order.id}/edit`);
  await choose(buyer, "Deliver to", "Mayer salt shed");
  await press(buyer, "Save");
  await buyer.waitForURL((u) => u.pathname === `/purchase-orders/${order.id}`);
  expect(await get(buyer, `/api/v1/purchase-orders/${order.id}`)).toMatchObject({
    place: "Mayer salt shed, 9 Ash Avenue, Mayer",
  });
  const told = await get<List<{ title: string }>>(member, "/api/v1/notifications?limit=5");
  expect(told.items.map((one) => one.title)).toContain("Mayer salt shed was accepted");
});

test("two people merge two vendors, and what was ordered is the same to the cent", async () => {
  const buyer = await come("buyer", "/dashboard");
  const pairs = await get<List<Pair>>(buyer, "/api/v1/vendor-pairs?state=open");
  const pair = pairs.items[0]!;
  const both = [pair.firstId, pair.secondId];
  await drafted(buyer, pair.secondId, "41.17");
  const before = await ordered(buyer, both);
  expect(before).toBeGreaterThan(0);

  await buyer.goto(`${url}/master-data?tab=vendors&peek=${pair.id}`);
  await buyer.locator(".peek").getByRole("link", { name: "Compare and merge" }).click();
  await buyer.getByText("Purchase orders").first().waitFor();
  await press(buyer, /^Propose to merge/);
  const why = buyer.getByRole("dialog");
  await why.getByRole("textbox").fill("The branch closed; both names stand on one W-9");
  await why.getByRole("button", { name: "Propose" }).click();
  await buyer.waitForURL((u) => /\/master-data\/merges\/[0-9a-f-]{36}$/.test(u.pathname));
  const { pathname } = new URL(buyer.url());

  const manager = await come("manager", pathname);
  await press(manager, "Merge");
  await manager.getByRole("dialog").getByRole("button", { name: "Merge" }).click();
  await status(manager, "Merged");
  expect(await ordered(manager, both)).toBe(before);
  expect(await ordered(manager, [pair.firstId])).toBe(before);
  // The merged record leads to the one that stays.
  await manager.goto(`${url}/vendor-directory/${pair.secondId}`);
  await manager.getByText("This record was merged into").getByRole("link").click();
  await manager.waitForURL((u) => u.pathname === `/vendor-directory/${pair.firstId}`);
});
