// An emergency by keyboard and on a phone: declared, ordered within the minute on a verbal approval,
// ratified by that person; a second order is refused; the end of the declaration stops a third.
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { crew } from "./crew.ts";
import { url } from "./people.ts";
import { get, press, send, status } from "./steps.ts";

// The third order is refused, and the journey provokes it.
const { enter } = crew(/409/);

type Order = { id: string; number: string; orderId: string; orderNumber: string };
type List<T> = { items: T[] };
const newest = async (page: Page): Promise<Order> =>
  (await get<List<Order>>(page, "/api/v1/emergency-purchases?limit=1&sort=-number")).items[0]!;

/** Goes to a control with Tab alone, as somebody without a mouse does. */
const tabTo = async (page: Page, label: string | RegExp) => {
  const wanted = page.getByLabel(label).or(page.getByRole("button", { name: label, exact: true }));
  for (let n = 0; n < 80; n++) {
    if (await wanted.evaluateAll((nodes) => nodes.some((node) => node === document.activeElement)))
      return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab never came to ${String(label)}`);
};
/** Types into a control reached by Tab; of a choice, the first letters of its name choose it. */
const type = async (page: Page, label: string, text: string) => {
  await tabTo(page, label);
  await page.keyboard.type(text);
};

const declare = async (page: Page) => {
  await page.goto(`${url}/emergency-procurement`);
  await page.getByText("No emergency is declared").waitFor();
  await page.getByRole("button", { name: "Declare" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").getByLabel("Emergency").waitFor();
  await type(page, "Emergency", "Ice storm of November");
  await type(page, "What happened", "Ice broke the trees along every road of the county.");
  await type(page, "Where it holds", "The whole county");
  await tabTo(page, /^Declare$/);
  await page.keyboard.press("Enter");
  await page.getByLabel("Declaration in force").waitFor();
};

/** The six actions; the declaration is chosen already where one is in force. */
const order = async (page: Page, need: string) => {
  await type(page, "Kit", "Debris");
  await page
    .getByText("Stops it")
    .or(page.getByText("is active and screened clear"))
    .first()
    .waitFor();
  await tabTo(page, "Tandem truck with driver");
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("4");
  await type(page, "Charged to", "Roads");
  await type(page, "What is needed, and why it cannot wait", need);
  await tabTo(page, "How");
  await page.keyboard.type("By tel");
  await tabTo(page, "Issue");
  await page.keyboard.press("Enter");
};

const ratify = async (page: Page, number: string) => {
  await page.goto(`${url}/approvals-inbox`);
  await page.getByRole("button", { name: `Approve ${number}` }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^Approve/ })
    .click();
  await page.getByRole("button", { name: `Approve ${number}` }).waitFor({ state: "detached" });
};
const refuse = async (page: Page, id: string) => {
  const { approvalId } = await get<{ approvalId: string }>(
    page,
    `/api/v1/emergency-purchases/${id}`,
  );
  await page.goto(`${url}/approvals/${approvalId}`);
  await press(page, "Reject");
  const dialog = page.getByRole("dialog");
  await dialog.getByText("What has not come is cancelled with the vendor at once").waitFor();
  await dialog.getByRole("textbox").fill("I said yes to one crew, not to two.");
  await dialog.getByRole("button", { name: /^Reject/ }).click();
  await dialog.waitFor({ state: "detached" });
};

type Prepared = {
  kits: { id: string; lines: { id: string }[] }[];
  accounts: { id: string }[];
  approvers: { personId: string; now: boolean }[];
};
/** The same order once more, as the screen sends it. */
const again = async (page: Page, declarationId: string) => {
  const { kits, accounts, approvers } = await get<Prepared>(page, "/api/v1/emergency-preparation");
  return {
    requestId: crypto.randomUUID(),
    declarationId,
    kitId: kits[0]!.id,
    quantities: kits[0]!.lines.map((line) => ({ kitLineId: line.id, quantity: "1" })),
    accountId: accounts[0]!.id,
    need: "A third crew opens the road to the mill.",
    approverId: approvers.find((each) => each.now)!.personId,
    approvedHow: "radio",
    approvedAt: new Date().toISOString(),
  };
};

test("declared and ordered within a minute by keyboard; ratified; a second refused on a phone; the end stops a third", async () => {
  const officer = (await enter("admin")).page;
  const begun = Date.now();
  await declare(officer);
  await order(officer, "Trees close the road to the hospital, and nothing passes.");
  await officer.getByText("is issued").waitFor();
  expect(Date.now() - begun).toBeLessThan(60_000);
  const first = await newest(officer);
  expect(await get(officer, `/api/v1/purchase-orders/${first.orderId}`)).toMatchObject({
    status: "issued",
    method: "noncompetitive",
    emergency: true,
  });
  // Who ordered it finds nothing to decide.
  await officer.goto(`${url}/approvals-inbox`);
  expect(await officer.getByRole("button", { name: `Approve ${first.number}` }).count()).toBe(0);
  const chief = (await enter("manager")).page;
  await ratify(chief, first.number);
  await chief.goto(`${url}/emergency-procurement/orders/${first.id}`);
  await status(chief, "Ratified");

  const phone = (await enter("admin", { width: 390 })).page;
  await phone.goto(`${url}/emergency-procurement`);
  await phone.getByLabel("Kit").waitFor();
  expect(
    await phone.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth),
  ).toBe(true);
  await order(phone, "A second crew opens the road to the school.");
  await phone.getByText("is issued").waitFor();
  const second = await newest(phone);
  await refuse(chief, second.id);
  await phone.goto(`${url}/emergency-procurement/orders/${second.id}`);
  await status(phone, "Refused");
  await phone.getByText("Nothing had come; the order was cancelled.").waitFor();

  const declared = (
    await get<List<{ id: string; status: string; version: number }>>(
      officer,
      "/api/v1/local-declarations?limit=1&sort=-number",
    )
  ).items[0]!;
  const end = (page: Page) =>
    send(
      page,
      "POST",
      `/api/v1/local-declarations/${declared.id}/actions/end`,
      { reason: "The roads are open." },
      declared.version,
    );
  // A manager without the duty neither declares nor ends.
  await expect(end(chief)).rejects.toThrow("403");
  await end(phone);
  await expect(
    send(phone, "POST", "/api/v1/emergency-purchases", await again(phone, declared.id)),
  ).rejects.toThrow("is ended");
  expect(await newest(officer)).toMatchObject({ id: second.id });
  await officer.goto(`${url}/emergency-procurement`);
  await officer.getByText("No emergency is declared").waitFor();
  await press(officer, "Declare");
  await officer.getByRole("dialog").getByText("It holds 3 days").waitFor();
});
