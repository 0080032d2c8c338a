// What a form promises whoever types into it: nothing is lost by leaving, by loading anew or by a mistake. And what a list remembers of ticked rows.
import { expect, test } from "vitest";
import { crew } from "./crew.ts";
import { url } from "./people.ts";

const { come } = crew();

test("a draft is kept, asked about and back; discarded it is gone", async () => {
  const page = await come("buyer", "/smart-requisition/new");
  const name = page.locator("#field-title"), foot = page.locator(".save-state"), back = page.getByText("Your draft is back");
  await name.waitFor();
  expect(await foot.textContent()).toBe("No changes");
  await name.pressSequentially("Half a b");
  await expect.poll(() => foot.textContent()).toMatch(/^Draft kept on this device, just now/);
  // Back to what it was: nothing is left to lose.
  await name.fill("");
  await expect.poll(() => foot.textContent()).toBe("No changes");
  await name.fill("Half a bridge");

  await page.locator("aside").getByRole("link", { name: "Dashboard" }).click();
  const asked = page.getByRole("dialog", { name: "Leave without saving?" });
  await asked.waitFor();
  await asked.getByRole("button", { name: "Stay" }).click();
  await asked.waitFor({ state: "detached" });
  expect([new URL(page.url()).pathname, await name.inputValue()]).toEqual(["/smart-requisition/new", "Half a bridge"]);
  await page.locator("aside").getByRole("link", { name: "Dashboard" }).click();
  await asked.getByRole("button", { name: "Leave" }).click();
  await page.waitForURL(`${url}/dashboard`);

  await page.goto(`${url}/smart-requisition/new`);
  await back.waitFor();
  expect(await name.inputValue()).toBe("Half a bridge");
  await page.getByRole("button", { name: "Discard it" }).click();
  await back.waitFor({ state: "detached" });
  expect([await name.inputValue(), await foot.textContent()]).toEqual(["", "No changes"]);
  // Without anything typed nobody is asked.
  await page.locator("aside").getByRole("link", { name: "Dashboard" }).click();
  await page.waitForURL(`${url}/dashboard`);
});

test("what is missing is told at the top and at its field", async () => {
  const page = await come("buyer", "/smart-requisition/new");
  await page.locator("#field-title").waitFor();
  await page.locator(".form-foot button[type=submit]").first().click();
  const summary = page.locator(".error-summary");
  await summary.waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.className)).toContain("error-summary");
  await summary.getByRole("link").first().click();
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toMatch(/^field-/);
});

test("ticked rows are counted, taken back, and forgotten with another filter", async () => {
  const page = await come("buyer", "/smart-requisition");
  const boxes = page.locator("tbody input[type=checkbox]");
  await boxes.nth(5).waitFor();
  await boxes.nth(2).check();
  await boxes.nth(3).check();
  await page.getByText("2 selected", { exact: true }).waitFor();
  expect(await page.locator("tbody tr[data-selected=true]").count()).toBe(2);
  await boxes.nth(2).uncheck();
  await page.getByText("1 selected", { exact: true }).waitFor();
  await page.getByLabel("Select all on this page").check();
  await page.getByText(`${await boxes.count()} selected`, { exact: true }).waitFor();
  await boxes.nth(0).uncheck();
  expect(await page.locator("tbody tr[data-selected=true]").count()).toBe((await boxes.count()) - 1);
  await page.locator("th button").nth(1).click();
  await page.getByText(/ selected$/).waitFor({ state: "detached" });
  expect(await page.locator("tbody tr[data-selected=true]").count()).toBe(0);
});
