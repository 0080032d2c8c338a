// What belongs to the agency: its keys and everybody's own, its colours, its record. The registry of
// keys says what works: each of them is pressed.
import { expect, test } from "vitest";
import type { Page } from "playwright";
import { commandActions } from "#kernel/keys/registry.ts";
import { crew } from "./crew.ts";
import { url } from "./people.ts";
import { press } from "./steps.ts";

const { come } = crew(/\b422\b/);

const hit = async (page: Page, binding: string) => {
  if (binding.startsWith("Mod+")) return page.keyboard.press(binding.replace("Mod", "Control"));
  for (const key of binding.split(" "))
    await page.keyboard.press(/^[A-Z]$/.test(key) ? key.toLowerCase() : key);
};
const settled = async (page: Page) => {
  await page.locator("main h1").first().waitFor();
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
};

test("every command's keys lead where the registry says", async () => {
  const page = await come("admin", "/settings?tab=profile");
  for (const { keys, to, label } of commandActions) {
    await settled(page);
    await hit(page, keys);
    await page.waitForURL(`${url}${to}`, { timeout: 5_000 }).catch(() => {
      throw new Error(`${keys} for ${label} led to ${page.url()}, not to ${to}`);
    });
  }
});

test("the keys of the frame and of lists do what the registry says", async () => {
  const page = await come("admin", "/purchase-orders");
  await page.locator("tbody tr").first().waitFor();
  await settled(page);
  await hit(page, "Mod+B");
  await page.getByRole("button", { name: "Expand the sidebar" }).waitFor();
  await hit(page, "Mod+B");
  await hit(page, "Mod+K");
  await page.getByRole("dialog").waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "hidden" });
  await hit(page, "?");
  await page.getByRole("dialog", { name: "Keys" }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "hidden" });
  await hit(page, "J");
  await hit(page, "J");
  await hit(page, "K");
  await hit(page, "X");
  await page.getByText("1 selected").waitFor();
  await hit(page, "X");
  await hit(page, "Space");
  await page.getByRole("complementary", { name: /^Preview of/ }).waitFor();
  await hit(page, "Space");
  await hit(page, "/");
  expect(await page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toBe(
    "Search this list",
  );
  await page.keyboard.press("Escape");
  await hit(page, "J");
  await hit(page, "Enter");
  await page.waitForURL(/\/purchase-orders\/[0-9a-f-]{36}/);
});

test("the agency changes a key, clashes are refused, one's own stand over it", async () => {
  const admin = await come("admin", "/utilities/shortcuts");
  const change = async (page: Page, action: string, keys: string) => {
    await page.getByRole("button", { name: `Change keys of ${action}` }).click();
    await hit(page, keys);
  };
  await change(admin, "Select the row", "J");
  await admin.getByText("These keys do “Next row” already. Give that others first.").waitFor();
  expect(await admin.getByRole("button", { name: "Save the keys" }).isDisabled()).toBe(true);
  await change(admin, "Select the row", "Y");
  await press(admin, "Save the keys");
  await admin.getByText("The keys are saved").waitFor();
  const buyer = await come("buyer", "/settings?tab=appearance");
  await change(buyer, "Search or run a command", "Mod+I");
  await press(buyer, "Save the keys");
  await buyer.getByText("The keys are saved").waitFor();
  await buyer.goto(`${url}/purchase-orders`);
  await buyer.locator("tbody tr").first().waitFor();
  await hit(buyer, "J");
  await hit(buyer, "Y");
  await buyer.getByText("1 selected").waitFor();
  await hit(buyer, "Mod+I");
  await buyer.getByRole("dialog").waitFor();
  await press(admin, "Back to the product's keys");
  await press(admin, "Save the keys");
  await admin
    .getByRole("button", { name: "Save the keys" })
    .and(admin.locator(":disabled"))
    .waitFor();
});

test("colours are tried, published, seen by others, and brought back", async () => {
  const admin = await come("admin", "/utilities/theme");
  const fill = (page: Page) =>
    page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue("--fill"));
  const before = await fill(admin);
  await admin.getByLabel("First colour", { exact: true }).fill("#b45309");
  await press(admin, "Publish");
  await admin.getByText("Published: everybody sees it from now on").waitFor();
  const buyer = await come("buyer", "/purchase-orders");
  await expect.poll(() => fill(buyer)).not.toBe(before);
  const now = await fill(buyer);
  await press(admin, "The product's colours");
  await press(admin, "Publish");
  await expect.poll(() => fill(admin)).toBe(before);
  await admin
    .getByRole("button", { name: /^Publish number \d+ again$/ })
    .first()
    .click();
  await expect.poll(() => fill(admin)).toBe(now);
  await press(admin, "The product's colours");
  await press(admin, "Publish");
  await expect.poll(() => fill(admin)).toBe(before);
});
