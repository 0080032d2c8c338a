// A purchase by card by its people: the holder photographs and codes on a phone, the approver approves, a split one is
// stopped and counted by the next look-back; a tied cycle becomes the bank's invoice, which is paid.
import { randomUUID } from "node:crypto";
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { crew } from "./crew.ts";
import { looks } from "./looks.ts";
import { url } from "./people.ts";
import { get, press, send, status } from "./steps.ts";

// What is refused the browser's console tells as well.
const { come } = crew(/4(03|09|22)/);

type Line = {
  id: string;
  version: number;
  cents: number;
  merchant: string;
  status: string;
  number: string;
  receiptFileIds: string[];
};
type Items<T> = { items: T[] };
const lines = "/api/v1/card-lines";
const find = (page: Page, query: string) => get<Items<Line>>(page, `${lines}?${query}&limit=50`);
const read = (page: Page, id: string) => get<Line>(page, `${lines}/${id}`);
const photo = {
  name: "receipt.png",
  mimeType: "image/png",
  buffer: Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
    "base64",
  ),
};
const accountsOf = async (page: Page, codes: readonly string[]): Promise<string[]> =>
  Promise.all(
    codes.map(
      async (code) =>
        (await get<Items<{ id: string }>>(page, `/api/v1/account-strings?q=${code}`)).items[0]!.id,
    ),
  );

/** Photographs the receipt of a line on the phone, says what it was for, and divides it over two accounts. */
const codeOnPhone = async (holder: Page, id: string): Promise<void> => {
  await holder.goto(`${url}/payments/card-lines/${id}`);
  await holder.getByRole("link", { name: "Photograph and code" }).first().click();
  await holder
    .locator('[data-files] input[type="file"], input[type="file"]')
    .first()
    .setInputFiles(photo);
  await holder.getByText("receipt.png").first().waitFor();
  await holder.getByLabel("Bought for").fill("Fuel for the mower at Lake Ann");
  await holder.getByRole("button", { name: "Save", exact: true }).click();
  await status(holder, "Coded");
  const line = await read(holder, id);
  expect(line.receiptFileIds).toHaveLength(1);
  const [first, second] = await accountsOf(holder, ["101-PRK-5210", "101-PRK-5230"]);
  const half = Math.trunc(line.cents / 2);
  const splits = [
    { accountStringId: first, cents: half },
    { accountStringId: second, cents: line.cents - half },
  ];
  await send(holder, "PATCH", `${lines}/${id}`, { splits }, line.version);
};

test("a line goes from a phone to its approver; a split purchase is stopped and counted", async () => {
  const holder = await come("holder", "/payments/card-lines", { width: 390, theme: "dark" });
  const { items } = await find(holder, "status=posted&q=Prairie");
  const [line] = items;
  await codeOnPhone(holder, line!.id);
  await holder.reload();
  expect(await looks(holder, "a card line on a phone")).toEqual([]);
  await press(holder, "Send to the approver");
  await status(holder, "Sent");
  const approver = await come("parks.head", `/payments/card-lines/${line!.id}`);
  await press(approver, "Approve");
  await status(approver, "Approved");

  const [split] = (await find(holder, "status=posted&q=FRB-270002")).items;
  const said = { purpose: "Swings", lostReceipt: "The merchant mails it" };
  await send(holder, "PATCH", `${lines}/${split!.id}`, said, split!.version);
  await send(holder, "POST", `${lines}/${split!.id}/actions/send`, {});
  await expect(send(approver, "POST", `${lines}/${split!.id}/actions/approve`, {})).rejects.toThrow(
    /Split purchase/,
  );
  const [account] = await accountsOf(holder, ["101-PRK-5210"]);
  const { items: departments } = await get<Items<{ id: string; code: string }>>(
    holder,
    "/api/v1/departments?limit=50",
  );
  const parks = departments.find(({ code }) => code === "PRK")!.id;
  const advice = await get<{ near: { newest: { kind: string }[] }; aggregate: number }>(
    holder,
    `/api/v1/procurement-method-advice?amount=10000&departmentId=${parks}&accounts=${account}&uncoded=${account}`,
  );
  expect(advice.near.newest.some(({ kind }) => kind === "cardLine")).toBe(true);
  expect(advice.aggregate).toBeGreaterThan(2_870_00);
});

type Cycle = { id: string; version: number; invoiceId: string | null; linesCents: number };
type Invoice = { id: string; status: string; version: number; total: number; approvalId: string };

test("a cycle that ties to the cent becomes one invoice of the bank, which is paid", async () => {
  const keeper = await come("cards", "/payments?tab=cards");
  await keeper.getByRole("heading", { name: "To do, by holder" }).waitFor();
  expect(await looks(keeper, "the cards")).toEqual([]);
  const { items } = await get<Items<Cycle>>(keeper, "/api/v1/card-cycles?status=reconciled");
  const ap = await come("ap", `/payments/card-cycles/${items[0]!.id}`);
  await ap.getByText(/tie to the statement/).waitFor();
  expect(await looks(ap, "a card cycle")).toEqual([]);
  await press(ap, "Make the bank's invoice");
  await status(ap, "Invoiced");
  const cycle = await get<Cycle>(ap, `/api/v1/card-cycles/${items[0]!.id}`);
  const path = `/api/v1/invoices/${cycle.invoiceId}`;
  const invoice = await get<Invoice>(ap, path);
  expect(invoice.total).toBe(cycle.linesCents);
  await send(ap, "POST", `${path}/actions/submit`, {}, invoice.version);
  const manager = await come("manager");
  const { approvalId } = await get<Invoice>(manager, path);
  await send(manager, "POST", `/api/v1/approvals/${approvalId}/actions/approve`, {});
  const run = await send<{ id: string; version: number }>(ap, "POST", "/api/v1/payment-runs", {
    invoiceIds: [cycle.invoiceId],
    note: randomUUID(),
  });
  const runPath = `/api/v1/payment-runs/${run.id}`;
  await send(ap, "POST", `${runPath}/actions/submit`, {}, run.version);
  const asked = await get<{ approvalId: string }>(manager, runPath);
  await send(manager, "POST", `/api/v1/approvals/${asked.approvalId}/actions/approve`, {});
  const treasurer = await come("treasurer", `/payments/runs/${run.id}`);
  await press(treasurer, "Release");
  await treasurer.getByRole("dialog").getByRole("button", { name: "Release" }).last().click();
  await status(treasurer, "Released");
  await expect.poll(async () => (await get<Invoice>(ap, path)).status).toBe("paid");
});
