// A citizen on a phone fills in a permit, a clerk returns it with a reason, the citizen corrects it by
// the link, and the clerk approves it. The form's rules hold on the screen as on the server.
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { crew } from "./crew.ts";
import { stranger, url } from "./people.ts";
import { get, press, status } from "./steps.ts";

const { enter, join } = crew();
const go = (page: Page) => page.getByRole("button", { name: "Continue", exact: true }).click();
const day = (ahead: number) => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10);

const fill = async (page: Page) => {
  await page.goto(`${url}/citizen-portal/forms/road-closure`);
  await page.getByRole("heading", { name: "The closure" }).waitFor();
  await go(page);
  await page.getByText("There is a problem").waitFor();
  await page.getByLabel("Which road").fill("Mill Road at Cutter Creek");
  await page.getByLabel("Work in the road").check();
  // What is typed and then hidden is kept, and not sent.
  await page.getByLabel("The whole road").check();
  await page.getByLabel("Where does traffic go").fill("Over the old bridge");
  await page.getByLabel("One lane").check();
  expect(await page.getByLabel("Where does traffic go").count()).toBe(0);
  await go(page);
  await page.getByLabel("First day").fill(day(20));
  await page.getByLabel("Last day").fill(day(22));
  await page.getByText("$120.00").waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(
    true,
  );
  await go(page);
  await page.getByLabel("Your name").fill("Noor Haddad");
  await page.getByLabel("Email").fill("noor@citizen.levee.test");
  await go(page);
  await page.getByRole("heading", { name: "Check your answers" }).waitFor();
  expect(await page.getByText("Over the old bridge").count()).toBe(0);
  await press(page, "Send");
  await page.getByRole("heading", { name: "Received" }).waitFor();
};

test("a citizen fills in a permit on a phone, a clerk returns it, it is corrected and approved", async () => {
  const citizen = join(await stranger({ width: 390 })).page;
  await fill(citizen);
  const number = (await citizen.getByLabel("Receipt").locator("b.mono").textContent())!;

  const clerk = (await enter("manager")).page;
  await clerk.goto(`${url}/forms`);
  await clerk.getByRole("link", { name: number }).first().click();
  await press(clerk, "Begin review");
  await status(clerk, "In review");
  await press(clerk, "Return");
  const dialog = clerk.getByRole("dialog");
  await dialog.getByRole("textbox").fill("The bridge is one lane: close the whole road.");
  await dialog.getByRole("button", { name: "Return" }).click();
  await status(clerk, "Returned");

  await citizen.getByRole("link", { name: "link", exact: true }).click();
  await citizen.getByText("The bridge is one lane").waitFor();
  await citizen.getByLabel("The whole road").check();
  await citizen.getByLabel("Where does traffic go").fill("Over the old bridge");
  await go(citizen);
  await citizen.getByText("$375.00").waitFor();
  await go(citizen);
  await press(citizen, "Send again");
  await citizen.getByRole("heading", { name: "Sent again" }).waitFor();

  await clerk.reload();
  await press(clerk, "Begin review");
  await clerk.getByText("Over the old bridge").waitFor();
  await press(clerk, "Approve");
  const sure = clerk.getByRole("dialog");
  if (await sure.isVisible().catch(() => false))
    await sure.getByRole("button", { name: "Approve" }).click();
  await status(clerk, "Approved");
  const { items } = await get<{ items: { number: string; status: string }[] }>(
    clerk,
    `/api/v1/form-submissions?q=${number}`,
  );
  expect(items).toMatchObject([{ number, status: "approved" }]);
});

test("a manager designs a form beside its picture, publishes it, and a vendor fills it in", async () => {
  const designer = (await enter("manager")).page;
  await designer.goto(`${url}/utility-form-filler`);
  await designer.getByRole("link", { name: "New form" }).click();
  await designer.getByLabel("Name", { exact: true }).fill("Proof of insurance");
  await designer.getByLabel("Address").fill("proof-of-insurance");
  await designer.getByLabel("Filled in by").selectOption("vendors");
  await designer.getByLabel("Question", { exact: true }).fill("Are you insured");
  await designer.getByLabel("Kind", { exact: true }).selectOption("yesNo");
  await designer.getByLabel("Name in rules").fill("insured");
  await designer.getByLabel("Needs an answer").check();
  await press(designer, "Add a question");
  await designer.getByLabel("Question", { exact: true }).last().fill("With whom");
  await designer
    .getByLabel("Show only when")
    .last()
    .selectOption({ label: "Are you insured: Yes" });
  // The picture beside it hides the second question until the first is answered so.
  const picture = designer.getByLabel("Preview");
  expect(await picture.getByLabel("With whom").count()).toBe(0);
  await picture.getByLabel("Yes").check();
  await picture.getByLabel("With whom").waitFor();
  await press(designer, "Save draft");
  await designer.getByRole("button", { name: "Actions for Proof of insurance version 1" }).click();
  await designer.getByRole("menuitem", { name: "Publish" }).click();
  await designer.getByRole("dialog").getByRole("button", { name: "Publish" }).click();
  await designer.getByRole("dialog").waitFor({ state: "detached" });

  const vendor = (await enter("vendor1", { width: 390 })).page;
  await vendor.goto(`${url}/vendor-portal/forms`);
  await vendor.getByRole("link", { name: "Proof of insurance" }).click();
  await vendor.getByLabel("No", { exact: true }).check();
  await go(vendor);
  await press(vendor, "Send");
  await vendor.getByText("Sent to Carver County").waitFor();
  await vendor.getByText("Submitted", { exact: true }).first().waitFor();
});
