// What an agent finds and what becomes of it: a bill in another unit is explained, corrected by accounts payable in
// their own name; a receiver reads it and cannot accept it; an administrator pauses it.
// Races, moved records, rights that end stand in src/areas/agents/agents.service.test.ts.
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { crew } from "./crew.ts";
import { looks } from "./looks.ts";
import { url } from "./people.ts";
import { get, press, send } from "./steps.ts";

// A conversation of somebody else is not there for an administrator either.
const { come } = crew(/status of 404 .+\/copilot-conversations\//);
type List<T> = { items: T[] };
type Line = {
  id: string;
  description: string;
  unit: string;
  quantity: string;
  unitPrice: string;
  receivedQuantity: string;
  invoicedQuantity: string;
};
type Order = { id: string; vendorId: string; matchMode: string; lines: Line[] };
type Finding = { id: string; subjectNumber: string; proposed: string | null; version: number };
type Invoice = { id: string; number: string; status: string; version: number };

/** A received line of the county of which an even number is not billed yet. */
const unbilled = async (page: Page): Promise<{ order: Order; line: Line }> => {
  const { items } = await get<List<{ id: string }>>(
    page,
    "/api/v1/purchase-orders?status=received,partly_received&limit=100",
  );
  for (const { id } of items) {
    const order = await get<Order>(page, `/api/v1/purchase-orders/${id}`);
    const line = order.lines.find(
      (each) =>
        Number(each.receivedQuantity) >= 2 &&
        Number(each.invoicedQuantity) === 0 &&
        !/lump|ls/i.test(each.unit) &&
        Number(each.unitPrice) > 0,
    );
    if (line) return { order, line };
  }
  throw new Error("the county has no received line that is not billed");
};

/** The vendor bills one pair where two pieces were ordered: the same money in another unit. */
const billPair = async (page: Page): Promise<Invoice> => {
  const { order, line } = await unbilled(page);
  return send<Invoice>(page, "POST", "/api/v1/invoices", {
    ...{ vendorId: order.vendorId, purchaseOrderId: order.id, vendorNumber: `AG-${Date.now()}` },
    invoiceDate: new Date().toISOString().slice(0, 10),
    lines: [
      {
        ...{ purchaseOrderLineId: line.id, description: line.description, quantity: "1" },
        ...{ unit: "pair", unitPrice: String(Number(line.unitPrice) * 2) },
      },
    ],
  });
};

const findingOf = (page: Page, number: string) =>
  expect
    .poll(
      async () =>
        (
          await get<List<Finding>>(
            page,
            "/api/v1/agent-findings?agent=invoice&status=open&limit=100",
          )
        ).items.find((each) => each.subjectNumber === number && each.proposed),
      { timeout: 60_000 },
    )
    .toBeTruthy();

const read = async (page: Page) => {
  await page.goto(`${url}/invoice-agent`);
  await press(page, "Let it read now");
};

test("a bill in another unit is explained, and corrected by a person in their own name", async () => {
  const ap = await come("ap", "/invoice-agent");
  const bill = await billPair(ap);
  expect(bill.status).toBe("exception");
  await read(ap);
  await findingOf(ap, bill.number);
  await ap.reload();
  await ap.locator("[data-finding]", { hasText: bill.number }).first().click();
  await ap
    .getByText(/one pair is 2/)
    .first()
    .waitFor();
  expect(await looks(ap, "the invoice agent")).toEqual([]);
  const receiver = await come("receiver", "/invoice-agent", { width: 390 });
  const inHand = receiver.getByLabel("The finding in hand");
  const its = inHand.locator("option", { hasText: bill.number }).first();
  await inHand.selectOption((await its.getAttribute("value"))!);
  expect(await receiver.getByRole("button", { name: /^Accept:/ }).isDisabled()).toBe(true);
  await receiver.getByText("Your role does not allow what it proposes.").waitFor();
  expect(await looks(receiver, "the invoice agent on a phone")).toEqual([]);
  await ap.getByRole("button", { name: "Accept: correct the invoice" }).click();
  await ap.getByText("Correct the invoice: done").first().waitFor();
  const mended = await get<Invoice & { lines: { quantity: string; unit: string }[] }>(
    ap,
    `/api/v1/invoices/${bill.id}`,
  );
  expect(mended.lines[0]).toMatchObject({ quantity: "2.0000" });
  expect(mended.status).toBe("matched");
  await ap.goto(`${url}/invoices/${bill.id}?tab=history`);
  await ap
    .getByText(/Proposed as AGF-/)
    .first()
    .waitFor();
});

test("an administrator pauses an agent, and it does not read", async () => {
  const admin = await come("admin", "/ai-agent-platform");
  expect(await looks(admin, "the agent platform")).toEqual([]);
  const row = admin.locator("li", { hasText: "Weather agent" });
  await row.getByRole("button", { name: "Set up" }).click();
  const dialog = admin.getByRole("dialog");
  await dialog.getByLabel("Paused").check();
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.waitFor({ state: "detached" });
  await row.getByText("Paused", { exact: true }).waitFor();
  const buyer = await come("buyer", "/weather-agent");
  expect(await buyer.getByRole("button", { name: "Let it read now" }).isDisabled()).toBe(true);
  await buyer.getByText(/an administrator has paused it/i).waitFor();
});

/** Asks the copilot, and gives its newest answer. */
const asked = async (page: Page, question: string): Promise<string> => {
  const answers = page.locator(".copilot-log .bubble-agent");
  const before = await answers.count();
  await page.getByLabel("Ask about a record, a list, or how something is done").fill(question);
  await page.keyboard.press("Enter");
  await expect.poll(() => answers.count(), { timeout: 30_000 }).toBe(before + 1);
  return answers.last().innerText();
};

test("somebody reads why their request is stuck and on whom, and has a step done once they accept it", async () => {
  const page = await come("user", "/ai-copilot");
  type Request = { id: string; number: string };
  const pending = await get<List<Request>>(
    page,
    "/api/v1/requisitions?status=in_approval&mine=true&limit=1",
  );
  const drafts = await get<List<Request>>(
    page,
    "/api/v1/requisitions?status=draft&mine=true&limit=1",
  );
  await page.getByRole("heading", { name: "Stuck on others" }).waitFor();
  expect(await looks(page, "the copilot")).toEqual([]);
  expect(await asked(page, `Why is ${pending.items[0]!.number} stuck?`)).toMatch(
    /It waits for .+ in the step /,
  );
  const answer = await asked(page, `Submit ${drafts.items[0]!.number}`);
  expect(answer).toContain("I can do that once you accept it");
  expect(
    (await get<{ status: string }>(page, `/api/v1/requisitions/${drafts.items[0]!.id}`)).status,
  ).toBe("draft");
  await press(page, "Leave it");
  expect(await asked(page, `Approve ${pending.items[0]!.number}`)).toContain(
    "That decides, moves money or goes out",
  );
  expect(await asked(page, "Remind me to measure the culvert")).toContain("a task of yours");
  await press(page, "Accept");
  await expect
    .poll(async () =>
      (await get<List<{ title: string }>>(page, "/api/v1/tasks?limit=100")).items.map(
        ({ title }) => title,
      ),
    )
    .toContain("Measure the culvert");
  expect(await looks(page, "a conversation")).toEqual([]);
  // Nobody else reads it, also not an administrator with its address.
  const admin = await come("admin", page.url().replace(url, ""), { width: 390 });
  await admin.getByText("No such conversation").first().waitFor();
});
