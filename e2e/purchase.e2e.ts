import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Download } from "playwright";
import { expect, test } from "vitest";
import { agencyDay } from "#server/testing/days.ts";
import { crew } from "./crew.ts";
import { url } from "./people.ts";
import { choose, get, press, status, token } from "./steps.ts";

const { enter, people } = crew();

const saved = async (download: Download, folder: string): Promise<string> => {
  const file = join(folder, download.suggestedFilename());
  await download.saveAs(file);
  return file;
};

type Order = { id: string; number: string; lines: { lineNo: number }[] };

const ubl = (order: Order, quantity: number, price: string) => {
  const amount = (quantity * Number(price)).toFixed(2);
  const schema = "urn:oasis:names:specification:ubl:schema:xsd";
  const dollars = (name: string, value: string) =>
    `<cbc:${name} currencyID="USD">${value}</cbc:${name}>`;
  const line = [
    "<cac:InvoiceLine><cbc:ID>1</cbc:ID>",
    `<cbc:InvoicedQuantity unitCode="TNE">${quantity}</cbc:InvoicedQuantity>`,
    dollars("LineExtensionAmount", amount),
    "<cac:OrderLineReference><cbc:LineID>1</cbc:LineID></cac:OrderLineReference>",
    "<cac:Item><cbc:Name>Culvert stone</cbc:Name></cac:Item>",
    `<cac:Price>${dollars("PriceAmount", price)}</cac:Price></cac:InvoiceLine>`,
  ].join("");
  const seller =
    "<cac:Party><cac:PartyName><cbc:Name>The vendor</cbc:Name></cac:PartyName></cac:Party>";
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<Invoice xmlns="${schema}:Invoice-2"`,
    ` xmlns:cac="${schema}:CommonAggregateComponents-2"`,
    ` xmlns:cbc="${schema}:CommonBasicComponents-2">`,
    `<cbc:ID>UBL-${Date.now()}</cbc:ID><cbc:IssueDate>${agencyDay()}</cbc:IssueDate>`,
    "<cbc:InvoiceTypeCode>380</cbc:InvoiceTypeCode>",
    "<cbc:DocumentCurrencyCode>USD</cbc:DocumentCurrencyCode>",
    `<cac:OrderReference><cbc:ID>${order.number}</cbc:ID></cac:OrderReference>`,
    `<cac:AccountingSupplierParty>${seller}</cac:AccountingSupplierParty>`,
    `<cac:LegalMonetaryTotal>${dollars("LineExtensionAmount", amount)}`,
    `${dollars("PayableAmount", amount)}</cac:LegalMonetaryTotal>`,
    `${line}</Invoice>`,
  ].join("\n");
};

const ask = async (): Promise<string> => {
  const { page } = await enter("user");
  await page.goto(`${url}/smart-requisition/new`);
  await page.getByLabel("What is needed").fill("Culvert stone for County Road 14");
  await page.getByLabel("Date needed").fill(agencyDay(20));
  await page.getByLabel("Description").first().fill("Culvert stone, 3 in minus");
  await page.getByLabel("Quantity").first().fill("100");
  await page.getByLabel("Unit", { exact: true }).first().fill("t");
  await page.getByLabel("Unit price, $").first().fill("24.50");
  await choose(page, "Account to charge", "210-RDB-5340");
  await choose(page, "Suggested vendor", "Northline");
  await page
    .getByLabel("Why it is needed")
    .fill("The culvert at mile 3 was washed out; the road is closed until it is rebuilt.");
  await press(page, "Check and submit");
  await page.waitForURL(/\/check$/);
  await page.getByRole("button", { name: /^Submit/ }).click();
  await page.waitForURL((u) => /^\/smart-requisition\/[0-9a-f-]{36}$/.test(u.pathname));
  return new URL(page.url()).pathname.split("/").at(-1)!;
};

/** Decides what waits for the manager on a document, in the inbox. */
const approve = async (number: string) => {
  const { page } = await enter("manager");
  await page.goto(`${url}/approvals-inbox`);
  await page.getByRole("button", { name: `Approve ${number}` }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^Approve/ })
    .click();
  await page.getByRole("button", { name: `Approve ${number}` }).waitFor({ state: "detached" });
};

const orderIt = async (requisitionId: string): Promise<Order> => {
  const { page } = await enter("buyer");
  await page.goto(`${url}/purchase-orders/new?requisitionId=${requisitionId}`);
  await page.getByLabel("Item, line 1").waitFor();
  await press(page, "Save and issue");
  await page.waitForURL((u) => /^\/purchase-orders\/[0-9a-f-]{36}$/.test(u.pathname));
  await status(page, "Issued");
  return get<Order>(page, `/api/v1${new URL(page.url()).pathname}`);
};

const receive = async (order: Order, quantity: string, after: string) => {
  const { page } = await enter("receiver");
  await page.goto(`${url}/purchase-orders/${order.id}`);
  await page.getByRole("link", { name: "Receive goods" }).click();
  await page.getByLabel("Came now").fill(quantity);
  await press(page, "Post receipt");
  await page.waitForURL(/tab=receipts/);
  await status(page, after);
};

const bill = async (order: Order, folder: string): Promise<string> => {
  const { page } = await enter("ap");
  const file = join(folder, "invoice.xml");
  writeFileSync(file, ubl(order, 100, "24.50"));
  await page.goto(`${url}/invoices/new`);
  await page.locator('input[type="file"]').first().setInputFiles(file);
  await page.waitForURL((u) => /^\/invoices\/[0-9a-f-]{36}$/.test(u.pathname));
  await status(page, "Matched");
  await press(page, "Submit for approval");
  await status(page, "In approval");
  return new URL(page.url()).pathname.split("/").at(-1)!;
};

const pay = async (
  invoiceId: string,
  folder: string,
): Promise<{ nacha: string | null; runId: string }> => {
  const ap = await enter("ap");
  const { number } = await get<{ number: string }>(ap.page, `/api/v1/invoices/${invoiceId}`);
  await ap.page.goto(`${url}/payments?q=${number}`);
  await ap.page.getByRole("row").filter({ hasText: number }).getByRole("checkbox").check();
  await press(ap.page, "Pay these");
  await ap.page.getByRole("button", { name: /^Propose run of/ }).click();
  await ap.page.waitForURL((u) => /^\/payments\/runs\/[0-9a-f-]{36}$/.test(u.pathname));
  const runId = new URL(ap.page.url()).pathname.split("/").at(-1)!;
  const run = await get<{ number: string; status: string }>(
    ap.page,
    `/api/v1/payment-runs/${runId}`,
  );
  if (run.status === "proposed") {
    await press(ap.page, "Submit for approval");
    await status(ap.page, "In approval");
  }
  await approve(run.number);
  const treasurer = await enter("treasurer");
  await treasurer.page.goto(`${url}/payments/runs/${runId}?tab=files`);
  await press(treasurer.page, "Release");
  await treasurer.page.getByRole("dialog").getByRole("button", { name: "Release" }).click();
  await treasurer.page
    .locator(".record-head")
    .getByText(/Released|Sent/)
    .first()
    .waitFor();
  await treasurer.page.goto(`${url}/payments/runs/${runId}?tab=files`);
  const [download] = await Promise.all([
    treasurer.page.waitForEvent("download"),
    treasurer.page.getByRole("button", { name: "Download" }).first().click(),
  ]);
  const file = await saved(download, folder);
  return { nacha: file, runId };
};

const audited = async (ids: readonly string[], folder: string) => {
  const auditor = await enter("auditor");
  const ask = async (path: string, body?: object) =>
    (
      await fetch(`${url}${path}`, {
        method: body ? "POST" : "GET",
        headers: {
          authorization: `Bearer ${await token(auditor.page)}`,
          "content-type": "application/json",
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
      })
    ).text();
  const bundle = join(folder, "bundle.jsonl");
  const key = join(folder, "key");
  writeFileSync(bundle, await ask("/api/v1/audit-bundles", { objectIds: ids }));
  const answer = await ask("/api/v1/audit-key");
  writeFileSync(
    key,
    answer.startsWith("{") ? (JSON.parse(answer) as { verifierKey: string }).verifierKey : answer,
  );
  const verify = () =>
    spawnSync(process.execPath, ["bin/audit-verify.mjs", bundle, "--key", key], {
      encoding: "utf8",
    });
  const good = verify();
  expect(good.stdout + good.stderr).toMatch(/\nHOLDS\n$/);
  expect(good.status).toBe(0);
  const bytes = readFileSync(bundle);
  const at = bytes.indexOf("purchaseOrder.issue") + 3;
  bytes[at] = bytes[at]! ^ 1;
  writeFileSync(bundle, bytes);
  const bad = verify();
  expect(bad.status).toBe(1);
  expect(bad.stdout + bad.stderr).toMatch(/\nDOES NOT HOLD\n$/);
  expect(bad.stdout + bad.stderr).toMatch(/PO-\d{4}-\d{5}|purchaseOrder/);
  return `${bad.stdout}${bad.stderr}`.trim();
};

test("from need to payment, each step by another person; then the evidence verifies offline and one flipped bit is named", async () => {
  const folder = mkdtempSync(join(tmpdir(), "levee-journey-"));
  const requisitionId = await ask();
  const reader = people.at(-1)!.page;
  const requisition = await get<{ number: string; amount: number }>(
    reader,
    `/api/v1/requisitions/${requisitionId}`,
  );
  expect(requisition.amount).toBe(2_450_00);
  await approve(requisition.number);
  const order = await orderIt(requisitionId);
  await receive(order, "60", "Partly received");
  await receive(order, "40", "Received");
  const invoiceId = await bill(order, folder);
  const invoice = await get<{ number: string; trace: { kind: string; id: string | null }[] }>(
    people.at(-1)!.page,
    `/api/v1/invoices/${invoiceId}`,
  );
  expect(invoice.trace.filter((s) => s.kind === "receipt")).toHaveLength(2);
  await approve(invoice.number);
  const { nacha, runId } = await pay(invoiceId, folder);
  const text = readFileSync(nacha!, "utf8");
  expect(
    text
      .split(/\r?\n/)
      .filter(Boolean)
      .every((line) => line.length === 94),
  ).toBe(true);
  expect(text).toContain("0000245000");
  const said = await audited([requisitionId, order.id, invoiceId, runId], folder);
  console.log(`one flipped bit:\n${said}`);
});
