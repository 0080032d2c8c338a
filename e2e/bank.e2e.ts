// A month of the county's bank account, by four people: the controller matches and prepares, a manager
// confirms, nothing is written behind it, the auditor reads it on paper.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { crew } from "./crew.ts";
import { get, press, send, status } from "./steps.ts";

const { come } = crew();
const bank = "/payments?tab=bank";

type Month = {
  id: string;
  number: string;
  status: string;
  version: number;
  lastDay: string;
  reconciliation: { book: number; difference: number };
};

test("a reconciled month is reopened, prepared and confirmed by two people, and nothing is written behind it", async () => {
  const manager = await come("manager", bank);
  const { items } = await get<{ items: Month[] }>(
    manager,
    "/api/v1/bank-months?status=reconciled&sort=lastDay",
  );
  const [first] = items;
  const page = `/payments/reconciliations/${first!.id}`;
  const before = await get<Month>(manager, `/api/v1/bank-months/${first!.id}`);
  expect(before.reconciliation.difference).toBe(0);

  await manager.getByRole("link", { name: first!.number }).first().click();
  await status(manager, "Reconciled");
  await press(manager, "Reopen");
  await manager.getByRole("dialog").getByRole("textbox").fill("The auditor asked for a note");
  await manager.getByRole("dialog").getByRole("button", { name: "Reopen" }).click();
  await status(manager, "In preparation");

  const controller = await come("controller", page);
  await press(controller, "Finance system");
  const dialog = controller.getByRole("dialog");
  await dialog.getByLabel("Balance in the finance system").fill("1.00");
  await dialog.getByRole("button", { name: "Note it" }).click();
  await controller.getByText(/^The finance system has \$1\.00, the books here/).waitFor();
  await press(controller, "Finance system");
  await dialog.getByLabel("Why it differs").fill("Taxes are booked there in the next month");
  await dialog.getByRole("button", { name: "Note it" }).click();
  await controller.getByText("it can be sent to review.").waitFor();
  await press(controller, "Send to review");
  await status(controller, "To be reviewed");
  await controller.getByText("You prepared this month, so another person confirms it.").waitFor();

  await manager.reload();
  await press(manager, "Confirm the reconciliation");
  await status(manager, "Reconciled");
  const after = await get<Month>(manager, `/api/v1/bank-months/${first!.id}`);
  expect(after.reconciliation.book).toBe(before.reconciliation.book);

  const { items: matches } = await get<{ items: { id: string; onDay: string }[] }>(
    controller,
    "/api/v1/bank-matches?state=stands&sort=onDay&limit=1",
  );
  expect(matches[0]!.onDay <= after.lastDay).toBe(true);
  await expect(
    send(controller, "POST", `/api/v1/bank-matches/${matches[0]!.id}/actions/take-back`, {
      reason: "It belongs to another payment",
    }),
  ).rejects.toThrow("is reconciled with the bank through");

  const auditor = await come("auditor", page);
  await auditor.getByText(/^The bank and the books agree on \$/).waitFor();
  const [download] = await Promise.all([
    auditor.waitForEvent("download"),
    auditor.getByRole("button", { name: "PDF" }).first().click(),
  ]);
  expect(
    readFileSync((await download.path())!)
      .subarray(0, 5)
      .toString(),
  ).toBe("%PDF-");
});

test("an altered check is an alarm, certain lines are matched at one press, and the month says what is left", async () => {
  const controller = await come("controller", bank);
  await controller.getByText("Other cents than drawn").first().waitFor();
  await press(controller, /^Match what is certain/);
  await controller
    .getByText(/lines? matched/)
    .first()
    .waitFor();
  const { months } = await get<{ months: { open: { id: string } | null }[] }>(
    controller,
    "/api/v1/bank-months-next",
  );
  const running = months[0]!.open!;
  await controller.goto(
    controller.url().replace(/\/payments.*/, `/payments/reconciliations/${running.id}`),
  );
  await controller
    .getByText("must not have been paid so. Settle each with the bank")
    .first()
    .waitFor();
});
