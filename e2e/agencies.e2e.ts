// Agencies and their operator, several people: a bill that one operator drafts and another sends is taken into accounts
// payable, its money recorded by one and confirmed by another; a plan is moved; support comes in and goes; an agency
// becomes read-only and active again, and one is copied to practise in. Days and lateness stand in src/areas/billing,
// states in src/areas/agencies.
import { expect, test } from "vitest";
import type { Page } from "playwright";
import { crew } from "./crew.ts";
import { looks } from "./looks.ts";
import { url } from "./people.ts";
import { choose, get, press, status } from "./steps.ts";

const { come } = crew(/\b(403|409|422)\b/);
type Bill = { id: string; number: string | null; status: string; customer: string; owed: number };

const northfork = "admin@second.levee.test";
const phone = { width: 390, theme: "dark" } as const;

/** The dialog in hand says what is missing, and keeps what was typed. */
const refused = async (page: Page, submit: string, words: RegExp | string) => {
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: submit, exact: true }).click();
  await dialog.getByText(words).first().waitFor();
};
const closed = (page: Page) => page.getByRole("dialog").waitFor({ state: "detached" });

/** One operator drafts a bill for help with an import. */
const drafted = async (one: Page): Promise<string> => {
  await press(one, "Draft a bill");
  await refused(one, "Save the draft", "There is a problem");
  await choose(one, "Agency", "Carver County");
  const dialog = one.getByRole("dialog");
  await dialog.getByLabel("What").first().fill("Help with an import");
  await dialog.getByLabel("Amount").first().fill("320.00");
  await press(one, "Save the draft");
  await one.waitForURL(/\/bills\/[0-9a-f-]{36}$/);
  await status(one, "Draft");
  expect(await one.getByRole("button", { name: "Send", exact: true }).isDisabled()).toBe(true);
  return new URL(one.url()).pathname;
};

const bill = (page: Page, address: string) =>
  get<Bill>(page, `/api/v1/agency-bills/${address.split("/").at(-1)!}`);

test("a bill is drafted by one and sent by another, taken into accounts payable, paid by what two say", async () => {
  const one = await come("platform", "/business-plan-management/bills");
  const address = await drafted(one);
  const two = await come("platform2", address);
  await press(two, "Send");
  await status(two, "Open");
  expect(await looks(two, "a bill to an agency")).toEqual([]);
  const { number, id } = await bill(two, address);
  const ap = await come("ap", `/billing/invoices/${id}`, phone);
  expect(await looks(ap, "a bill on a phone")).toEqual([]);
  await press(ap, "Take into accounts payable");
  await refused(ap, "Take it", "There is a problem");
  await choose(ap, "Account that pays it", "210-RDB-5410");
  await choose(ap, "as a vendor", "Northline");
  await press(ap, "Take it");
  await ap.waitForURL(/\/invoices\/[0-9a-f-]{36}$/);
  await ap.getByText(number!).first().waitFor();
  await one.goto(`${url}${address}`);
  await press(one, "Money came in");
  await refused(one, "Record it", "There is a problem");
  const dialog = one.getByRole("dialog");
  await dialog
    .getByLabel("Came on")
    .fill(new Date().toLocaleDateString("sv-SE", { timeZone: "America/Chicago" }));
  await dialog.getByLabel("Reference").fill("ACH 55120");
  await press(one, "Record it");
  await closed(one);
  await one.getByText("1 payment waits for its second operator").waitFor();
  await one.getByRole("button", { name: "Confirm ACH 55120" }).click();
  await one.getByText("It was not confirmed").waitFor();
  expect(await bill(one, address)).toMatchObject({ status: "open", owed: 320_00 });
  await two.goto(`${url}${address}`);
  await two.getByRole("button", { name: "Confirm ACH 55120" }).click();
  await status(two, "Paid");
  expect(await bill(two, address)).toMatchObject({ status: "paid", owed: 0 });
  await ap.goto(`${url}/billing/invoices/${id}`);
  await ap.getByText("$320.00 are paid").waitFor();
});

test("an operator moves the plan of an agency, with the price of its next period before", async () => {
  const one = await come("platform", "/pricing-plans");
  expect(await looks(one, "the offers")).toEqual([]);
  await one.goto(`${url}/business-plan-management/plans`);
  await one
    .getByRole("link", { name: /Northfork/ })
    .first()
    .click();
  await press(one, "Move to another plan");
  await refused(one, "Move it", "There is a problem");
  const dialog = one.getByRole("dialog");
  await dialog.getByLabel("Plan in force").selectOption({ label: "Assured, version 1" });
  await dialog.getByText("Assured, version 1, $999.00 a month").waitFor();
  expect(await looks(one, "moving a plan")).toEqual([]);
  await press(one, "Move it");
  await closed(one);
  await one.getByText(/Assured follows behind/).waitFor();
  const admin = await come(northfork, "/billing/plans", phone);
  await admin.getByText(/Assured follows behind/).waitFor();
  expect(await looks(admin, "plans on a phone")).toEqual([]);
});

test("support comes in by name, reads what was opened, and is out at once when it ends", async () => {
  const admin = await come(northfork, "/tenant-management", phone);
  await press(admin, "Let support in");
  await refused(admin, "Let them in", "There is a problem");
  const dialog = admin.getByRole("dialog");
  await dialog.getByLabel("Who").selectOption({ label: "Pat Lindqvist" });
  await dialog.getByLabel("What they should look at").fill("A vendor is listed twice.");
  await dialog.getByLabel("Vendors", { exact: true }).check();
  await press(admin, "Let them in");
  await closed(admin);
  await admin.getByText("Let in now").waitFor();
  expect(await looks(admin, "an agency on a phone")).toEqual([]);
  const operator = await come("platform", "/platform-admin");
  expect(await looks(operator, "the agencies of an installation")).toEqual([]);
  await operator.getByRole("button", { name: /^Open .*Northfork/ }).click();
  await press(operator, "Read there");
  await operator.getByText(/You read .*Northfork.* for support/).waitFor();
  await operator.goto(`${url}/vendor-directory`);
  await operator.locator("main h1").first().waitFor();
  const vendors = await get<{ total?: number; code?: string }>(operator, "/api/v1/vendors?limit=1");
  expect(vendors.total).toBeTypeOf("number");
  expect(await get(operator, "/api/v1/invoices?limit=1")).toMatchObject({ status: 403 });
  await admin.getByRole("button", { name: /^End now/ }).click();
  await admin.getByText("Ended").first().waitFor();
  await expect
    .poll(
      async () => (await get<{ status?: number }>(operator, "/api/v1/vendors?limit=1")).status,
      {
        timeout: 10_000,
      },
    )
    .toBe(403);
  await admin.getByText(/Read \d+ times?, each in the record/).waitFor();
});

test("an agency is made read-only with a reason, says so on every screen, and works again once released", async () => {
  const operator = await come("platform2", "/platform-admin", { theme: "dark" });
  await press(operator, "Found an agency");
  await refused(operator, "Found it", "There is a problem");
  await operator.keyboard.press("Escape");
  await operator.getByRole("button", { name: /^Open .*Northfork/ }).click();
  await press(operator, "Make read-only");
  const reason = operator.getByRole("dialog").getByLabel("Why");
  await refused(operator, "Make read-only", "There is a problem");
  await reason.fill("Its yearly agreement ran out and was not renewed.");
  await operator.getByRole("dialog").getByRole("button", { name: "Make read-only" }).click();
  // The agency stands there again, with the step that it may take now.
  await operator.getByRole("button", { name: "Make active again" }).waitFor();
  const admin = await come(northfork, "/vendor-directory");
  await admin.getByText(/is read-only/).waitFor();
  await admin.goto(`${url}/tenant-management`);
  await admin
    .getByText(/Its yearly agreement ran out/)
    .first()
    .waitFor();
  expect(await looks(admin, "a read-only agency")).toEqual([]);
  await press(operator, "Make active again");
  await operator.getByRole("dialog").getByLabel("Why").fill("The agreement was renewed.");
  await operator.getByRole("dialog").getByRole("button", { name: "Make active again" }).click();
  await operator.getByRole("button", { name: "Make read-only" }).waitFor();
  await expect
    .poll(async () => {
      await admin.reload();
      return admin.getByText(/is read-only/).count();
    })
    .toBe(0);
});

test("a copy to practise in is asked for, striped on every screen, keeps its letters, and ends", async () => {
  const admin = await come(northfork, "/tenant-management");
  await press(admin, "Make a practice copy");
  await refused(admin, "Make it", "There is a problem");
  expect(await looks(admin, "asking for a practice copy")).toEqual([]);
  const asking = admin.getByRole("dialog");
  await asking.getByLabel("What is tried").fill("Buying under the new policies.");
  await press(admin, "Make it");
  await closed(admin);
  await admin.getByText("Buying under the new policies.").waitFor();
  await admin.getByRole("button", { name: "Work in it" }).waitFor({ timeout: 60_000 });
  expect(await looks(admin, "a practice copy beside its agency")).toEqual([]);

  const trying = await come(northfork, "/tenant-management", phone);
  await press(trying, "Work in it");
  const bar = trying.getByText(/^Practice copy of City of Northfork/);
  await bar.waitFor();
  await trying.goto(`${url}/tenant-management`);
  await trying.getByText("Nothing was written yet.", { exact: false }).waitFor();
  expect(await looks(trying, "within a practice copy")).toEqual([]);
  await trying.goto(`${url}/vendor-directory`);
  await bar.waitFor();
  expect(await looks(trying, "vendors of a practice copy")).toEqual([]);

  await press(admin, "End it");
  await refused(admin, "End it", "There is a problem");
  await admin.getByRole("dialog").getByLabel("Why it ends").fill("It was tried.");
  await admin.getByRole("dialog").getByRole("button", { name: "End it" }).click();
  await closed(admin);
  await admin.getByText(/It was tried\./).waitFor();
  // Whoever still works in it is out.
  await trying.reload();
  await expect.poll(() => bar.count(), { timeout: 15_000 }).toBe(0);
});
