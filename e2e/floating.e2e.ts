// What floats (menus, panels, dialogs) loads when somebody reaches for it: a press before that is
// not lost, keys work, focus comes back.
import type { Page } from "playwright";
import { agencyDay } from "#server/testing/days.ts";
import { afterAll, expect, test } from "vitest";
import { tooWide, violations } from "./looks.ts";
import { closeBrowser, password, stranger, url } from "./people.ts";
import { enter } from "./spec/identities.ts";
import { get, send } from "./steps.ts";

type Box = { x: number; y: number; width: number; height: number };

// Where the focus is, is asked until it is there: it moves a moment after what floated is gone.
afterAll(closeBrowser);

test("a press that comes before its part has loaded opens it; Esc gives the focus back to the button", async () => {
  const { page, context, faults } = await stranger();
  let held: (() => void) | undefined;
  const gate = new Promise<void>((open) => (held = open));
  await context.route(/overlayParts-.*\.js/, async (route) => {
    await gate;
    await route.continue();
  });
  await page.goto(`${url}/auth`);
  await page.getByLabel("Email", { exact: false }).first().fill("manager@demo.levee.test");
  await page.getByLabel("Password", { exact: false }).first().fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).last().click();
  await page.waitForURL((u) => !u.pathname.startsWith("/auth"));
  await page.goto(`${url}/purchase-orders`);
  const more = page.getByRole("button", { name: "Export", exact: true });
  await more.click();
  expect(await page.getByRole("menu").count()).toBe(0);
  held!();
  await page.getByRole("menuitem", { name: /CSV/ }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("menu").waitFor({ state: "detached" });
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe("Export");
  await page.keyboard.press("ArrowDown");
  await page.getByRole("menuitem", { name: /CSV/ }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Choose columns" }).click();
  await page.getByRole("dialog", { name: "Columns" }).waitFor();
  expect(faults).toEqual([]);
});

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

test("a dialog and the choices of a field load when they are asked for: what is pressed and typed before is kept, a failure is told, focus comes back", async () => {
  const { page, context, faults } = await enter("manager");
  const gates: Record<string, () => void> = {};
  const hold = (name: string) => {
    const gate = new Promise<void>((open) => (gates[name] = open));
    return context.route(new RegExp(`/${name}-.*\\.js$`), async (route) => {
      await gate;
      await route.continue();
    });
  };
  await context.route(/\/DelegationDialog-.*\.js$/, (route) => route.abort());
  await hold("ComboboxChoices");
  await page.goto(`${url}/approvals-inbox`);
  const delegate = page.getByRole("button", { name: "Delegate", exact: true });
  await delegate.click();
  await page.getByText("This did not load").first().waitFor();
  await context.unroute(/\/DelegationDialog-.*\.js$/);
  await hold("DelegationDialog");
  await page.reload();
  faults.length = 0;
  await delegate.click();
  expect(await page.getByRole("dialog", { name: "Delegate approvals" }).count()).toBe(0);
  gates.DelegationDialog!();
  const dialog = page.getByRole("dialog", { name: "Delegate approvals" });
  await dialog.waitFor();
  const whom = dialog.getByLabel("To whom");
  await expect.poll(() => whom.evaluate((button) => button === document.activeElement)).toBe(true);
  await page.keyboard.press("Enter");
  expect(await whom.getAttribute("aria-expanded")).toBe("true");
  await page.keyboard.type("am", { delay: 30 });
  await page.keyboard.press("Backspace");
  gates.ComboboxChoices!();
  const search = page.getByPlaceholder("Type to search");
  await search.waitFor();
  expect(await search.inputValue()).toBe("a");
  await expect.poll(() => search.evaluate((field) => field === document.activeElement)).toBe(true);
  await page.keyboard.press("Escape");
  await search.waitFor({ state: "detached" });
  await expect.poll(() => whom.evaluate((button) => button === document.activeElement)).toBe(true);
  await whom.click();
  await page.locator("[cmdk-item]").first().click();
  await expect.poll(() => whom.evaluate((button) => button === document.activeElement)).toBe(true);
  expect(await whom.textContent()).not.toContain("Search and choose");
  // Enter takes the first result of what was typed, also when the results stand there already.
  await whom.click();
  await page.locator("[cmdk-item]").nth(3).waitFor();
  await page.keyboard.type("priya", { delay: 30 });
  await expect
    .poll(() => page.locator("[cmdk-item]").allTextContents())
    .toEqual([expect.stringContaining("Priya Nair")]);
  await page.keyboard.press("Enter");
  await expect.poll(() => whom.textContent()).toContain("Priya Nair");
  await whom.click();
  await search.waitFor();
  await whom.click();
  await search.waitFor({ state: "detached" });
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await expect
    .poll(() => delegate.evaluate((button) => button === document.activeElement))
    .toBe(true);
  expect(faults).toEqual([]);
  await context.close();
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

test("the floating buttons stand at the foot of the sidebar and over nothing: not over a list, not over the sidebar's own entries, open or folded", async () => {
  const { page, context } = await enter("manager");
  for (const [width, folded] of [
    [1440, false],
    [1440, true],
    [1024, true],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(`${url}/purchase-orders`);
    await page.locator(".ledger tbody tr").first().waitFor();
    if ((await page.locator(".app").getAttribute("data-collapsed")) !== String(folded))
      await page
        .getByRole("button", { name: /sidebar/i })
        .first()
        .click();
    await page.waitForTimeout(300);
    const boxes = await Promise.all(
      [".dock", ".dock-chat", ".dock-small", "#main", ".side-scroll"].map(
        async (part) => (await page.locator(part).boundingBox())!,
      ),
    );
    const [dock, chat, small, main, list] = boxes as [Box, Box, Box, Box, Box];
    expect(
      [
        dock.x + dock.width <= main.x,
        list.y + list.height <= dock.y,
        [chat, small].every(
          (each) =>
            each.x >= dock.x &&
            each.x + each.width <= dock.x + dock.width &&
            each.y >= dock.y &&
            each.y + each.height <= 900,
        ),
      ],
      JSON.stringify(boxes),
    ).toEqual([true, true, true]);
  }
  await context.close();
});

test("the board shows its seven stages at 1440 px; a narrower window says how many are out of sight, scrolls to them, and arrow keys reach the last", async () => {
  const { page, context } = await enter("manager");
  const edges = () =>
    page
      .locator(".board")
      .evaluate(
        (board) =>
          [...board.children].filter(
            (column) =>
              column.getBoundingClientRect().right <= board.getBoundingClientRect().right + 1 &&
              column.getBoundingClientRect().left >= board.getBoundingClientRect().left - 1,
          ).length,
      );
  await page.goto(`${url}/ai-procurement`);
  await page.locator(".board-column").last().waitFor();
  expect([await edges(), await page.locator(".board-ways").count()]).toEqual([7, 0]);
  expect(
    await page
      .locator(".board")
      .evaluate((board) =>
        [...board.querySelectorAll<HTMLElement>(".board-link > span, .board-column h2")]
          .filter((text) => text.scrollWidth > text.clientWidth + 1)
          .map((text) => text.textContent),
      ),
  ).toEqual([]);
  await page.setViewportSize({ width: 1024, height: 900 });
  const on = page.getByRole("button", { name: /more stages?$/ });
  await on.waitFor();
  expect(await edges()).toBeLessThan(7);
  await on.last().click();
  await page.getByRole("button", { name: "Last stage" }).waitFor();
  expect(await page.getByRole("button", { name: "Last stage" }).isDisabled()).toBe(true);
  await page.getByRole("button", { name: /more stages?$/ }).click();
  await page.getByRole("button", { name: "First stage" }).waitFor();
  await page.locator(".board-column").first().locator("[data-card]").first().focus();
  for (let presses = 0; presses < 7; presses += 1) await page.keyboard.press("ArrowRight");
  expect(
    await page
      .locator(".board-column")
      .last()
      .locator("[data-card]")
      .first()
      .evaluate(
        (card) =>
          card === document.activeElement && card.getBoundingClientRect().right <= innerWidth,
      ),
  ).toBe(true);
  await context.close();
});

test("jobs that ended are folded away beside the floating buttons, on phones above the screen and over nothing, and open where they are asked for; a running one opens by itself", async () => {
  const job = {
    id: "01a1fd26-0000-7000-8000-000000000001",
    title: "Opening",
    state: "done",
    stage: null,
    done: 1,
    total: 1,
    startedAt: new Date().toISOString(),
    resultPath: null,
    error: null,
  };
  const { page, context } = await enter("buyer");
  let items = [job];
  await context.route("**/api/v1/jobs", (route) => route.fulfill({ json: { items } }));
  const fold = page
    .getByRole("region", { name: "Jobs" })
    .getByRole("button", { name: /^(Jobs|1 running)/ });
  await page.goto(`${url}/purchase-orders`);
  await fold.waitFor();
  const [tray, main] = [
    (await page.locator(".tray").boundingBox())!,
    (await page.locator("#main").boundingBox())!,
  ];
  expect(
    [await fold.getAttribute("aria-expanded"), tray.x + tray.width <= main.x],
    JSON.stringify([tray, main]),
  ).toEqual(["false", true]);
  await fold.click();
  await page.getByRole("region", { name: "Jobs" }).getByText("Opening").waitFor();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(
    `${url}/purchase-orders/${(await get<{ items: { id: string }[] }>(page, "/api/v1/purchase-orders?status=partly_received&limit=1")).items[0]!.id}`,
  );
  await Promise.all([fold.waitFor(), page.getByRole("button", { name: "More actions" }).waitFor()]);
  const rows = async () =>
    [
      (await page.locator(".app-head").boundingBox())!,
      (await page.locator(".tray").boundingBox())!,
      (await page.locator("#main").boundingBox())!,
    ] as const;
  const apart = ([head, small, under]: readonly [Box, Box, Box]) => [
    head.y + head.height <= small.y + 1,
    small.y + small.height <= under.y + 1,
  ];
  expect(apart(await rows()), JSON.stringify(await rows())).toEqual([true, true]);
  await fold.click();
  await page.getByRole("region", { name: "Jobs" }).getByText("Opening").waitFor();
  expect(apart(await rows()), JSON.stringify(await rows())).toEqual([true, true]);
  expect(await violations(page, "the tray")).toEqual([]);
  items = [{ ...job, state: "running" }];
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${url}/purchase-orders`);
  await fold.waitFor();
  expect(await fold.getAttribute("aria-expanded")).toBe("true");
  await context.close();
});
