// What does not go straight: a requisition or an order that comes back, goods that are rejected, an
// order that grows.
import { expect, test } from "vitest";
import { agencyDay } from "#server/testing/days.ts";
import { crew } from "./crew.ts";
import { looks } from "./looks.ts";
import { url, type Person } from "./people.ts";
import { choose, get, press, send, status } from "./steps.ts";

// What the server refuses here is asked for: too large a quantity, a version that somebody else was
// faster than.
const { enter, come } = crew(/\b4(12|22)\b/);

type Made = { id: string; number: string; version: number; lines: { id: string }[] };

/** A requisition of one line, submitted by the user. */
const asked = async (page: Person["page"], title: string): Promise<Made> => {
  const [departments, accounts] = [
    await get<{ items: { id: string; code: string }[] }>(page, "/api/v1/departments"),
    await get<{ items: { id: string; code: string }[] }>(
      page,
      "/api/v1/account-strings?q=210-RDB-5340",
    ),
  ];
  const made = await send<Made>(page, "POST", "/api/v1/requisitions", {
    title,
    justification: "For the repair of the road.",
    departmentId: departments.items.find((d) => d.code === "RDB")!.id,
    neededOn: agencyDay(20),
    lines: [
      {
        description: title,
        quantity: "40",
        unit: "each",
        unitPrice: "31.25",
        splits: [{ accountStringId: accounts.items[0]!.id }],
      },
    ],
  });
  await send(page, "POST", `/api/v1/requisitions/${made.id}/actions/submit`, {}, made.version);
  return made;
};

const decide = async (number: string, decision: "Approve" | "Return", why?: string) => {
  const { page } = await enter("manager");
  await page.goto(`${url}/approvals-inbox`);
  if (decision === "Approve") await page.getByRole("button", { name: `Approve ${number}` }).click();
  else {
    await page.getByRole("button", { name: `Other decisions on ${number}` }).click();
    await page.getByRole("menuitem", { name: /^Return/ }).click();
  }
  if (why) await page.getByLabel("Why, for the person who asked").fill(why);
  await page.getByRole("dialog").getByRole("button", { name: decision }).click();
  await page.getByRole("button", { name: `Approve ${number}` }).waitFor({ state: "detached" });
};

test("a requisition comes back with a reason, is mended, submitted again, ordered; the order grows, and only the difference is approved; bad goods go back", async () => {
  const { page } = await enter("user");
  const requisition = await asked(page, `Guardrail posts ${Date.now()}`);
  await decide(requisition.number, "Return", "Take the galvanized ones.");
  await page.goto(`${url}/smart-requisition/${requisition.id}`);
  await status(page, "Returned");
  await page.getByText("Take the galvanized ones.").first().waitFor();
  await page.goto(`${url}/smart-requisition/${requisition.id}/edit`);
  await page.getByLabel("Description").first().fill("Guardrail posts, galvanized");
  await page.getByRole("button", { name: /^Save/ }).first().click();
  await page.waitForURL((u) => u.pathname.endsWith(requisition.id));
  await press(page, "Submit");
  await status(page, "In approval");
  await decide(requisition.number, "Approve");

  const buyer = (await enter("buyer")).page;
  const [detail, vendors] = [
    await get<Made>(buyer, `/api/v1/requisitions/${requisition.id}`),
    await get<{ items: { id: string }[] }>(buyer, "/api/v1/vendors?status=active&q=Northline"),
  ];
  const departments = await get<{ items: { id: string; code: string }[] }>(
    buyer,
    "/api/v1/departments",
  );
  const order = await send<Made>(buyer, "POST", "/api/v1/purchase-orders", {
    title: "Guardrail posts",
    vendorId: vendors.items[0]!.id,
    departmentId: departments.items.find((d) => d.code === "RDB")!.id,
    requisitionLines: detail.lines.map((line) => ({ requisitionLineId: line.id })),
  });
  await buyer.goto(`${url}/purchase-orders/${order.id}`);
  await press(buyer, "Submit");
  await status(buyer, "Approved");
  await press(buyer, "Issue to vendor");
  await status(buyer, "Issued");
  await buyer.goto(`${url}/purchase-orders/${order.id}/change`);
  expect(await buyer.getByLabel("Unit price, $").inputValue()).toBe("31.25");
  await buyer.getByLabel("Quantity").fill("60");
  await buyer.getByRole("button", { name: "Add a line" }).click();
  await buyer.getByLabel("Description").fill("Reflectors for the posts");
  await buyer.getByLabel("Quantity").last().fill("20");
  await buyer.getByLabel("Unit price, $").last().fill("2.50");
  await choose(buyer, "Account to charge", "210-RDB-5340");
  await buyer.getByRole("button", { name: "Split between accounts" }).click();
  await buyer.getByText("What grows waits for approval: $675.00").waitFor();
  await buyer.getByLabel("Why it changes").fill("Twenty more posts after the survey.");
  // A share without an account is told where it stands; then one account pays again.
  await press(buyer, "Send the change");
  await buyer.getByRole("button", { name: "Take account 2 off line 1" }).click();
  await press(buyer, "Send the change");
  await buyer.waitForURL((u) => u.pathname.endsWith(order.id));
  expect(await get(buyer, `/api/v1/purchase-orders/${order.id}`)).toMatchObject({
    amount: 1_250_00,
    encumbered: 1_250_00,
    pendingChange: { difference: 675_00, growth: 675_00 },
  });
  await decide(order.number, "Approve");
  await expect
    .poll(() => get(buyer, `/api/v1/purchase-orders/${order.id}`), { timeout: 15_000 })
    .toMatchObject({
      amount: 1_925_00,
      encumbered: 1_925_00,
      pendingChange: null,
      revision: 2,
      lines: [{ quantity: "60.0000" }, { description: "Reflectors for the posts", amount: 50_00 }],
    });

  const yard = (await enter("receiver")).page;
  await yard.goto(`${url}/purchase-orders/${order.id}/receive`);
  await yard.getByLabel("Came now").first().fill("60");
  await yard.getByLabel("Came now").last().fill("20");
  await yard.getByLabel("Of it rejected").first().fill("4");
  await yard.getByLabel("Why rejected").first().fill("Bent in transport");
  await press(yard, "Post receipt");
  await yard.waitForURL((u) => u.search.includes("tab=receipts"));
  await yard.getByText("Bent in transport").first().waitFor();
  expect(await get(yard, `/api/v1/purchase-orders/${order.id}`)).toMatchObject({
    status: "partly_received",
  });
});

test("an order comes back: it is taken back, edited line by line against what its requisition has left, by two people at once, and sent again", async () => {
  const { page } = await enter("user");
  const requisition = await asked(page, `Sign posts ${Date.now()}`);
  await decide(requisition.number, "Approve");
  const buyer = (await enter("buyer")).page;
  const detail = await get<Made & { departmentId: string }>(
    buyer,
    `/api/v1/requisitions/${requisition.id}`,
  );
  const vendors = await get<{ items: { id: string }[] }>(
    buyer,
    "/api/v1/vendors?status=active&q=Northline",
  );
  const order = await send<Made>(buyer, "POST", "/api/v1/purchase-orders", {
    title: "Sign posts",
    vendorId: vendors.items[0]!.id,
    departmentId: detail.departmentId,
    requisitionLines: detail.lines.map((line) => ({
      requisitionLineId: line.id,
      unitPrice: "40.00",
    })),
  });
  const path = `/api/v1/purchase-orders/${order.id}`;
  const address = `/purchase-orders/${order.id}`;
  await buyer.goto(`${url}${address}`);
  await press(buyer, "Submit");
  await status(buyer, "In approval");
  await press(buyer, "Take back");
  await status(buyer, "Draft");
  await press(buyer, "Submit");
  await status(buyer, "In approval");
  await decide(order.number, "Return", "Northline offered them for less.");
  await buyer.getByRole("link", { name: "Edit", exact: true }).click();
  await buyer.getByRole("heading", { name: `Edit ${order.number}` }).waitFor();
  const cell = (window: Person["page"], name: string) =>
    window.getByLabel(`${name}, line 1`, { exact: true });
  expect([
    await cell(buyer, "Unit price").inputValue(),
    await cell(buyer, "Item").getAttribute("readonly"),
  ]).toEqual(["40.00", ""]);
  const colleague = await come("manager", `${address}/edit`);
  await cell(colleague, "Quantity").waitFor();
  expect(await looks(buyer, "the order's edit")).toEqual([]);

  await cell(buyer, "Quantity").fill("41");
  await cell(buyer, "Unit price").fill("31.00");
  await press(buyer, "Save");
  await buyer
    .getByText(/Only 40(\.0+)? each left to order/)
    .first()
    .waitFor();
  expect(await cell(buyer, "Quantity").getAttribute("aria-invalid")).toBe("true");
  await cell(buyer, "Quantity").fill("30");
  await buyer.getByRole("button", { name: "Add a line" }).click();
  await buyer.getByRole("button", { name: "Remove line 2" }).click();
  await press(buyer, "Save");
  await buyer.waitForURL((u) => u.pathname === address);
  expect(await get(buyer, path)).toMatchObject({
    status: "returned",
    amount: 930_00,
    lines: [{ quantity: "30.0000", requisitionNumber: requisition.number }],
  });
  expect(await get(buyer, `/api/v1/requisitions/${requisition.id}`)).toMatchObject({
    status: "partly_ordered",
    lines: [{ openQuantity: "10.0000" }],
  });

  await colleague.getByLabel("Delivery note").fill("The sign shop");
  await press(colleague, "Save");
  const notice = colleague.getByRole("alert").filter({ hasText: "This record has changed" });
  await notice.getByText("Quantity, line 1").waitFor();
  await notice.getByRole("button", { name: "Keep mine and go on" }).click();
  await press(colleague, "Save");
  await colleague.waitForURL((u) => u.pathname === address);
  expect(await get(buyer, path)).toMatchObject({
    deliverTo: "The sign shop",
    lines: [{ quantity: "30.0000" }],
  });

  const phone = await come("buyer", `${address}/edit`, { width: 390 });
  await cell(phone, "Quantity").waitFor();
  expect(await looks(phone, "the order's edit on a phone")).toEqual([]);
  await press(phone, "Save and issue");
  await phone.waitForURL((u) => u.pathname === address);
  expect(await get(buyer, path)).toMatchObject({ status: "issued" });
  // Who may not enter invoices is not led there.
  const payables = await come("ap", address);
  const entering = (window: Person["page"]) =>
    window.getByRole("link", { name: "Enter an invoice" });
  await entering(payables).waitFor();
  await buyer.getByRole("heading", { name: "Invoices" }).waitFor();
  expect(await entering(buyer).count()).toBe(0);
});
