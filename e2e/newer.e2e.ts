// A page that is open while the server gets newer screens: files of it are gone, nothing that was
// typed is.
import { expect, test } from "vitest";
import { crew } from "./crew.ts";
import { url } from "./people.ts";

const { come } = crew(
  /403|404|Error loading route module|Failed to fetch dynamically imported module/,
);
const gone = { status: 404, contentType: "application/problem+json", body: "{}" };

test("a part whose file is gone: the screen stays, a bar says that there is a newer version, Reload brings back what was typed", async () => {
  const page = await come("user", "/smart-requisition/new");
  const what = page.getByLabel("What is needed");
  await what.fill("Sand for the levee");
  await page.waitForTimeout(1_500);
  await page.route("**/assets/*.js", (route) => route.fulfill(gone));
  await page.route(`${url}/dashboard`, async (route) => {
    const answer = await route.fetch();
    await route.fulfill({
      response: answer,
      body: (await answer.text()).replaceAll(/manifest-\w+\.js/g, "manifest-newer.js"),
    });
  });
  await page.locator(".avatar").click();
  await page.getByText("Levee was updated", { exact: false }).waitFor();
  await page.getByRole("button", { name: "Open the assistant" }).click();
  expect([
    await what.inputValue(),
    await page.locator(".avatar").count(),
    await page.getByText("Something went wrong").count(),
  ]).toEqual(["Sand for the levee", 1, 0]);
  await page.unroute("**/assets/*.js");
  await page.unroute(`${url}/dashboard`);
  await page.getByRole("button", { name: "Reload" }).click();
  await expect.poll(() => what.inputValue()).toBe("Sand for the levee");
  expect(await page.getByText("Levee was updated", { exact: false }).count()).toBe(0);
});

test("a part that does not come while the version is the same: a message, and the screen stays", async () => {
  const page = await come("user", "/smart-requisition/new");
  await page.route("**/assets/ChatPanel-*.js", (route) => route.fulfill(gone));
  await page.getByRole("button", { name: "Open the assistant" }).click();
  await page.getByText("This did not load").first().waitFor();
  expect([
    await page.getByLabel("What is needed").count(),
    await page.getByText("Levee was updated", { exact: false }).count(),
  ]).toEqual([1, 0]);
});

test("a screen whose file is gone: the page is loaded anew and goes on to it, once", async () => {
  const page = await come("user", "/settings");
  // Without the service worker, which keeps a version's files for pages that are open.
  await page.addInitScript(
    () => void delete (Navigator.prototype as { serviceWorker?: unknown }).serviceWorker,
  );
  await page.goto(`${url}/dashboard`);
  let asked = 0;
  let missing = 1;
  await page.route("**/assets/Notifications-*.js", (route) =>
    asked++ < missing ? route.fulfill(gone) : route.continue(),
  );
  await page.getByRole("link", { name: /^Notifications/ }).click();
  await page.getByRole("heading", { name: "Notifications", level: 1 }).waitFor();
  expect([new URL(page.url()).pathname, asked]).toEqual(["/notifications", 2]);
  await page.goto(`${url}/dashboard`);
  asked = 0;
  missing = Infinity;
  await page.getByRole("heading", { name: /^Good/ }).waitFor();
  await page.getByRole("link", { name: /^Notifications/ }).click();
  await expect.poll(() => asked, { timeout: 15_000 }).toBe(2);
  await page.waitForTimeout(3_000);
  await page.getByRole("heading", { name: /^Good/ }).waitFor();
  expect(asked).toBe(2);
});

test("whoever must set up a second factor first is told so by the budget's summary", async () => {
  const page = await come("budget", "/dashboard");
  await page.route("**/api/v1/fiscal-years", (route) =>
    route.fulfill({
      status: 403,
      contentType: "application/problem+json",
      json: {
        title: "Forbidden",
        status: 403,
        code: "second_factor",
        detail: "Set up a second factor first.",
        errors: [],
      },
    }),
  );
  await page.goto(`${url}/budget-management/summary`);
  await page.getByRole("heading", { name: "You do not have access to this" }).waitFor();
  await page.getByText("Set up a second factor first.", { exact: false }).waitFor();
  expect(await page.locator(".skeleton").count()).toBe(0);
});
