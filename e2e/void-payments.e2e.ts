// Payments that are voided before and after their bank file went out, by several people: the file
// loses the entry, or the bank says that it does not post; then the payment is made once more.
import { readFileSync } from "node:fs";
import type { Download, Page } from "playwright";
import { expect, test } from "vitest";
import { agencyDay } from "#server/testing/days.ts";
import { crew } from "./crew.ts";
import { url } from "./people.ts";
import { get, press, send, status } from "./steps.ts";

const { come } = crew();

type Found = { items: { id: string; name: string }[] };
type Invoice = { id: string; number: string; version: number };
type Run = {
  number: string;
  version: number;
  payments: { id: string; number: string; vendor: string; reference: string }[];
  files: { kind: string; sha256: string }[];
};

const cents = [101_00, 102_00, 103_00];

/** Approved invoices of three vendors that are paid by ACH, entered by one and approved by another. */
const approvedInvoices = async (ap: Page, manager: Page): Promise<string[]> => {
  const { items } = await get<Found>(
    ap,
    "/api/v1/vendors?paymentMethod=ach&status=active&limit=50",
  );
  const { items: accounts } = await get<{ items: { id: string }[] }>(
    ap,
    "/api/v1/account-strings?q=210-RDB-5340",
  );
  const payable: string[] = [];
  for (const vendor of items) {
    if (payable.length === cents.length) break;
    const invoice = await send<Invoice>(ap, "POST", "/api/v1/invoices", {
      vendorId: vendor.id,
      kind: "invoice",
      vendorNumber: `V-${Date.now()}`,
      invoiceDate: agencyDay(),
      lines: [
        {
          description: "Gravel",
          quantity: "1",
          unitPrice: (cents[payable.length]! / 100).toFixed(2),
          accountStringId: accounts[0]!.id,
        },
      ],
    });
    const path = `/api/v1/invoices/${invoice.id}`;
    const { version } = await get<Invoice>(ap, path);
    await send(ap, "POST", `${path}/actions/submit`, {}, version);
    const { approvalId } = await get<{ approvalId: string }>(manager, path);
    await send(manager, "POST", `/api/v1/approvals/${approvalId}/actions/approve`, {});
    const looked = await send<{ payments: { method: string }[] }>(
      ap,
      "POST",
      "/api/v1/payment-runs/preview",
      { invoiceIds: [invoice.id] },
    );
    if (looked.payments[0]?.method === "ach") payable.push(invoice.id);
  }
  expect(payable).toHaveLength(cents.length);
  return payable;
};

const text = async (download: Download) => readFileSync((await download.path())!, "utf8");
const downloaded = async (page: Page, label: string | RegExp): Promise<string> => {
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: label }).first().click(),
  ]);
  return text(download);
};
const dialog = (page: Page) => page.getByRole("dialog");
const confirm = (page: Page, label: string) =>
  dialog(page).getByRole("button", { name: label, exact: true }).click();

test("a void before sending makes the file anew, one after it waits for the bank's word; each is paid once more by a run of its own", async () => {
  const ap = await come("ap");
  const manager = await come("manager");
  const invoiceIds = await approvedInvoices(ap, manager);
  const proposed = await send<Run & { id: string }>(ap, "POST", "/api/v1/payment-runs", {
    invoiceIds,
  });
  const path = `/api/v1/payment-runs/${proposed.id}`;
  await ap.goto(`${url}/payments/runs/${proposed.id}`);
  await press(ap, "Submit for approval");
  await status(ap, "In approval");
  await manager.goto(`${url}/approvals-inbox`);
  await press(manager, `Approve ${proposed.number}`);
  await confirm(manager, "Approve");
  await manager
    .getByRole("button", { name: `Approve ${proposed.number}` })
    .waitFor({ state: "detached" });

  // Release says what goes, and asks.
  const treasurer = await come("treasurer", `/payments/runs/${proposed.id}`);
  await press(treasurer, "Release");
  await dialog(treasurer).getByText("3 payments, $306.00").first().waitFor();
  await dialog(treasurer).getByText("Drawn on").waitFor();
  await confirm(treasurer, "Release");
  await status(treasurer, "Released");
  await treasurer.goto(`${url}/payments/runs/${proposed.id}?tab=files`);
  const old = await downloaded(treasurer, "Download");
  const before = await get<Run>(treasurer, path);
  const [first, second, third] = before.payments;
  for (const p of before.payments) expect(old).toContain(p.reference);

  // Voided before it was sent.
  await treasurer.goto(`${url}/payments/${first!.id}`);
  await press(treasurer, "Void");
  await dialog(treasurer).getByText("It is made anew without this payment").waitFor();
  await dialog(treasurer)
    .getByRole("checkbox", { name: /It was not uploaded at the bank/ })
    .check();
  await dialog(treasurer).getByLabel("Reason").fill("Paid by card already");
  await confirm(treasurer, "Void");
  await status(treasurer, "Voided");
  await treasurer.goto(`${url}/payments/runs/${proposed.id}?tab=files`);
  await treasurer.getByText("never upload it").waitFor();
  await treasurer
    .getByText(/Mark as sent to bank is not possible: .*Download the new file/)
    .waitFor();
  const anew = await downloaded(treasurer, "Download");
  expect(anew).not.toContain(first!.reference);
  expect(anew).toContain(second!.reference);
  expect(anew).toContain(third!.reference);
  await press(treasurer, "Mark as sent to bank");
  const now = await get<Run>(treasurer, path);
  const hash = now.files.find((f) => f.kind === "nacha")!.sha256;
  expect(hash).not.toBe(before.files.find((f) => f.kind === "nacha")!.sha256);
  await dialog(treasurer).getByText(hash).waitFor();
  await confirm(treasurer, "Mark as sent to bank");
  await status(treasurer, "Sent to bank");

  // Voided after it was sent: not without the bank's word.
  await treasurer.goto(`${url}/payments/${second!.id}`);
  await press(treasurer, "Void");
  await dialog(treasurer).getByText("went to the bank").waitFor();
  await dialog(treasurer).getByLabel("Reason").fill("Goods were sent back");
  await confirm(treasurer, "Void");
  await treasurer.waitForTimeout(300);
  expect((await get<{ status: string }>(treasurer, `/api/v1/payments/${second!.id}`)).status).toBe(
    "released",
  );
  await dialog(treasurer).getByLabel("What the bank confirmed").fill("Deletion 4711, Ms Hale");
  await dialog(treasurer).getByLabel("Confirmed on").fill(agencyDay());
  await confirm(treasurer, "Void");
  await status(treasurer, "Voided");
  await treasurer.getByText("Deletion 4711, Ms Hale").first().waitFor();

  // Each is paid once more, and the page says what it made.
  for (const p of [first!, second!]) {
    await ap.goto(`${url}/payments/${p.id}`);
    await press(ap, "Reissue");
    await ap
      .getByText(/PAY-\d{4}-\d{5} in RUN-\d{4}-\d{5}\. Open that run/)
      .first()
      .waitFor();
    await ap.getByText("which is to be submitted for approval").waitFor();
  }
});
