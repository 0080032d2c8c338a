// What floats on wide screens has its place on a phone: menus, tabs, the bar, long words and lines.
import type { Page } from "playwright";
import { agencyDay } from "#server/testing/days.ts";
import { afterAll, expect, test } from "vitest";
import { tooWide, violations } from "./looks.ts";
import { closeBrowser, url } from "./people.ts";
import { enter } from "./spec/identities.ts";
import { get, send } from "./steps.ts";

afterAll(closeBrowser);

test("on a phone nothing floats over the cards: the account menu opens the assistant and the feedback form, and gets the focus back", async () => {
  const { page, context } = await enter("manager", { width: 390 });
  await page.goto(`${url}/purchase-orders`);
  await page.locator(".cards .card").first().waitFor();
  expect(
    await page.getByRole("button", { name: /^(Open the assistant|Send feedback)$/ }).count(),
  ).toBe(0);
  const account = page.locator(".avatar");
  await account.click();
  await page.getByRole("menuitem", { name: "Ask the assistant" }).click();
  await page.getByPlaceholder("Ask a question").waitFor();
  await page.keyboard.press("Escape");
  await page.getByPlaceholder("Ask a question").waitFor({ state: "detached" });
  expect(await account.evaluate((avatar) => avatar === document.activeElement)).toBe(true);
  await account.click();
  await page.getByRole("menuitem", { name: "Send feedback" }).click();
  await page.getByRole("dialog", { name: "Send feedback" }).waitFor();
  await context.close();
});

test("on a phone the sidebar's pictures come with its menu, not before", async () => {
  const { page, context } = await enter("manager", { width: 390 });
  const asked: string[] = [];
  page.on(
    "request",
    (request) => void (/\/navIcons-/.test(request.url()) && asked.push(request.url())),
  );
  await page.goto(`${url}/purchase-orders`);
  await page.locator(".cards .card").first().waitFor();
  await page.waitForTimeout(1_500);
  expect(asked).toEqual([]);
  await page.getByRole("button", { name: "Open the menu" }).click();
  await page
    .getByRole("dialog", { name: "Menu" })
    .getByRole("button", { name: "Core Procurement" })
    .click();
  await page.locator(".slide-over .nav-link svg").nth(1).waitFor();
  expect(asked.length).toBe(1);
  await context.close();
});

test("on a phone the board's stages are a press away", async () => {
  const { page, context } = await enter("buyer", { width: 390 });
  await page.goto(`${url}/ai-procurement`);
  await page
    .getByRole("navigation", { name: "Stages" })
    .getByRole("button", { name: /^Invoiced/ })
    .click();
  const heading = page.getByRole("heading", { name: /^Invoiced/ });
  await expect.poll(async () => (await heading.boundingBox())!.y).toBeLessThan(200);
  expect([
    await heading.evaluate((at) => at === document.activeElement),
    (await heading.boundingBox())!.y > 100,
  ]).toEqual([true, true]);
  expect(await violations(page, "the board")).toEqual([]);
  await context.close();
});

test("on a phone every tab of an order and of its requisition stays within the window", async () => {
  const { page, context } = await enter("manager", { width: 390 });
  await page.goto(`${url}/notifications`);
  const found: string[] = [];
  for (const [noun, path, query] of [
    ["purchase-orders", "/purchase-orders", "status=partly_received"],
    ["requisitions", "/smart-requisition", "status=ordered"],
  ] as const) {
    await page.goto(
      `${url}${path}/${(await get<{ items: { id: string }[] }>(page, `/api/v1/${noun}?${query}&limit=1`)).items[0]!.id}`,
    );
    await page.getByRole("tab").first().waitFor();
    for (const tab of await page.getByRole("tab").all()) {
      await tab.click();
      await page.waitForTimeout(300);
      found.push(...(await tooWide(page, `${path} ${await tab.textContent()}`)));
    }
  }
  expect(found).toEqual([]);
  await context.close();
});

test("on a phone a menu without other actions stands in the head's first row; with an action beside it there is a bar at the thumb", async () => {
  const [{ page: user, context: one }, { page: buyer, context: two }] = [
    await enter("user", { width: 390 }),
    await enter("buyer", { width: 390 }),
  ];
  await Promise.all([user.goto(`${url}/notifications`), buyer.goto(`${url}/notifications`)]);
  const first = async (path: string) =>
    (await get<{ items: { id: string }[] }>(buyer, path)).items[0]!.id;
  await user.goto(`${url}/vendor-directory/${await first("/api/v1/vendors?limit=1")}`);
  const more = user.getByRole("button", { name: "More actions" });
  const [menu, title] = [
    (await more.boundingBox())!,
    (await user.locator(".record-head h1").boundingBox())!,
  ];
  expect(
    [menu.y + menu.height <= title.y + 1, menu.x + menu.width > 360],
    JSON.stringify([menu, title]),
  ).toEqual([true, true]);
  await more.click();
  await user.getByRole("menuitem", { name: "Copy link" }).waitFor();
  await buyer.goto(
    `${url}/purchase-orders/${await first("/api/v1/purchase-orders?status=issued&limit=1")}`,
  );
  const change = (await buyer.getByRole("link", { name: "Change order" }).boundingBox())!;
  expect(change.y).toBeGreaterThan(700);
  expect((await buyer.getByRole("button", { name: "More actions" }).boundingBox())!.y).toBeCloseTo(
    change.y,
    -1,
  );
  for (const context of [one, two]) await context.close();
});

test("on a phone the bar is one row; what else can be done and why not stands in its menu, for keys as well, and a press there asks as the button does", async () => {
  const { page, context, faults } = await enter("ap", { width: 390 });
  await page.goto(`${url}/notifications`);
  const { id, number } = (
    await get<{ items: { id: string; number: string }[] }>(
      page,
      "/api/v1/invoices?status=exception&limit=1",
    )
  ).items[0]!;
  await page.goto(`${url}/invoices/${id}`);
  const more = page.getByRole("button", { name: "More actions" });
  await more.waitFor();
  expect((await page.locator(".record-actions").boundingBox())!.height).toBeLessThan(72);
  expect(await page.locator(".record-actions .btn:visible").count()).toBe(2);
  await more.focus();
  await page.keyboard.press("Enter");
  const refused = page.getByRole("menuitem", { name: "Submit for approval", exact: true });
  await refused.waitFor();
  expect([
    await refused.getAttribute("aria-disabled"),
    (await refused.locator(".why").textContent())!.length > 10,
  ]).toEqual(["true", true]);
  for (
    let presses = 0;
    presses < 12 && !(await refused.evaluate((entry) => entry === document.activeElement));
    presses += 1
  )
    await page.keyboard.press("ArrowDown");
  expect(await refused.evaluate((entry) => entry === document.activeElement)).toBe(true);
  await page.keyboard.press("Enter");
  expect(await refused.isVisible()).toBe(true);
  expect(await violations(page, "the open menu")).toEqual([]);
  await page.getByRole("menuitem", { name: "Void", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: `Void ${number}?` });
  await dialog.waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  expect(await get<{ status: string }>(page, `/api/v1/invoices/${id}`)).toMatchObject({
    status: "exception",
  });
  expect(faults).toEqual([]);
  await context.close();
});

/**
 * Tables of lines that a phone would have to scroll sideways, and cells of a line that lie outside
 * of the window.
 */
const sideways = (page: Page) =>
  page.evaluate(() => {
    const boxes = [
      ...document.querySelectorAll<HTMLElement>("main .table-scroll, main .lines-scroll"),
    ]
      .filter((box) => box.checkVisibility() && box.scrollWidth > box.clientWidth + 1)
      .map((box) => `${box.getAttribute("aria-label") ?? box.className} scrolls`);
    const cells = [
      ...document.querySelectorAll<HTMLElement>("main :is(.line-table, .lines) tbody td"),
    ].filter(
      (cell) =>
        cell.textContent !== "" &&
        (cell.getBoundingClientRect().right > innerWidth ||
          cell.scrollWidth > cell.clientWidth + 1),
    );
    return [...boxes, ...cells.map((cell) => `${cell.dataset.label}: ${cell.textContent}`)];
  });

test("on a phone the lines of a request, an order, a run and an invoice are read, and corrected, without scrolling sideways", async () => {
  const { page, context } = await enter("ap", { width: 390 });
  await page.goto(`${url}/notifications`);
  const first = async (path: string) =>
    (await get<{ items: { id: string }[] }>(page, path)).items[0]!.id;
  const invoice = await first("/api/v1/invoices?status=exception&limit=1");
  for (const path of [
    `/smart-requisition/${await first("/api/v1/requisitions?status=ordered&limit=1")}`,
    `/purchase-orders/${await first("/api/v1/purchase-orders?status=partly_received&limit=1")}`,
    `/payments/runs/${await first("/api/v1/payment-runs?limit=1")}`,
    `/invoices/${invoice}`,
  ]) {
    await page.goto(`${url}${path}`);
    await page.locator(".line-table tbody tr").first().waitFor();
    expect(await sideways(page), path).toEqual([]);
  }
  const line = page.locator(".line-table tbody tr").first();
  for (const label of ["Ordered", "Received", "Invoiced", "Price"])
    expect(
      await line
        .locator(`[data-label="${label}"]`)
        .evaluate((cell) => getComputedStyle(cell, "::before").content),
    ).toBe(`"${label}"`);
  await page.goto(`${url}/invoices/${invoice}/edit`);
  const quantity = page.getByLabel("Quantity, line 1");
  const price = page.getByLabel("Unit price, line 1");
  await quantity.waitFor();
  expect(await sideways(page)).toEqual([]);
  expect(
    [
      /^\d+(\.\d*[1-9])?$/.test(await quantity.inputValue()),
      /^\d+\.\d\d(\d*[1-9])?$/.test(await price.inputValue()),
    ],
    `${await quantity.inputValue()} at ${await price.inputValue()}`,
  ).toEqual([true, true]);
  expect(await page.getByText("No changes").isVisible()).toBe(true);
  await quantity.fill("2.50");
  await price.focus();
  expect(await quantity.inputValue()).toBe("2.50");
  await context.close();
});

test("on a phone long words and long descriptions stay within the window, while they are typed and where they are read", async () => {
  const { page, context } = await enter("user", { width: 390 });
  await page.goto(`${url}/smart-requisition`);
  const long =
    "Corrugated steel culvert pipe, 36 inch, galvanized, with coupling bands, see https://supplier.example.com/catalogue/2026/culverts/corrugated-steel/36-inch-galvanized";
  const [
    {
      items: [department],
    },
    {
      items: [account],
    },
  ] = await Promise.all([
    get<{ items: { id: string }[] }>(page, "/api/v1/departments"),
    get<{ items: { id: string }[] }>(page, "/api/v1/account-strings?q=5340&limit=1"),
  ]);
  const { id } = await send<{ id: string }>(page, "POST", "/api/v1/requisitions", {
    title: long,
    justification: long,
    departmentId: department!.id,
    neededOn: agencyDay(30),
    deliverTo: long,
    lines: [
      {
        description: long,
        quantity: "1",
        unit: "each",
        unitPrice: "1",
        splits: [{ accountStringId: account!.id, percent: "100" }],
      },
    ],
  });
  const wide: string[] = [];
  for (const path of ["", "/check", "/edit"]) {
    await page.goto(`${url}/smart-requisition/${id}${path}`);
    await page.getByText("Corrugated steel").first().waitFor();
    wide.push(...(await tooWide(page, path || "the record")));
  }
  await page.goto(`${url}/smart-requisition/new`);
  await page.getByLabel("Description", { exact: false }).first().fill(long);
  await page.locator('input[type="file"]').setInputFiles({
    name: "a photo of the crossing at mile three of County Road 14 after the flood.pdf",
    mimeType: "application/pdf",
    buffer: Buffer.from("%PDF-1.7\n%%EOF"),
  });
  await page.getByRole("button", { name: "Remove a photo" }).waitFor();
  wide.push(...(await tooWide(page, "a new line with a file")));
  expect(wide).toEqual([]);
  await context.close();
});
