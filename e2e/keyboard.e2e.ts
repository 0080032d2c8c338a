// The whole shell by keyboard alone, with the focus always seen; and at 200 % zoom, where nothing
// is lost.
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { crew } from "./crew.ts";

const { come } = crew();

type Stop = { name: string; seen: boolean };
/** Where the focus is, and whether somebody who looks can tell. */
const here = (page: Page): Promise<Stop> =>
  page.evaluate(() => {
    const at = document.activeElement as HTMLInputElement;
    const name = (
      at.getAttribute("aria-label") ??
      at.labels?.[0]?.textContent ??
      at.textContent ??
      ""
    )
      .trim()
      .replace(/\s+/g, " ");
    const style = getComputedStyle(at);
    const box = at.getBoundingClientRect();
    const marked =
      (style.outlineStyle !== "none" && Number.parseFloat(style.outlineWidth) > 0) ||
      style.boxShadow !== "none" ||
      at.matches("input, textarea, select, .skip-link");
    return {
      name,
      seen:
        at === document.body ||
        at.id === "main" ||
        (marked &&
          box.width > 0 &&
          box.right > 0 &&
          box.bottom > 0 &&
          box.left < innerWidth &&
          box.top < innerHeight),
    };
  });

/** Presses Tab until something of that name has the focus; every stop on the way must be seen. */
const tabTo = async (
  page: Page,
  name: string | RegExp,
  key: "Tab" | "Shift+Tab" = "Tab",
): Promise<void> => {
  const passed: string[] = [];
  for (let presses = 0; presses < 90; presses += 1) {
    await page.keyboard.press(key);
    const stop = await here(page);
    passed.push(stop.name);
    if (!stop.seen)
      await expect
        .poll(() => here(page), { message: `the focus is not seen on “${stop.name}”` })
        .toEqual({ name: stop.name, seen: true });
    if (typeof name === "string" ? stop.name === name : name.test(stop.name)) return;
  }
  throw new Error(`never reached ${String(name)}; passed ${passed.join(" | ")}`);
};
const focused = (page: Page, name: string | RegExp) =>
  expect.poll(async () => (await here(page)).name).toMatch(name);

test("skip link, sidebar, palette: by keys alone", async () => {
  const page = await come("manager", "/purchase-orders");
  await page.locator("aside .nav-section").first().waitFor();
  await page.keyboard.press("Tab");
  await expect.poll(() => here(page)).toEqual({ name: "Skip to content", seen: true });
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.activeElement?.id === "main");
  await page.keyboard.press("Tab");
  expect(
    await page.evaluate(() => document.querySelector("main")!.contains(document.activeElement)),
  ).toBe(true);
  await page.reload();
  await page.locator("aside .nav-section").first().waitFor();
  await tabTo(page, "Core Procurement");
  await page.keyboard.press("Enter");
  expect(
    await page.getByRole("button", { name: "Core Procurement" }).getAttribute("aria-expanded"),
  ).toBe("true");
  await tabTo(page, /^Smart requisition/);
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/smart-requisition$/);
  const palette = page.getByRole("dialog", { name: "Command palette" });
  // Ctrl and Cmd on every machine; the focus goes on from the heading of the page that was chosen.
  for (const [keys, title, path] of [
    ["Control+k", "Notifications", /\/notifications$/],
    ["Meta+k", "Payment runs", /\/payments\/runs$/],
  ] as const) {
    await page.keyboard.press(keys);
    await palette.waitFor();
    await page.keyboard.type(title);
    await palette.locator('[cmdk-item][data-selected="true"]').waitFor();
    await page.keyboard.press("Enter");
    await page.waitForURL(path);
    await page.waitForFunction(() => document.activeElement?.matches("main h1"));
    await focused(page, new RegExp(`^${title}`));
  }
});

test("header: quick actions, both lists, avatar menu: each opens, moves by arrows, closes by Esc and gives the focus back", async () => {
  const page = await come("manager", "/settings");
  await page.locator("aside .nav-section").first().waitFor();
  for (const [name, role] of [
    [/^Quick actions/, "menu"],
    [/, account of /, "menu"],
  ] as const) {
    await tabTo(page, name);
    await page.keyboard.press("Enter");
    await page.getByRole(role).waitFor();
    await page.waitForFunction(() =>
      document.querySelector('[role="menu"]')?.contains(document.activeElement),
    );
    await page.keyboard.press("ArrowDown");
    expect(await page.evaluate(() => document.activeElement?.getAttribute("role"))).toBe(
      "menuitem",
    );
    await page.keyboard.press("Escape");
    await page.getByRole(role).waitFor({ state: "detached" });
    await focused(page, name);
  }
  await page.keyboard.press("Enter");
  await page.getByRole("menu").waitFor();
  await page.keyboard.type("set");
  await focused(page, /^Settings$/);
  await page.keyboard.press("Escape");
  await page.getByRole("menu").waitFor({ state: "detached" });
  await tabTo(page, /^Notifications, /, "Shift+Tab");
  await page.keyboard.press("ArrowDown");
  await page.getByRole("group", { name: "Notifications" }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("group", { name: "Notifications" }).waitFor({ state: "detached" });
  await focused(page, /^Notifications, /);
});

test("feedback is a dialog that holds the focus; assistant and tutorial take it, Esc brings it back", async () => {
  const page = await come("ap", "/settings");
  await page.locator("aside .nav-section").first().waitFor();
  await tabTo(page, "Send feedback");
  await page.keyboard.press("Enter");
  const form = page.getByRole("dialog", { name: "Send feedback" });
  await form.waitFor();
  for (let presses = 0; presses < 10; presses += 1) {
    await page.keyboard.press("Tab");
    expect(await form.evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true);
  }
  await page.keyboard.press("Escape");
  await form.waitFor({ state: "detached" });
  await focused(page, /^Send feedback$/);
  await tabTo(page, "Open the assistant");
  await page.keyboard.press("Enter");
  await focused(page, /^Your question$/);
  await page.keyboard.type("What is a receipt?");
  await page.keyboard.press("Enter");
  await page.getByRole("list", { name: "Sources" }).waitFor();
  await page.keyboard.press("Escape");
  await focused(page, /^Open the assistant$/);
  await tabTo(page, "Start tutorial", "Shift+Tab");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.activeElement?.id === "tour-title");
  await tabTo(page, "Next");
  await page.keyboard.press("Enter");
  await page
    .locator(".tour")
    .getByText(/^2 of /)
    .waitFor();
  await page.keyboard.press("Escape");
  await page.locator(".tour").waitFor({ state: "detached" });
  await focused(page, /^Start tutorial$/);
});
