// The public site's forms and its demonstration, as a visitor meets them.
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { publicPages } from "#web/site/site.paths.ts";
import { crew } from "./crew.ts";
import { openBrowser, stranger, url } from "./people.ts";
import { enter } from "./spec/identities.ts";
import { publicRoutes } from "./spec/routes.ts";
import { demo, texts } from "./spec/shell.ts";

const { forgive, join, people } = crew();
const visit = async (path: string, options: Parameters<typeof stranger>[0] = {}): Promise<Page> => {
  const { page } = join(await stranger(options));
  await page.goto(`${url}${path}`);
  return page;
};

const awake = (page: Page, island: string) =>
  page.locator(`[data-island="${island}"][data-awake]`).waitFor({ state: "attached" });

test("waiting list: what is wrong stands beside its field and nothing typed is lost; mended, it thanks", async () => {
  const page = await visit("/waitlist");
  const email = page.getByLabel("Work email");
  await page.getByLabel("Your name").fill("Dana Whitfield");
  await awake(page, "waitlist");
  await email.fill("dana@nowhere");
  await page.getByRole("button", { name: "Join the waitlist" }).click();
  await page.getByRole("alert").getByText("There is a problem").waitFor();
  await page
    .locator("#waitlist-email-error")
    .getByText("Invalid email address", { exact: true })
    .waitFor();
  expect([
    await email.getAttribute("aria-invalid"),
    await email.getAttribute("aria-describedby"),
  ]).toEqual(["true", "waitlist-email-error"]);
  expect(await page.getByLabel("Your name").inputValue()).toBe("Dana Whitfield");
  await page.getByRole("alert").getByRole("link", { name: "Invalid email address" }).click();
  expect(await email.evaluate((field) => field === document.activeElement)).toBe(true);
  await email.fill(`dana${Date.now()}@agency.test`);
  await page.getByRole("button", { name: "Join the waitlist" }).click();
  await page.getByRole("status").getByText("Thank you", { exact: true }).waitFor();
  expect(await page.locator("form.site-form").count()).toBe(0);
  forgive(/status of 422/);
});

test("an appointment: whoever comes first has the half hour, the next visitor does not see it", async () => {
  const first = await visit("/schedule-demo");
  const second = await visit("/schedule-demo");
  const times = (page: Page) =>
    page
      .locator(".slots input[name=slotAt]")
      .evaluateAll((all) => all.map((each) => (each as HTMLInputElement).value));
  for (const page of [first, second]) await page.locator(".slots .slot").first().waitFor();
  const [slot] = await times(first);
  expect(await times(second)).toContain(slot);
  const book = async (page: Page, name: string) => {
    await page.locator(`.slots label:has(input[value="${slot}"])`).click();
    await page.getByLabel("Your name").fill(name);
    await page.getByLabel("Work email").fill(`${name.toLowerCase()}${Date.now()}@agency.test`);
    await page.getByLabel("Agency", { exact: false }).first().fill("Town of Elm");
    await page.getByRole("button", { name: "Book this time" }).click();
  };
  await book(first, "Iris");
  await first.getByRole("status").getByText("Thank you", { exact: true }).waitFor();
  await book(second, "Jonas");
  await second.getByRole("alert").waitFor();
  await second.reload();
  await second.locator(".slots .slot").first().waitFor();
  expect(await times(second)).not.toContain(slot);
  forgive(/status of 4(09|22)/);
});

test("without script: a message to the agency is sent by the browser and thanked for", async () => {
  const context = await (await openBrowser()).newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${url}/contact`);
  await page.getByLabel("Your name").fill("Ruth Okafor");
  await page.getByLabel("Email", { exact: true }).fill("ruth@people.test");
  await page
    .getByLabel("Message", { exact: true })
    .fill("Does it keep the record when a vendor changes its bank?");
  await page.getByRole("button", { name: "Send the message" }).click();
  await page.waitForURL(/\/thank-you$/);
  await page.getByRole("heading", { name: "Thank you" }).waitFor();
  await context.close();
});

test("a wish takes one vote from each visitor, and takes it back", async () => {
  const page = await visit("/feature-requests");
  const button = page.locator(".wish .vote").first();
  const votes = async () => Number(await button.locator("b").innerText());
  const before = await votes();
  await button.click();
  await page.locator(".wish .vote[aria-pressed=true]").first().waitFor();
  expect(await votes()).toBe(before + 1);
  await page.reload();
  expect([await votes(), await button.getAttribute("aria-pressed")]).toEqual([before + 1, "true"]);
  await button.click();
  await page.locator(".wish .vote[aria-pressed=false]").first().waitFor();
  expect(await votes()).toBe(before);
});

test("a citizen reports something, gets a number, and sees with it where the report stands", async () => {
  const page = await visit("/citizen-portal");
  const what = `A street lamp is dark at the school (${Date.now()})`;
  await page.locator("#report-serviceCode option").nth(1).waitFor({ state: "attached" });
  await page.getByLabel("What is it about?").selectOption({ index: 1 });
  await page.getByLabel("Describe it").fill(what);
  await page.getByLabel("Address or crossing", { exact: false }).fill("Mill Street and 3rd");
  await page.getByRole("button", { name: "Send the report" }).click();
  const number = /SR-\d{4}-\d{5}/.exec(
    await page
      .getByRole("status")
      .filter({ hasText: /SR-\d{4}-\d{5}/ })
      .innerText(),
  )![0];
  await page.goto(`${url}/citizen-portal`);
  await page.getByLabel("Number of your report").fill(number);
  await page.getByRole("button", { name: "See where it stands" }).click();
  const answer = page.locator("#track ul.finds");
  await answer.getByText("shown once the agency has looked", { exact: false }).waitFor();
  await answer.getByText(number).waitFor();
  await page.getByLabel("Number of your report").fill("SR-1999-00001");
  await page.getByRole("button", { name: "See where it stands" }).click();
  await page
    .locator("#track")
    .getByText("No report has the number SR-1999-00001.", { exact: false })
    .waitFor();
});

test("the aging department's demonstration: tabs, figures, set-up, copy buttons, and a way in", async () => {
  const page = await visit("/nyc-aging-demo");
  await people.at(-1)!.context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await awake(page, "aging");
  const tabs = page.getByRole("tab");
  expect(await tabs.allInnerTexts()).toEqual([...demo.tabs]);
  expect(await tabs.first().getAttribute("aria-selected")).toBe("true");
  expect(
    (await page.locator(".demo-figures > div").allInnerTexts()).map((text) =>
      text.split("\n").toSorted().join(" "),
    ),
  ).toEqual(demo.figures.map((pair) => pair.toSorted().join(" ")));
  await page.getByText(demo.billing, { exact: false }).waitFor();
  expect(await page.getByRole("link", { name: "Go Login" }).getAttribute("href")).toBe("/auth");
  await tabs.first().focus();
  for (const name of demo.tabs.slice(1)) {
    await page.keyboard.press("ArrowRight");
    await page.getByRole("tabpanel", { name }).waitFor();
  }
  await tabs.filter({ hasText: "Sample Grants" }).click();
  expect(await page.getByRole("tabpanel").getByRole("listitem").count()).toBe(demo.sampleGrants);
  await tabs.filter({ hasText: "Organization" }).click();
  expect(await page.getByRole("tabpanel").getByRole("listitem").count()).toBe(demo.subDepartments);
  await tabs.first().click();
  await page.route("**/functions/v1/create-demo-user", async (route) => {
    await page.getByRole("button", { name: demo.busy, exact: true }).waitFor();
    await route.continue();
  });
  await page.getByRole("button", { name: demo.setUp }).click();
  for (const text of demo.done) await page.getByText(text, { exact: true }).waitFor();
  const day = new Date(Date.now() + demo.days * 86_400_000).toLocaleDateString("en-US", {
    year: "numeric",
    month: "long",
    day: "numeric",
  });
  await page.getByText(`The accounts work until ${day}.`, { exact: true }).waitFor();
  const card = page.getByRole("tabpanel").locator("li.panel").first();
  const [email, token] = await card.locator("dd .mono").allInnerTexts();
  const copy = card.getByRole("button").first();
  await copy.evaluate((button) => {
    let from = 0;
    (window as unknown as { said: Promise<number> }).said = new Promise((done) =>
      new MutationObserver(() => {
        const copied = button.textContent!.startsWith("Copied!");
        if (copied) from ||= performance.now();
        else if (from) done(performance.now() - from);
      }).observe(button, { subtree: true, childList: true, characterData: true }),
    );
  });
  await copy.click();
  await copy.getByText("Copied!").waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(email);
  const lasted = await page.evaluate(() => (window as unknown as { said: Promise<number> }).said);
  expect(lasted).toBeGreaterThan(demo.copiedMs - 50);
  expect(lasted).toBeLessThan(demo.copiedMs + 1500);
  await page.getByRole("link", { name: "Go Login" }).click();
  await page.getByLabel("Email", { exact: false }).first().fill(email!);
  await page.getByLabel("Password", { exact: false }).first().fill(token!);
  await page.getByRole("button", { name: "Sign in", exact: true }).last().click();
  await page.waitForURL((u) => u.pathname === "/dashboard");
  await page.getByRole("heading", { name: /^Good/ }).waitFor();
});

test("a set-up that fails says so", async () => {
  const page = await visit("/nyc-aging-demo");
  await awake(page, "aging");
  await page.route("**/functions/v1/create-demo-user", (route) => route.abort());
  await page.getByRole("button", { name: demo.setUp }).click();
  for (const text of demo.failed) await page.getByText(text, { exact: true }).waitFor();
  forgive(/ERR_FAILED/);
});

test("without script every public page reads: one heading, and text", async () => {
  const context = await (
    await openBrowser()
  ).newContext({ javaScriptEnabled: false, viewport: { width: 390, height: 800 } });
  const page = await context.newPage();
  const thin: string[] = [];
  const paths = [...new Set([...publicRoutes, ...publicPages.map((each) => each.path)])];
  for (const path of paths) {
    await page.goto(`${url}${path}`, { waitUntil: "domcontentloaded" });
    const { headings, text } = await page.evaluate(() => ({
      headings: [...document.querySelectorAll("main h1")].filter((each) => each.checkVisibility())
        .length,
      text: document.querySelector<HTMLElement>("main")?.innerText.trim().length ?? 0,
    }));
    if (headings !== 1 || text <= (path === "/thank-you" ? 100 : 200))
      thin.push(`${path}: ${headings} headings, ${text} characters`);
  }
  expect(paths.length).toBeGreaterThan(60);
  expect(thin).toEqual([]);
  await context.close();
});

test("the network cut and restored: the shell says both", async () => {
  const person = join(await enter("buyer"));
  await person.page.goto(`${url}/notifications`);
  await person.page.locator("main h1").waitFor();
  await person.context.setOffline(true);
  for (const text of texts.lost) await person.page.getByText(text, { exact: true }).waitFor();
  await person.context.setOffline(false);
  for (const text of texts.restored) await person.page.getByText(text, { exact: true }).waitFor();
  expect(await person.page.getByText(texts.lost[0], { exact: true }).count()).toBe(0);
  forgive(/ERR_INTERNET_DISCONNECTED/);
});
