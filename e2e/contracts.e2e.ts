// A contract from its draft to its ceiling: drafted, cleared by counsel, approved by another, signed
// on paper; an order draws on it, and one that is too large learns what is left.
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { agencyDay } from "#server/testing/days.ts";
import { crew } from "./crew.ts";
import { url } from "./people.ts";
import { choose, get, press, send, status } from "./steps.ts";

// The refusal of the second order is what the journey provokes.
const { enter } = crew(/409/);

type Contract = { id: string; number: string; left: number; drawn: number };
const idOf = (page: Page) => new URL(page.url()).pathname.split("/").at(-1)!;
const opened = (kind: string) => (u: URL) =>
  new RegExp(`^/${kind}/[0-9a-f-]{36}$`).test(u.pathname);

const draft = async (page: Page): Promise<string> => {
  await page.goto(`${url}/contracts/new`);
  await page.getByLabel("What it is for").fill("Gravel for the shoulders");
  await page.getByLabel("Scope or statement of work").fill("Crushed gravel, 3/4 inch, delivered.");
  await choose(page, "Vendor", "Northline");
  await page.getByLabel("Department").selectOption({ label: "Roads & Bridges" });
  await page.getByLabel("Chosen by").selectOption("quotes");
  await page.getByLabel("Procurement method").selectOption("simplified");
  await page.getByLabel("Evidence").fill("Three quotes of last week");
  await page.getByLabel("Begins").fill(agencyDay());
  await page.getByLabel("Ends").fill(agencyDay(200));
  await page.getByLabel(/^Ceiling/).fill("1,000.00");
  await page.getByRole("button", { name: "Add a line" }).click();
  await page.getByLabel("Fiscal year, line 1").fill(agencyDay().slice(0, 4));
  await page.getByLabel(/^Amount.*line 1/).fill("1,000.00");
  await page.getByText("The years come to the whole amount.").waitFor();
  await press(page, "Save draft");
  await page.waitForURL(opened("contracts"));
  await status(page, "Drafting");
  return idOf(page);
};

const step = async (page: Page, id: string, button: string, then: string) => {
  await page.goto(`${url}/contracts/${id}`);
  await press(page, button);
  await status(page, then);
};

const approve = async (page: Page, number: string) => {
  await page.goto(`${url}/approvals-inbox`);
  await page.getByRole("button", { name: `Approve ${number}` }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^Approve/ })
    .click();
  await page.getByRole("button", { name: `Approve ${number}` }).waitFor({ state: "detached" });
};

const sign = async (page: Page, id: string) => {
  const file = join(mkdtempSync(join(tmpdir(), "levee-contract-")), "signed.txt");
  writeFileSync(file, "Both signatures");
  await page.goto(`${url}/contracts/${id}`);
  await press(page, "Record signatures");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Signed for the agency by").fill("Chair of the board");
  await dialog.getByLabel("Signed for the vendor by").fill("Nora Whitfield");
  await dialog.getByLabel("Signed on").fill(agencyDay());
  await dialog.locator('input[type="file"]').setInputFiles(file);
  await dialog.getByText("signed.txt").waitFor();
  await dialog.getByRole("button", { name: "Record signatures" }).click();
  await status(page, "Active");
};

/** An order under the contract that waits for its approver. */
const order = async (page: Page, contractId: string, dollars: string): Promise<string> => {
  await page.goto(`${url}/purchase-orders/new?contractId=${contractId}`);
  await page.getByText("Northline Aggregates LLC").first().waitFor();
  await page.getByLabel("What is ordered").fill(`Gravel for ${dollars}`);
  await page.getByRole("button", { name: "Add a line" }).click();
  await page.getByLabel("Item, line 1").fill("Gravel");
  await choose(page, "Charged to, line 1", "210-RDB-5340");
  await page.getByLabel("Unit price, line 1").fill(dollars);
  await press(page, "Save and issue");
  await page.waitForURL(opened("purchase-orders"));
  await status(page, "In approval");
  return idOf(page);
};

test("a contract is drafted, cleared, approved by another, signed; an order draws on it, and a larger one learns what is left", async () => {
  const buyer = (await enter("buyer")).page;
  const id = await draft(buyer);
  const read = () => get<Contract>(buyer, `/api/v1/contracts/${id}`);
  const { number } = await read();
  await step(buyer, id, "Send to counsel", "Legal review");
  const counsel = (await enter("counsel")).page;
  await step(counsel, id, "Clear for approval", "In approval");
  const manager = (await enter("manager")).page;
  await approve(manager, number);
  await step(buyer, id, "Send out on paper", "Out for signature");
  // Who drafted it does not record its signatures.
  expect(await buyer.getByRole("button", { name: "Record signatures" }).count()).toBe(0);
  await sign(manager, id);
  const first = await order(buyer, id, "650.00");
  const second = await order(buyer, id, "400.00");
  for (const each of [first, second]) {
    const made = await get<{ number: string }>(buyer, `/api/v1/purchase-orders/${each}`);
    await approve(manager, made.number);
  }
  await send(buyer, "POST", `/api/v1/purchase-orders/${first}/actions/issue`, {});
  expect(await read()).toMatchObject({ drawn: 650_00, left: 350_00 });
  await buyer.goto(`${url}/purchase-orders/${second}`);
  await press(buyer, "Issue to vendor");
  await buyer.getByText(`$350.00 left of $1,000.00 on ${number}`).first().waitFor();
  await buyer.goto(`${url}/contracts/${id}?tab=orders`);
  // Beside the tab the record says what came of it: the same orders once more.
  const orders = buyer
    .locator(".panel")
    .filter({ has: buyer.getByRole("heading", { name: "Orders", exact: true }) });
  await orders.getByRole("link", { name: /^PO-/ }).first().waitFor();
  expect(await orders.getByText("Issued", { exact: true }).count()).toBe(1);
});
