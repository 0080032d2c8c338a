// The one map of all areas: by keyboard alone, without the graphics card, on a phone, on paper, and
// how its ten screens look in both themes.
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { crew } from "./crew.ts";
import { looks } from "./looks.ts";
import { url } from "./people.ts";

const { come } = crew();

const screens = [
  "/disaster",
  "/disaster-ops-hub",
  "/disaster-response",
  "/incident-timeline",
  "/weather-alerts",
  "/gis-integration",
  "/advanced-gis",
  "/supply-chain-command-center",
  "/supply-chain-risk",
  "/incident-risk-register",
];

const focused = (page: Page) =>
  page.evaluate(() => {
    const at = document.activeElement;
    return at?.getAttribute("role") ?? at?.getAttribute("name") ?? at?.textContent?.trim() ?? "";
  });

/** Presses Tab until what is focused answers to `name`; at most so often as a page has stops. */
const tabTo = async (page: Page, name: string): Promise<void> => {
  for (let presses = 0; presses < 150; presses++) {
    if ((await focused(page)) === name) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab never comes to ${name}`);
};

const listed = async (page: Page): Promise<number> =>
  Number(
    /In view: (\d+)/.exec(
      await page
        .getByRole("heading", { name: /^In view/ })
        .first()
        .innerText(),
    )![1],
  );

test("an area is drawn and what is inside is found by the keyboard alone", async () => {
  const page = await come("admin", "/advanced-gis");
  await page.getByRole("region", { name: "In view" }).getByRole("listitem").first().waitFor();
  const all = await listed(page);
  expect(all).toBeGreaterThan(10);
  await tabTo(page, "application");
  for (let n = 0; n < 6; n++) await page.keyboard.press("+");
  for (let n = 0; n < 3; n++) await page.keyboard.press("ArrowLeft");
  await expect.poll(() => listed(page)).toBeLessThan(all);
  await tabTo(page, "Show everything").catch(() => page.keyboard.press("Tab"));
  for (const [latitude, longitude] of [
    [44.6, -94.2],
    [44.6, -93.4],
    [45.0, -93.4],
    [45.0, -94.2],
  ]) {
    await tabTo(page, "latitude");
    await page.keyboard.type(String(latitude));
    await page.keyboard.press("Tab");
    await page.keyboard.type(String(longitude));
    await page.keyboard.press("Enter");
  }
  await page.getByText("4. 45, -94.2").waitFor();
  await tabTo(page, "Find inside");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: /^Inside or possibly inside: [1-9]/ }).waitFor();
  const lists = page.getByRole("link", { name: /open their list$/ });
  await lists.first().waitFor();
  await tabTo(page, await lists.first().innerText());
  await page.keyboard.press("Enter");
  await page.waitForURL((to) => to.pathname !== "/advanced-gis");
});

test("without the graphics card, on a phone and on paper it is the same map with its list", async () => {
  const page = await come("admin", "/gis-integration", { width: 390 });
  await page.context().addInitScript(() => {
    HTMLCanvasElement.prototype.getContext = () => null;
  });
  await page.reload();
  const map = page.locator("svg.map-frame").first();
  await map.waitFor();
  expect(await page.locator("canvas").count()).toBe(0);
  expect(await page.getByRole("button", { name: "Simple map" }).count()).toBe(0);
  expect(await map.locator(".map-mark, .map-cluster").count()).toBeGreaterThan(3);
  const before = await listed(page);
  await page.getByRole("button", { name: "Nearer" }).first().click();
  await page.getByRole("button", { name: "Nearer" }).first().click();
  await expect.poll(() => listed(page)).toBeLessThanOrEqual(before);
  expect(await looks(page, "/gis-integration on a phone")).toEqual([]);
  await page.emulateMedia({ media: "print" });
  expect(await map.isVisible()).toBe(true);
  expect(await page.getByRole("group", { name: "Move the map" }).first().isVisible()).toBe(false);
});

test.each(["dark", "light"] as const)("its ten screens hold up in %s", async (theme) => {
  const page = await come("admin", "/notifications", { theme });
  const found: string[] = [];
  for (const path of screens) {
    await page.goto(`${url}${path}`);
    await page.locator("main h1").first().waitFor();
    await page.locator("main .skeleton").first().waitFor({ state: "detached" });
    found.push(...(await looks(page, path)));
  }
  expect(found).toEqual([]);
});
