// What floats (menus, panels, dialogs) loads when somebody reaches for it: a press before that is not lost, keys work, focus comes back.
import { afterAll, expect, test } from "vitest";
import { closeBrowser, password, stranger, url } from "./people.ts";

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
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Export");
  await page.keyboard.press("ArrowDown");
  await page.getByRole("menuitem", { name: /CSV/ }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Choose columns" }).click();
  await page.getByRole("dialog", { name: "Columns" }).waitFor();
  expect(faults).toEqual([]);
});
