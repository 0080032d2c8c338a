// What floats (menus, panels, dialogs) loads when somebody reaches for it: a press before that is not lost, keys work, focus comes back.
import { afterAll, expect, test } from "vitest";
import { tooWide } from "./looks.ts";
import { closeBrowser, password, stranger, url } from "./people.ts";
import { enter } from "./spec/identities.ts";
import { get } from "./steps.ts";

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
  expect(await page.getByRole("button", { name: /^(Open the assistant|Send feedback)$/ }).count()).toBe(0);
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

test("on a phone every tab of an order and of its requisition stays within the window", async () => {
  const { page, context } = await enter("manager", { width: 390 });
  await page.goto(`${url}/notifications`);
  const found: string[] = [];
  for (const [noun, path, query] of [["purchase-orders", "/purchase-orders", "status=partly_received"], ["requisitions", "/smart-requisition", "status=ordered"]] as const) {
    await page.goto(`${url}${path}/${(await get<{ items: { id: string }[] }>(page, `/api/v1/${noun}?${query}&limit=1`)).items[0]!.id}`);
    await page.getByRole("tab").first().waitFor();
    for (const tab of await page.getByRole("tab").all()) {
      await tab.click();
      await page.waitForTimeout(300);
      found.push(...await tooWide(page, `${path} ${await tab.textContent()}`));
    }
  }
  expect(found).toEqual([]);
  await context.close();
});

test("on a phone a menu without other actions stands in the head's first row; with an action beside it there is a bar at the thumb", async () => {
  const [{ page: user, context: one }, { page: buyer, context: two }] = [await enter("user", { width: 390 }), await enter("buyer", { width: 390 })];
  await Promise.all([user.goto(`${url}/notifications`), buyer.goto(`${url}/notifications`)]);
  const first = async (path: string) => (await get<{ items: { id: string }[] }>(buyer, path)).items[0]!.id;
  await user.goto(`${url}/vendor-directory/${await first("/api/v1/vendors?limit=1")}`);
  const more = user.getByRole("button", { name: "More actions" }), [menu, title] = [(await more.boundingBox())!, (await user.locator(".record-head h1").boundingBox())!];
  expect([menu.y + menu.height <= title.y + 1, menu.x + menu.width > 360], JSON.stringify([menu, title])).toEqual([true, true]);
  await more.click();
  await user.getByRole("menuitem", { name: "Copy link" }).waitFor();
  await buyer.goto(`${url}/purchase-orders/${await first("/api/v1/purchase-orders?status=issued&limit=1")}`);
  const cancel = (await buyer.getByRole("button", { name: "Cancel" }).boundingBox())!;
  expect(cancel.y).toBeGreaterThan(700);
  expect((await buyer.getByRole("button", { name: "More actions" }).boundingBox())!.y).toBeCloseTo(cancel.y, -1);
  for (const context of [one, two]) await context.close();
});

test("a dialog and the choices of a field load when they are asked for: what is pressed and typed before is kept, a failure is told, focus comes back", async () => {
  const { page, context, faults } = await enter("manager");
  const gates: Record<string, () => void> = {};
  const hold = (name: string) => {
    const gate = new Promise<void>((open) => (gates[name] = open));
    return context.route(new RegExp(`/${name}-.*\\.js$`), async (route) => { await gate; await route.continue(); });
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
  await whom.press("Enter");
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
  await whom.click();
  await search.waitFor();
  await whom.click();
  await search.waitFor({ state: "detached" });
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await expect.poll(() => delegate.evaluate((button) => button === document.activeElement)).toBe(true);
  expect(faults).toEqual([]);
  await context.close();
});
