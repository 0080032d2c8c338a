// From nothing to a sent order in one sitting: somebody signs up, founds an agency, and goes the way that
// the dashboard shows, with one other person. Every page is one that the way itself opens.
import { base32 } from "@better-auth/utils/base32";
import { createOTP } from "@better-auth/utils/otp";
import { expect, test } from "vitest";
import type { Page } from "playwright";
import { agencyDay } from "#server/testing/days.ts";
import { crew } from "./crew.ts";
import { stranger, url } from "./people.ts";
import { choose, get, press, status } from "./steps.ts";

const { join, forgive } = crew();
const password = "Correct-horse-9";

/** Signs up through the screen and comes in by the letter that the demo keeps. */
const signUp = async (name: string, email: string, width: number): Promise<Page> => {
  const { page } = join(await stranger({ width }));
  await page.goto(`${url}/auth?mode=sign-up`);
  await page.getByLabel("Your name").fill(name);
  await page.getByLabel("Work email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await press(page, "Create account");
  await page.getByRole("link", { name: "open its letters" }).click();
  await page.getByRole("article").getByRole("link").first().click();
  await page.waitForURL(`${url}/welcome`);
  return page;
};

/** Who founds an agency administers it, and its administrators sign in with two steps. */
const secondFactor = async (page: Page) => {
  await press(page, "Set up an authenticator app");
  await page.getByLabel("Your password").fill(password);
  await press(page, "Confirm");
  const typed = page.locator("p", { hasText: "Type this key" }).locator(".mono");
  const secret = new TextDecoder().decode(
    base32.decode((await typed.textContent())!.replace(/\s/g, "")),
  );
  await page.getByLabel("Code", { exact: true }).fill(await createOTP(secret).totp());
  await press(page, "Turn on");
  await press(page, "I have kept them");
  await page.getByRole("link", { name: "Go to the dashboard" }).click();
  await page.getByText("The way to your first order").waitFor();
};

/** Presses the next step on the dashboard, which is the one that `label` names. */
const begin = async (page: Page, label: string): Promise<void> => {
  await page.goto(`${url}/dashboard`);
  await page.getByRole("link", { name: `Begin: ${label}`, exact: true }).click();
  await page.waitForURL((now) => now.pathname !== "/dashboard");
};
const dialog = (page: Page) => page.getByRole("dialog");
const send = async (page: Page, name: string) => {
  await dialog(page).getByRole("button", { name, exact: true }).click();
  await dialog(page).waitFor({ state: "hidden" });
};
/** Chooses the first option that says this, once it came. */
const pick = async (page: Page, label: RegExp, option: RegExp) => {
  const field = dialog(page).getByLabel(label);
  const found = field.locator("option").filter({ hasText: option }).first();
  await found.waitFor({ state: "attached" });
  await field.selectOption(await found.getAttribute("value"));
};

const account = async (page: Page, to: string, code: string, name: string) => {
  await page.getByRole("button", { name: `Add to ${to}`, exact: true }).click();
  await dialog(page).getByLabel("Code").fill(code);
  await dialog(page).getByLabel("Name").fill(name);
  await send(page, "Save");
};

/** The year, a fund, a department, an account and a line of them. */
const setUpMoney = async (page: Page) => {
  await begin(page, "Open the fiscal year");
  await press(page, "Open a year");
  await send(page, "Open the year");
  await begin(page, "Add a fund");
  await account(page, "funds", "101", "General Fund");
  await begin(page, "Add a department");
  await press(page, "Add department");
  await dialog(page).getByLabel("Code").fill("PW");
  await dialog(page).getByLabel("Name").fill("Public Works");
  await send(page, "Add department");
  await begin(page, "Add an account");
  await account(page, "accounts", "5340", "Road materials");
  await begin(page, "Adopt a budget line");
  await press(page, "Adopt a line");
  await pick(page, /^Fiscal year/, /^20/);
  await pick(page, /^Fund/, /^101/);
  await pick(page, /^Department/, /Public Works/);
  await pick(page, /^Account/, /^5340/);
  await dialog(page).getByLabel("Adopted budget").fill("50000");
  await send(page, "Adopt line");
};

const invite = async (page: Page, email: string) => {
  await begin(page, "Invite a second person");
  await press(page, "Invite");
  await dialog(page).getByLabel("Email").fill(email);
  await pick(page, /^Role/, /^Manager/);
  await send(page, "Send the invitation");
};

/** A vendor whose search of SAM.gov is recorded with its picture, and who may be used. */
const activateVendor = async (page: Page) => {
  await begin(page, "Add a vendor and activate it");
  await page.getByLabel("Legal name").fill("Prairie Stone LLC");
  await page.getByLabel("E-mail for orders").fill("orders@prairie.test");
  await press(page, "Save vendor");
  await page.waitForURL((now) => /^\/vendor-directory\/[0-9a-f-]{36}$/.test(now.pathname));
  await begin(page, "Add a vendor and activate it");
  await press(page, "Record a search");
  await dialog(page).getByLabel("No active exclusion of this vendor").check();
  await dialog(page)
    .locator('input[type="file"]')
    .setInputFiles({ name: "sam.png", mimeType: "image/png", buffer: await page.screenshot() });
  await dialog(page).getByText("sam.png").waitFor();
  await send(page, "Record the search");
  await page.getByText("searched SAM.gov on").first().waitFor();
  await press(page, "Activate");
  await status(page, "Active");
};

const ask = async (page: Page): Promise<string> => {
  await begin(page, "Ask for the first thing");
  await page.getByLabel("What is needed").fill("Gravel for Mill Road");
  await page.getByLabel("Department").first().selectOption({ label: "Public Works" });
  await page.getByLabel("Date needed").fill(agencyDay(20));
  await page.getByLabel("Description").first().fill("Gravel, class 5");
  await page.getByLabel("Quantity").first().fill("20");
  await page.getByLabel("Unit", { exact: true }).first().fill("t");
  await page.getByLabel("Unit price, $").first().fill("24.50");
  await choose(page, "Account to charge", "101-PW-5340");
  await choose(page, "Suggested vendor", "Prairie Stone");
  await page
    .getByLabel("Why it is needed")
    .fill("The shoulder of Mill Road washed out and has to be filled before the first snow.");
  await press(page, "Check and submit");
  await page.waitForURL(/\/check$/);
  await page.getByRole("button", { name: /^Submit/ }).click();
  await page.waitForURL((now) => /^\/smart-requisition\/[0-9a-f-]{36}$/.test(now.pathname));
  const id = new URL(page.url()).pathname.split("/").at(-1)!;
  return (await get<{ number: string }>(page, `/api/v1/requisitions/${id}`)).number;
};

/** The other person finds what waits, and agrees. */
const approve = async (page: Page, number: string) => {
  await page.goto(`${url}/approvals-inbox`);
  const waiting = page.getByRole("listitem").filter({ hasText: number });
  await waiting.getByRole("button", { name: /^Approve/ }).click();
  await dialog(page)
    .getByRole("button", { name: /^Approve/ })
    .click();
  await waiting.waitFor({ state: "detached" });
};

const order = async (page: Page) => {
  await begin(page, "Send the first order");
  await page
    .getByRole("link", { name: /order/i })
    .and(page.locator(".btn-primary"))
    .first()
    .click();
  await page.getByLabel("Item, line 1").waitFor();
  await press(page, "Save and issue");
  await page.waitForURL((now) => /^\/purchase-orders\/[0-9a-f-]{36}$/.test(now.pathname));
  await status(page, "Issued");
};

test.each([1440, 390])(
  "somebody founds an agency and sends its first order with one other person, at %i",
  async (width) => {
    const own = `${width}-${Date.now()}`;
    const page = await signUp("Ada Found", `ada-${own}@first.test`, width);
    const seen = new Set<string>();
    page.on("framenavigated", (frame) => {
      if (frame === page.mainFrame())
        seen.add(new URL(frame.url()).pathname.replace(/[0-9a-f-]{36}/, ":id"));
    });
    await page.getByLabel("Name of the agency").fill(`Township ${own}`);
    await press(page, "Create the agency");
    await secondFactor(page);
    // The server asks for the proof by refusing once.
    forgive(/\b403\b/);
    await setUpMoney(page);
    const second = `ben-${own}@first.test`;
    await invite(page, second);
    const ben = await signUp("Ben Second", second, width);
    await press(ben, "Accept");
    await ben.waitForURL(`${url}/dashboard`);
    await begin(page, "Say who approves what");
    await press(page, "Begin with a starting set");
    await send(page, "Put them in force");
    await activateVendor(page);
    const number = await ask(page);
    await approve(ben, number);
    await order(page);
    await page.goto(`${url}/dashboard`);
    await page.getByRole("heading", { level: 1 }).waitFor();
    expect(await page.getByText("The way to your first order").count()).toBe(0);
    expect([...seen].toSorted()).toEqual([
      "/approvals-inbox/policies",
      "/budget-management",
      "/budget-management/accounts",
      "/dashboard",
      "/purchase-orders/:id",
      "/purchase-orders/new",
      "/settings",
      "/smart-requisition/:id",
      "/smart-requisition/:id/check",
      "/smart-requisition/new",
      "/team",
      "/vendor-directory/:id",
      "/vendor-directory/new",
    ]);
  },
  400_000,
);
