// What floats (menus, panels, dialogs) loads when somebody reaches for it: a press before that is
// not lost, keys work, focus comes back.
import { afterAll, expect, test } from "vitest";
import { violations } from "./looks.ts";
import { closeBrowser, password, stranger, url } from "./people.ts";
import { enter } from "./spec/identities.ts";
import { get } from "./steps.ts";

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
