// An award from its offer to its closeout: a purchase that a term stops, one that it allows, a
// revision, a drawdown of the paid line; the final reports wait until the period is over.
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { agencyDay } from "#server/testing/days.ts";
import { crew } from "./crew.ts";
import { url } from "./people.ts";
import { get, press, send, status } from "./steps.ts";

const { come } = crew(/\b4(09|22)\b/);
type Found<T = { id: string; code: string }> = { items: T[] };
type Versioned = { id: string; version: number };
const classes = ["other", "supplies", "equipment", "contractual", "travel"] as const;

const offer = async (page: Page): Promise<string> => {
  await page.goto(`${url}/grant-management/awards/new`);
  await page.getByLabel("Title", { exact: true }).fill("Warm rooms for winter storms");
  await page.getByLabel("Grantor", { exact: true }).fill("Administration for Community Living");
  await page.getByLabel("The grantor pays at most", { exact: true }).fill("1000");
  await page.getByLabel("Period from", { exact: true }).fill(agencyDay(-100));
  await page.getByLabel("Period to", { exact: true }).fill(agencyDay());
  await page.getByLabel("Reports").first().selectOption("annual");
  await page.getByLabel("Interim reports end").selectOption("award");
  await page.getByLabel("Other", { exact: false }).last().fill("900");
  await page.getByLabel("Supplies", { exact: false }).last().fill("100");
  await press(page, "Save award");
  await status(page, "Offered");
  return page.url().split("/").at(-1)!;
};

const accept = async (page: Page, id: string, code: string) => {
  await page.goto(`${url}/grant-management/awards/${id}`);
  await press(page, "Accept");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Code of the award in account strings").fill(code);
  await dialog.getByRole("button", { name: "Accept" }).click();
  await status(page, "Accepted");
};

/** An account string that spends the award, with a budget line. */
const budgeted = async (budget: Page, code: string): Promise<string> => {
  const awards = await get<Found>(budget, `/api/v1/segments?kind=award`);
  const funds = await get<Found>(budget, "/api/v1/segments?kind=fund");
  const accounts = await get<Found>(budget, "/api/v1/segments?kind=account");
  const departments = await get<Found>(budget, "/api/v1/departments");
  const years = await get<{ items: { id: string; status: string }[] }>(
    budget,
    "/api/v1/fiscal-years",
  );
  const made = await send<{ id: string }>(budget, "POST", "/api/v1/account-strings", {
    fundId: funds.items.find((f) => f.code === "225")!.id,
    departmentId: departments.items.find((d) => d.code === "PHL")!.id,
    accountId: accounts.items.find((a) => a.code === "5340")!.id,
    awardId: awards.items.find((w) => w.code === code)!.id,
  });
  await send(budget, "POST", "/api/v1/budget-lines", {
    fiscalYearId: years.items.find((y) => y.status === "open")!.id,
    accountStringId: made.id,
    original: 5_000_00,
    note: "",
  });
  return made.id;
};

const requisition = async (page: Page, accountStringId: string, unitPrice: string) => {
  const departments = await get<Found>(page, "/api/v1/departments");
  const made = await send<Versioned>(page, "POST", "/api/v1/requisitions", {
    title: "Generators for warm rooms",
    justification: "The rooms open in storms.",
    departmentId: departments.items.find((d) => d.code === "PHL")!.id,
    neededOn: agencyDay(),
    lines: [
      {
        description: "Generator",
        quantity: "1",
        unit: "each",
        unitPrice,
        splits: [{ accountStringId }],
      },
    ],
  });
  return send(page, "POST", `/api/v1/requisitions/${made.id}/actions/submit`, {}, made.version);
};

/** An invoice without an order is approved, and paid by a run of three people. */
const paid = async (accountStringId: string, amount: string) => {
  const [ap, manager, treasurer] = [
    await come("ap"),
    await come("manager"),
    await come("treasurer"),
  ];
  const { items } = await get<{ items: { id: string }[] }>(
    ap,
    "/api/v1/vendors?paymentMethod=check&status=active&limit=1",
  );
  const made = await send<Versioned>(ap, "POST", "/api/v1/invoices", {
    vendorId: items[0]!.id,
    kind: "invoice",
    vendorNumber: `WARM-${Date.now()}`,
    invoiceDate: agencyDay(),
    termsDays: 0,
    lines: [{ description: "Heating", quantity: "1", unitPrice: amount, accountStringId }],
  });
  const path = `/api/v1/invoices/${made.id}`;
  await send(ap, "POST", `${path}/actions/submit`, {}, (await get<Versioned>(ap, path)).version);
  const approve = async (at: string) => {
    const { approvalId } = await get<{ approvalId: string }>(manager, at);
    await send(manager, "POST", `/api/v1/approvals/${approvalId}/actions/approve`, {});
  };
  await approve(path);
  const run = await send<Versioned>(ap, "POST", "/api/v1/payment-runs", { invoiceIds: [made.id] });
  const runPath = `/api/v1/payment-runs/${run.id}`;
  const step = async (page: Page, action: string) =>
    send(
      page,
      "POST",
      `${runPath}/actions/${action}`,
      {},
      (await get<Versioned>(page, runPath)).version,
    );
  await step(ap, "submit");
  await approve(runPath);
  await step(treasurer, "release");
};

const revise = async (grants: Page, certifier: Page, id: string) => {
  await grants.goto(`${url}/grant-management/awards/${id}/revisions/new`);
  await grants.getByLabel("What changes").fill("More supplies");
  await grants.getByLabel("Why", { exact: false }).first().fill("Blankets wear out.");
  await grants.getByLabel("Other", { exact: false }).last().fill("-50");
  await grants.getByLabel("Supplies", { exact: false }).last().fill("50");
  await press(grants, "Save draft");
  await status(grants, "Draft");
  await press(grants, "Test");
  await status(grants, "Tested");
  const path = new URL(grants.url()).pathname;
  await certifier.goto(`${url}${path}`);
  await press(certifier, "Approve");
  await status(certifier, "Approved here");
  await grants.reload();
  await press(grants, "Post to the award");
  await status(grants, "Posted");
};

const draw = async (grants: Page, certifier: Page, id: string) => {
  await grants.goto(`${url}/grant-management/awards/${id}/drawdowns/new`);
  await press(grants, "Make the request");
  await status(grants, "Draft");
  await press(grants, "Check");
  await status(grants, "Checked");
  const path = new URL(grants.url()).pathname;
  const api = path.replace("/grant-management", "/api/v1");
  await certifier.goto(`${url}${path}`);
  await press(certifier, "Certify");
  await certifier.getByRole("dialog").getByRole("button", { name: "Certify" }).click();
  await status(certifier, "Certified");
  const step = async (page: Page, action: string, body: object) =>
    send(page, "POST", `${api}/actions/${action}`, body, (await get<Versioned>(page, api)).version);
  await step(grants, "submit", { reference: "PMS 27-1" });
  await step(grants, "pay", { paidOn: agencyDay(), deposit: "ACH 1" });
  await step(certifier, "reconcile", {});
};

/** The final SF-425 and PPR wait until the period is over: its last day is today. */
const report = async (grants: Page, id: string) => {
  const { items } = await get<{ items: (Versioned & { kind: string })[] }>(
    grants,
    `/api/v1/grant-reports?awardId=${id}`,
  );
  expect(items.map((r) => r.kind).sort()).toEqual(["ppr", "sf425"]);
  for (const { id: reportId } of items) {
    const path = `/api/v1/grant-reports/${reportId}`;
    const { version } = await get<Versioned>(grants, path);
    await expect(
      send(grants, "POST", `${path}/actions/prepare`, { narrative: "Rooms opened." }, version),
    ).rejects.toThrow(/A report is made when its period is over/);
  }
};

test("an award is offered, spent within its terms and drawn by several hands; its reports wait for its end", async () => {
  const grants = await come("grants");
  const certifier = await come("certifier");
  const budget = await come("budget");
  const code = `WARM${String(Date.now()).slice(-6)}`;
  const id = await offer(grants);
  await accept(grants, id, code);
  await press(grants, "Open for spending");
  await status(grants, "Active");
  for (const objectClass of classes)
    await send(grants, "POST", `/api/v1/grant-awards/${id}/terms`, {
      kind: "ceiling",
      objectClass,
      cents: 1_000_00,
      words: "No more than $1,000 of this class.",
      document: "Notice of award",
      page: 7,
    });
  const accountStringId = await budgeted(budget, code);
  await expect(requisition(await come("user"), accountStringId, "1500")).rejects.toThrow(
    /Notice of award, page 7/,
  );
  await paid(accountStringId, "800");
  await revise(grants, certifier, id);
  await draw(grants, certifier, id);
  await report(grants, id);
  await grants.goto(`${url}/grant-management/awards/${id}?tab=closeout`);
  await press(grants, "End");
  await grants.getByRole("dialog").getByLabel("Reason").fill("The period is over.");
  await grants.getByRole("dialog").getByRole("button", { name: "End" }).click();
  await status(grants, "Ended, in closeout");
  await grants.getByText("Drawn is what the grantor owes: $800.00.").waitFor();
  await grants.getByText("Reports are open:").first().waitFor();
});
