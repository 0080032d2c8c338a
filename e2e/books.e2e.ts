// The county's general ledger, by four people: the controller enters an accrual and closes a month for
// documents, a budget officer posts, a manager closes, the auditor goes from the trial balance to a bill.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { crew } from "./crew.ts";
import { get, press, send, status } from "./steps.ts";

// What nobody may do any more, the browser's console tells as well.
const { come } = crew(/409|422/);

type Period = {
  id: string;
  number: string;
  name: string;
  firstDay: string;
  lastDay: string;
  adjustment: boolean;
  status: string;
  version: number;
  sha256: string | null;
  checks: { name: string; stops: boolean; count: number }[];
  balance: { fund: string; account: string; name: string; closing: number }[];
};
type Rows<T> = { items: T[] };

const close = "/budget-management/close";

const closedPeriods = async (who: Awaited<ReturnType<typeof come>>) =>
  (
    await get<Rows<Period>>(who, "/api/v1/accounting-periods?status=closed&sort=-number&limit=50")
  ).items.filter((p) => !p.adjustment);

test("a closed month is reopened and closed again by two people, the same to the cent", async () => {
  const manager = await come("manager", close);
  const [last] = await closedPeriods(manager);
  const before = await get<Period>(manager, `/api/v1/accounting-periods/${last!.id}`);
  for (const fund of new Set(before.balance.map((r) => r.fund)))
    expect(
      before.balance.reduce((sum, r) => sum + (r.fund === fund ? r.closing : 0), 0),
      fund,
    ).toBe(0);

  await manager.goto(new URL(`${close}/${last!.id}`, manager.url()).href);
  await status(manager, "Closed");
  await press(manager, "Reopen");
  await manager.getByRole("dialog").getByRole("textbox").fill("The auditor asks for an entry");
  await manager.getByRole("dialog").getByRole("button", { name: "Reopen" }).click();
  await status(manager, "Soft closed");
  await press(manager, "Close the period");
  await status(manager, "Closed");
  const after = await get<Period>(manager, `/api/v1/accounting-periods/${last!.id}`);
  expect(after.sha256).toBe(before.sha256);

  // Nothing is entered into it by anybody; the last day of a year takes adjustments until they are closed.
  const controller = await come("controller", close);
  const accounts = await get<Rows<{ id: string; code: string }>>(
    controller,
    "/api/v1/gl-accounts?own=true&sort=code",
  );
  const funds = await get<Rows<{ id: string }>>(controller, "/api/v1/gl-accounts?kind=fund");
  const fundId = funds.items[0]!.id;
  await expect(
    send(controller, "POST", "/api/v1/journal-entries", {
      title: "Too late",
      reason: "Written behind the closing",
      postedOn: last!.firstDay,
      lines: [
        { fundId, accountId: accounts.items[0]!.id, debit: 100 },
        { fundId, accountId: accounts.items[1]!.id, credit: 100 },
      ],
    }),
  ).rejects.toThrow("is closed");
});

test("the auditor goes from the trial balance to the bill behind a line, and takes it on paper", async () => {
  const auditor = await come("auditor", close);
  const [last] = await closedPeriods(auditor);
  await auditor.goto(new URL(`${close}/${last!.id}`, auditor.url()).href);
  await auditor.getByText("SHA-256").first().waitFor();
  const [download] = await Promise.all([
    auditor.waitForEvent("download"),
    auditor.getByRole("button", { name: "PDF" }).first().click(),
  ]);
  expect(
    readFileSync((await download.path())!)
      .subarray(0, 5)
      .toString(),
  ).toBe("%PDF-");
  await auditor
    .getByRole("link", { name: /Vouchers payable/ })
    .first()
    .click();
  await auditor.getByRole("heading", { name: "Journal" }).waitFor();
  await auditor.getByRole("row").nth(1).waitFor();
  const lines = await get<Rows<{ entryId: string }>>(
    auditor,
    "/api/v1/gl-lines?event=invoice&limit=1",
  );
  await auditor.goto(
    new URL(`/budget-management/journal/${lines.items[0]!.entryId}`, auditor.url()).href,
  );
  await auditor.getByRole("heading", { name: /^Entry \d+: Bill/ }).waitFor();
  await auditor.getByRole("link", { name: /^INV-/ }).first().click();
  await auditor.waitForURL(/\/invoices\//);
});

test("an accrual is entered by one and posted by another, and waits are named before a month closes", async () => {
  const controller = await come("controller", close);
  const { items } = await get<Rows<Period>>(
    controller,
    "/api/v1/accounting-periods?status=open&begun=true&sort=number&limit=50",
  );
  const next = items.find((p) => !p.adjustment)!;
  const accounts = await get<Rows<{ id: string }>>(
    controller,
    "/api/v1/gl-accounts?own=true&sort=code",
  );
  const funds = await get<Rows<{ id: string }>>(controller, "/api/v1/gl-accounts?kind=fund");
  const made = await send<{ id: string }>(controller, "POST", "/api/v1/journal-entries", {
    title: "Interest of the month",
    reason: "Statement of the bank, not booked yet",
    postedOn: next.lastDay,
    lines: [
      { fundId: funds.items[0]!.id, accountId: accounts.items[0]!.id, debit: 4_200 },
      { fundId: funds.items[0]!.id, accountId: accounts.items[1]!.id, credit: 4_200 },
    ],
  });
  const page = `/budget-management/journal-entries/${made.id}`;
  await controller.goto(new URL(page, controller.url()).href);
  await press(controller, "Send to be posted");
  await status(controller, "To be posted");
  await controller
    .getByText("You prepared this entry, so another person posts it.")
    .first()
    .waitFor();
  const officer = await come("budget", page);
  await press(officer, "Post");
  await status(officer, "Posted");

  const detail = await get<Period>(controller, `/api/v1/accounting-periods/${next.id}`);
  const stops = detail.checks.filter((c) => c.stops);
  await controller.goto(new URL(close, controller.url()).href);
  await controller
    .getByRole("heading", {
      name: stops.length > 0 ? `${next.name} cannot be closed yet` : `${next.name} can be closed`,
    })
    .waitFor();
});
