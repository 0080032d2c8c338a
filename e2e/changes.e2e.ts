// Growth behind decreases, and a claim: an increase with a decrease through all hands, an increase
// refused by a cap though the net fits; a late claim is settled into a change order; a visitor sees
// what is published and no more.
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { agencyDay } from "#server/testing/days.ts";
import { crew } from "./crew.ts";
import { stranger, url } from "./people.ts";
import { get, press, send, status } from "./steps.ts";

// The refusal by the cap is what the journey provokes.
const { enter, join } = crew(/409/);

type Row = { id: string; number: string; title: string; version: number };
const idOf = (page: Page) => new URL(page.url()).pathname.split("/").at(-1)!;
const at = (kind: "changes" | "claims") => (u: URL) =>
  new RegExp(`^/claims-change-orders/${kind}/[0-9a-f-]{36}$`).test(u.pathname);
const lift = async (page: Page) =>
  (
    await get<{ items: { id: string; ceiling: number; number: string }[] }>(
      page,
      "/api/v1/contracts?q=Lift+station+7",
    )
  ).items[0]!;

const approve = async (page: Page, number: string) => {
  await page.goto(`${url}/approvals-inbox`);
  await page.getByRole("button", { name: `Approve ${number}` }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^Approve/ })
    .click();
  await page.getByRole("button", { name: `Approve ${number}` }).waitFor({ state: "detached" });
};

const propose = async (page: Page, contractId: string): Promise<string> => {
  await page.goto(`${url}/contracts/${contractId}?tab=changes`);
  await page.getByText("may still be added").waitFor();
  await page.getByRole("link", { name: "Propose a change" }).click();
  await page.getByLabel("What changes").fill("Guard rail in place of a fence");
  await page.getByLabel("Why").fill("The rail withstands debris");
  await page.getByLabel("Item, line 1").fill("Guard rail");
  await page.getByLabel("More, line 1").fill("4,200.00");
  await page.getByLabel("Days, line 1").fill("3");
  await page.getByRole("button", { name: "Add a line" }).click();
  await page.getByLabel("Item, line 2").fill("Fence");
  await page.getByLabel("Less, line 2").fill("1,700.00");
  await page.getByText("$4,200.00 more, $1,700.00 less, $2,500.00 net; 3 days.").waitFor();
  await press(page, "Propose");
  await page.waitForURL(at("changes"));
  await status(page, "Proposed");
  return idOf(page);
};

const judge = async (page: Page, id: string) => {
  await page.goto(`${url}/claims-change-orders/changes/${id}`);
  await press(page, "Review");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Yes, it goes on").check();
  await dialog.getByLabel("Why").fill("The same fence line");
  await dialog.getByRole("button", { name: "Review" }).click();
  await status(page, "Reviewed");
  await press(page, "Price");
  await dialog.getByRole("button", { name: "Price" }).click();
  await status(page, "Priced");
};

const fund = async (page: Page, id: string) => {
  await page.goto(`${url}/claims-change-orders/changes/${id}`);
  await press(page, "Check funds");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Paid from").fill("Utilities capital");
  await dialog.getByLabel("Fiscal year, line 1").fill(agencyDay().slice(0, 4));
  await dialog.getByRole("button", { name: "Funds are there" }).click();
  await status(page, "Funds checked");
};

const signed = async (page: Page, id: string) => {
  await page.goto(`${url}/claims-change-orders/changes/${id}`);
  await press(page, "Record signatures");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Signed for the agency by").fill("Chair of the board");
  await dialog.getByLabel("Signed for the vendor by").fill("Ines Calder");
  await dialog.getByLabel("Signed on").fill(agencyDay());
  await dialog.locator('input[type="file"]').setInputFiles({
    name: "signed.txt",
    mimeType: "text/plain",
    buffer: Buffer.from("Both signatures"),
  });
  await dialog.getByText("signed.txt").waitFor();
  await dialog.getByRole("button", { name: "Record signatures" }).click();
  await status(page, "In force");
};

test("a change goes through all hands and moves the ceiling; one beyond a cap waits for the governing body though its net fits", async () => {
  const buyer = (await enter("buyer")).page;
  const before = await lift(buyer);
  const id = await propose(buyer, before.id);
  await judge(buyer, id);
  const officer = (await enter("budget")).page;
  await fund(officer, id);
  await buyer.goto(`${url}/claims-change-orders/changes/${id}`);
  await press(buyer, "Submit for approval");
  await status(buyer, "In approval");
  const { number } = await get<Row>(buyer, `/api/v1/change-orders/${id}`);
  const manager = (await enter("manager")).page;
  await approve(manager, number);
  // Who proposed it does not record its signatures.
  await buyer.reload();
  await status(buyer, "Approved, to sign");
  expect(await buyer.getByRole("button", { name: "Record signatures" }).count()).toBe(0);
  await signed(manager, id);
  expect((await lift(buyer)).ceiling).toBe(before.ceiling + 2_500_00);
  const [over] = (await get<{ items: Row[] }>(buyer, "/api/v1/change-orders?status=funds_checked"))
    .items;
  await buyer.goto(`${url}/claims-change-orders/changes/${over!.id}`);
  await press(buyer, "Submit for approval");
  await buyer
    .getByText(/Record the governing body's decision first/)
    .first()
    .waitFor();
  await status(buyer, "Funds checked");
}, 60_000);

test("a late claim is taken and flagged, settled by another's approval into a change order; visitors see what is published", async () => {
  const buyer = (await enter("buyer")).page;
  const { id: contractId } = await lift(buyer);
  await buyer.goto(`${url}/contracts/${contractId}/claim`);
  await buyer.getByLabel("Claim", { exact: true }).fill("Road closed to trucks");
  await buyer.getByLabel("What happened").fill("The county road was closed for a week.");
  await buyer.getByLabel("Happened on").fill(agencyDay(-60));
  await buyer.getByLabel("Notice came on").fill(agencyDay());
  await press(buyer, "Enter the notice");
  await buyer.waitForURL(at("claims"));
  await buyer.getByText(/Notice came on .* and was due on/).waitFor();
  const id = idOf(buyer);
  await press(buyer, "Submit");
  const dialog = buyer.getByRole("dialog");
  await dialog.getByLabel("Certified by").fill("Ines Calder");
  await dialog.getByRole("button", { name: "Add a line" }).click();
  await dialog.getByLabel("Point, line 1").fill("Detour");
  await dialog.getByLabel("Claimed, line 1").fill("6,400.00");
  await dialog.getByLabel("Days, line 1").fill("2");
  await dialog.getByRole("button", { name: "Submit" }).click();
  await status(buyer, "Submitted");
  await press(buyer, "Begin review");
  await status(buyer, "Under review");
  const act = async (page: Page, action: string, body: object) => {
    const { version } = await get<Row>(page, `/api/v1/claims/${id}`);
    await send(page, "POST", `/api/v1/claims/${id}/actions/${action}`, body, version);
  };
  const manager = (await enter("manager")).page;
  await act(manager, "decide", { outcome: "part", decision: "The detour was eight miles" });
  await manager.goto(`${url}/claims-change-orders/claims/${id}`);
  await press(manager, "Settle");
  const settling = manager.getByRole("dialog");
  await settling.getByLabel("What is agreed").fill("Half of the detour");
  await settling.getByLabel("Settled").fill("3,200.00");
  await settling.getByRole("button", { name: "Ask for approval" }).click();
  await manager.getByText("A settlement waits for its approvers.").waitFor();
  // The notes of counsel are offered to counsel alone.
  expect(await manager.getByRole("tab", { name: "Counsel's notes" }).count()).toBe(0);
  const admin = (await enter("admin")).page;
  const { number } = await get<Row>(admin, `/api/v1/claims/${id}`);
  await approve(admin, number);
  await manager.reload();
  await status(manager, "Settled");
  await manager.getByRole("link", { name: "a change order" }).click();
  await status(manager, "Reviewed");
  const visitor = join(await stranger()).page;
  await visitor.goto(`${url}/claims-change-orders`);
  await visitor.getByText("Temporary bypass pumping").waitFor();
  // Not decided yet, so not shown.
  expect(await visitor.getByText("Larger second pump").count()).toBe(0);
  await visitor.getByRole("tab", { name: "Claims" }).click();
  await visitor.getByText("Road closed to trucks").waitFor();
  expect(await visitor.getByText("closed for a week").count()).toBe(0);
}, 60_000);
