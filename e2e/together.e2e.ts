// Two people ask for what each of them may buy without quotes; on one order it is weighed together.
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { agencyDay } from "#server/testing/days.ts";
import { crew } from "./crew.ts";
import { url } from "./people.ts";
import { choose, get, press, send, status } from "./steps.ts";

const { enter } = crew();

type Made = { id: string; number: string; version: number; status: string; method: string };
type Named = { items: { id: string; code: string; available?: number | null }[] };

/** A department and an account where little was bought that counts with these goods. */
const placeFor = async (page: Page, commodity: string) => {
  const { items: departments } = await get<Named>(page, "/api/v1/departments");
  for (const { id: departmentId, code } of departments) {
    const accounts = await get<Named>(page, `/api/v1/account-strings?q=${code}`);
    for (const { id } of accounts.items.filter((a) => (a.available ?? 0) > 20_000_00)) {
      const query = `amount=900000&departmentId=${departmentId}&commodities=${commodity}&accounts=${id}`;
      const { advice } = await get<{ advice: { method: string } }>(
        page,
        `/api/v1/procurement-method-advice?${query}`,
      );
      if (advice.method === "micro_purchase") return { departmentId, accountStringId: id };
    }
  }
  throw new Error(`Too much like ${commodity} was bought everywhere.`);
};

/** A requisition of $9,000, approved as a micro-purchase. */
const asked = async (who: string, title: string, commodityCode: string): Promise<Made> => {
  const { page } = await enter(who);
  const { departmentId, accountStringId } = await placeFor(page, commodityCode);
  const made = await send<Made>(page, "POST", "/api/v1/requisitions", {
    title,
    justification: "For the repair of the road.",
    departmentId,
    neededOn: agencyDay(20),
    lines: [
      {
        description: title,
        commodityCode,
        quantity: "100",
        unit: "each",
        unitPrice: "90.00",
        splits: [{ accountStringId }],
      },
    ],
    submit: true,
  });
  await approve(made.number);
  await expect
    .poll(() => get<Made>(page, `/api/v1/requisitions/${made.id}`))
    .toMatchObject({ status: "approved", method: "micro_purchase" });
  return made;
};

/** Approves what waits for the manager, who reads `told` before. */
const approve = async (number: string, told?: RegExp) => {
  const { page } = await enter("manager");
  await page.goto(`${url}/approvals-inbox`);
  const button = page.getByRole("button", { name: `Approve ${number}` });
  if (told) {
    await page
      .locator("[data-approval]")
      .filter({ hasText: number })
      .locator(".inbox-open")
      .click();
    await page.getByText(told).first().waitFor();
  }
  await button.click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^Approve/ })
    .click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await button.waitFor({ state: "detached" });
};

test("two micro-purchases of two people on one order: the buyer is told the method that their sum demands, and an approver decides", async () => {
  const signs = await asked("user", `Road signs ${Date.now()}`, "339950");
  const paint = await asked("receiver", `Road paint ${Date.now()}`, "325998");
  const { page } = await enter("buyer");
  await page.goto(`${url}/purchase-orders/new?requisitionId=${signs.id},${paint.id}`);
  await page.getByLabel("Item, line 2").waitFor();
  await page.getByText("Its 2 requisitions are weighed together").waitFor();
  await page.getByText(/\$18,000 exceeds \$\d+,000/).waitFor();
  await choose(page, "Vendor", "Northline");
  await press(page, "Save and issue");
  await page.waitForURL((u) => /^\/purchase-orders\/[0-9a-f-]{36}$/.test(u.pathname));
  await status(page, "In approval");
  const path = `/api/v1${new URL(page.url()).pathname}`;
  const order = await get<Made>(page, path);
  expect(order).toMatchObject({ method: "simplified", amount: 18_000_00 });
  await approve(order.number, /weighed together/);
  await page.reload();
  await press(page, "Issue to vendor");
  await status(page, "Issued");
});
