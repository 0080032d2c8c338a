// What a form promises whoever types into it: nothing is lost by leaving, by loading anew or by a
// mistake. And what a list remembers of ticked rows.
import { expect, test } from "vitest";
import { agencyDay } from "#server/testing/days.ts";
import { crew } from "./crew.ts";
import { url } from "./people.ts";

const { come, forgive } = crew();

test("a draft is kept, asked about and back; discarded it is gone", async () => {
  const page = await come("buyer", "/smart-requisition/new");
  const name = page.locator("#field-title");
  const foot = page.locator(".save-state");
  const back = page.getByText("Your draft is back");
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
  expect([new URL(page.url()).pathname, await name.inputValue()]).toEqual([
    "/smart-requisition/new",
    "Half a bridge",
  ]);
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
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.className))
    .toContain("error-summary");
  await summary.getByRole("link").first().click();
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toMatch(/^field-/);
});

test("a file that was refused is taken off the list like one that was taken, with the keyboard, which never loses its place", async () => {
  const page = await come("buyer", "/smart-requisition/new");
  const pdf = {
    name: "quote.pdf",
    mimeType: "application/pdf",
    buffer: Buffer.from("%PDF-1.7\n%%EOF"),
  };
  const program = (name: string) => ({
    name,
    mimeType: "application/octet-stream",
    buffer: Buffer.from([77, 90, 0, 0]),
  });
  await page
    .locator('input[type="file"]')
    .setInputFiles([program("one.exe"), pdf, program("two.exe")]);
  const failed = page.getByRole("alert").filter({ hasText: ".exe was not uploaded" });
  const rows = failed.getByRole("listitem");
  await failed.waitFor();
  expect(await rows.count()).toBe(2);
  const focused = () =>
    page.evaluate(
      () =>
        document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.textContent,
    );
  await page.locator(".drop button").focus();
  await page.keyboard.press("Tab");
  expect(await focused()).toBe("Remove one.exe, which was not taken");
  await page.keyboard.press("Enter");
  await expect.poll(() => rows.count()).toBe(1);
  expect(await focused()).toBe("Remove two.exe, which was not taken");
  await page.keyboard.press("Space");
  await failed.waitFor({ state: "detached" });
  expect(await focused()).toBe("Remove quote.pdf");
  await page.keyboard.press("Enter");
  await page.getByText("quote.pdf").waitFor({ state: "detached" });
  expect(await focused()).toBe("Choose files");
  forgive(/422/);
});

test("a photo that a report was refused for can be taken away, and the report goes out without it", async () => {
  const page = await come("buyer", "/citizen-portal");
  await page.getByLabel("What is it about?").selectOption({ index: 1 });
  await page.getByLabel("Describe it").fill("A hole in the road");
  await page.getByLabel("Address or crossing").fill("Mill Road 9");
  await page.locator("#report-photo").setInputFiles({
    name: "hole.exe",
    mimeType: "application/octet-stream",
    buffer: Buffer.from([77, 90, 0, 0]),
  });
  await page.getByRole("button", { name: "Send the report" }).click();
  await page.getByRole("link", { name: /no photo that can be shown/ }).click();
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("report-photo");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  expect(await page.locator("#report-photo").inputValue()).toBe("");
  await page.getByRole("button", { name: "Send the report" }).click();
  await page.getByText("Thank you", { exact: true }).waitFor();
  forgive(/422/);
});

test("ticked rows are counted, taken back, kept on other pages and in another order, and forgotten with another filter", async () => {
  const page = await come("buyer", "/smart-requisition?limit=25");
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
  expect(await page.locator("tbody tr[data-selected=true]").count()).toBe(
    (await boxes.count()) - 1,
  );
  // Another page and another order leave the ticks where they are, and more can be added there.
  const before = (await boxes.count()) - 1;
  await page.getByRole("button", { name: "Page 2", exact: true }).click();
  await page.locator(".list-foot").getByText(/^26–/).waitFor();
  await page.getByText(`${before} selected`, { exact: true }).waitFor();
  await boxes.nth(1).check();
  await page.getByText(`${before + 1} selected`, { exact: true }).waitFor();
  // Ordering together works on named records only: everything at once is not offered.
  expect(await page.getByRole("button", { name: /^Select all \d/ }).count()).toBe(0);
  await page.locator("th button").nth(1).click();
  await page.locator(".list-foot").getByText(/^1–/).waitFor();
  await page.getByText(`${before + 1} selected`, { exact: true }).waitFor();
  await page
    .getByRole("navigation", { name: "Views" })
    .getByRole("button", { name: "In approval" })
    .click();
  await page.getByText(/ selected$/).waitFor({ state: "detached" });
  expect(await page.locator("tbody tr[data-selected=true]").count()).toBe(0);
});

test("a page beyond the end says so and leads back", async () => {
  const page = await come("buyer", "/smart-requisition?page=99");
  await page.getByRole("heading", { name: "There is no page 99" }).waitFor();
  await page.getByRole("button", { name: "First page" }).click();
  await page.locator("tbody tr").first().waitFor();
  expect(new URL(page.url()).search).toBe("");
});

test("a built-in view is not marked as changed, and a dialog begins in its first field", async () => {
  const page = await come("buyer", "/invoices");
  const views = page.getByRole("navigation", { name: "Views" });
  await views.getByRole("button", { name: "Payable" }).click();
  await page.locator("tbody tr").first().waitFor();
  expect(await views.getByText("changed").count()).toBe(0);
  await page.locator("th button").nth(1).click();
  await views.getByRole("button", { name: "Save view" }).click();
  const dialog = page.getByRole("dialog", { name: "Save this view" });
  await dialog.waitFor();
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.closest("label")?.textContent))
    .toBe("Name");
  // Only managers and administrators share views.
  expect(await dialog.getByText("Share with everyone").count()).toBe(0);
});

test("the reason of an action that fails stays, with why it failed", async () => {
  const page = await come("manager", "/purchase-orders?status=issued");
  await page.locator("tbody tr a").first().click();
  await page.locator(".record-more").waitFor();
  const { access_token: token } = await page.evaluate(
    () => JSON.parse(localStorage.getItem("levee.session")!) as { access_token: string },
  );
  const id = new URL(page.url()).pathname.split("/").at(-1);
  const { actions } = (await (
    await fetch(`${url}/api/v1/purchase-orders/${id}`, {
      headers: { authorization: `Bearer ${token}` },
    })
  ).json()) as { actions: { label: string; enabled: boolean; needsReason: boolean }[] };
  const { label } = actions.find((action) => action.enabled && action.needsReason)!;
  await page.route("**/actions/*", (route) =>
    route.fulfill({
      status: 503,
      contentType: "application/problem+json",
      body: JSON.stringify({
        status: 503,
        code: "busy",
        title: "Busy",
        detail: "Too much is going on just now.",
      }),
    }),
  );
  await page.locator(".actions").getByRole("button", { name: label, exact: true }).click();
  const dialog = page.getByRole("dialog");
  const reason = dialog.getByLabel("Reason");
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.closest(".dialog-body") !== null))
    .toBe(true);
  await reason.fill("The vendor cannot deliver");
  await dialog.getByRole("button", { name: label, exact: true }).click();
  await dialog.getByRole("alert").getByText("Too much is going on just now.").waitFor();
  expect(await reason.inputValue()).toBe("The vendor cannot deliver");
  forgive(/503/);
});

test("a filter with more options than fit seeks them: by code and by word, and names what is chosen", async () => {
  const page = await come("buyer", "/vendor-directory");
  const box = page.getByRole("dialog", { name: "Filter by Commodity" });
  await page.getByRole("button", { name: "Commodity", exact: true }).click();
  await box.getByLabel("Find in Commodity").fill("engineering");
  await box.getByLabel("541330 Engineering Services").check();
  await expect.poll(() => new URL(page.url()).searchParams.get("commodity")).toBe("541330");
  await box.getByLabel("Find in Commodity").fill("3273");
  await box.getByLabel(/^3273/).first().waitFor();
  await box.getByLabel("Find in Commodity").fill("");
  expect(await box.getByRole("checkbox").first().isChecked()).toBe(true);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Commodity: 541330" }).waitFor();
  await expect
    .poll(() => page.locator("main h1").innerText())
    .toMatch(/^Vendor directory\s*[1-9]$/);
});

test("a payment run that is being put together is found again after a look at an invoice and after a reload; a new one begins anew", async () => {
  const page = await come("ap", "/payments/new");
  const through = page.locator("#pay-through");
  const note = page.locator("#run-note");
  const boxes = page.getByRole("checkbox", { name: /^Pay / });
  const usual = await through.inputValue();
  const far = agencyDay(200);
  await through.fill(far);
  await boxes.nth(1).waitFor();
  await note.fill("Without the disputed one");
  await boxes.first().uncheck();
  const kept = async () => [
    await through.inputValue(),
    await note.inputValue(),
    await boxes.first().isChecked(),
    await boxes.nth(1).isChecked(),
  ];
  await page.locator("main").getByRole("link", { name: /^INV-/ }).first().click();
  await page.waitForURL(/\/invoices\//);
  await page.goBack();
  await boxes.nth(1).waitFor();
  expect(await kept()).toEqual([far, "Without the disputed one", false, true]);
  await page.reload();
  await boxes.nth(1).waitFor();
  expect(await kept()).toEqual([far, "Without the disputed one", false, true]);
  await page.goto(`${url}/payments`);
  await page
    .getByRole("link", { name: /New run/ })
    .first()
    .click();
  await through.waitFor();
  expect([await through.inputValue(), await note.inputValue()]).toEqual([usual, ""]);
});
