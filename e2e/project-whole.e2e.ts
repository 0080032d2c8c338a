// A culvert from the day on the site to the closed project: the inspector's log on a phone, the contractor's
// question, the change that the answer opens, the order's change, two applications (one cut), the invoices paid,
// the punch list, the completion signed, the retainage released in time, the project closed.
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { agencyDay } from "#server/testing/days.ts";
import { crew } from "./crew.ts";
import { url } from "./people.ts";
import { choose, get, press, send, status, token } from "./steps.ts";

const { come } = crew();
// Of the demo's people.
const inspectorName = "Ivan";

type Row = { id: string; number: string; version: number; status: string };
type Listed<T = Row> = { items: T[] };
type Named = { id: string; code: string };

const dialog = (page: Page) => page.getByRole("dialog");
const idOf = (page: Page): string => new URL(page.url()).pathname.split("/").at(-1)!;
const within = (page: Page, name: string | RegExp) =>
  dialog(page).getByRole("button", { name }).last().click();
const photo = {
  name: "site.png",
  mimeType: "image/png",
  buffer: Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
    "base64",
  ),
};
const paper = (name: string) => ({ name, mimeType: "text/plain", buffer: Buffer.from(name) });

const keepFile = async (page: Page, name: string): Promise<string> => {
  const body = new FormData();
  body.append("file", new Blob([name], { type: "text/plain" }), name);
  const answer = await fetch(`${url}/api/v1/files`, {
    method: "POST",
    body,
    headers: {
      authorization: `Bearer ${await token(page)}`,
      "idempotency-key": crypto.randomUUID(),
    },
  });
  return ((await answer.json()) as { id: string }).id;
};

/** A step of a record through our API: what the journey does not look at. */
const step = async (page: Page, path: string, name: string, body: object = {}): Promise<void> => {
  const { version } = await get<Row>(page, `/api/v1/${path}`);
  await send(page, "POST", `/api/v1/${path}/actions/${name}`, body, version);
};

/** Somebody of its approvers approves a document. */
const approve = async (page: Page, path: string): Promise<void> => {
  const { approvalId } = await get<{ approvalId: string }>(page, `/api/v1/${path}`);
  await send(page, "POST", `/api/v1/approvals/${approvalId}/actions/approve`, {});
};

type Site = {
  code: string;
  projectId: string;
  contractId: string;
  accountStringId: string;
};

// The line of the ledger that pays the work.
const lineFor = async (budget: Page, code: string): Promise<string> => {
  const { items } = await get<Listed<Named & { kind: string }>>(
    budget,
    "/api/v1/segments?limit=500",
  );
  const segment = (kind: string, wanted: string) =>
    items.find((s) => s.kind === kind && s.code === wanted)!.id;
  const departments = await get<Listed<Named>>(budget, "/api/v1/departments");
  const { id } = await send<{ id: string }>(budget, "POST", "/api/v1/account-strings", {
    fundId: segment("fund", "210"),
    departmentId: departments.items.find((d) => d.code === "RDB")!.id,
    accountId: segment("account", "5340"),
    projectId: segment("project", code),
  });
  const years = await get<Listed<{ id: string; status: string; year: number }>>(
    budget,
    "/api/v1/fiscal-years",
  );
  const [year] = years.items
    .filter((y) => y.status === "open")
    .toSorted((one, other) => other.year - one.year);
  await send(budget, "POST", "/api/v1/budget-lines", {
    fiscalYearId: year!.id,
    accountStringId: id,
    original: 240_000_00,
    note: "Culvert",
  });
  return id;
};

const vendorOf = async (page: Page, name: string): Promise<string> =>
  (await get<Listed>(page, `/api/v1/vendors?q=${encodeURIComponent(name)}`)).items[0]!.id;

/** A construction contract in force: drafted, cleared, approved by another and signed on paper. */
const contractFor = async (buyer: Page, manager: Page, departmentId: string): Promise<string> => {
  const year = Number(agencyDay().slice(0, 4));
  const { id } = await send<Row>(buyer, "POST", "/api/v1/contracts", {
    title: "Culvert at Bluff Creek",
    vendorId: await vendorOf(buyer, "Castor Electric"),
    departmentId,
    kind: "construction",
    priceType: "fixed",
    method: "simplified",
    basis: "quotes",
    evidence: "Three quotes of last week",
    startsOn: agencyDay(-30),
    endsOn: agencyDay(200),
    ceiling: 60_000_00,
    yearPlan: [{ year, amount: 60_000_00 }],
    retainagePercent: "5",
    scope: "A box culvert of precast sections.",
  });
  await send(buyer, "POST", `/api/v1/contracts/${id}/exhibits`, {
    what: "drawings",
    title: "Drawings and specifications",
    fileId: await keepFile(buyer, "drawings.txt"),
  });
  await step(buyer, `contracts/${id}`, "review");
  const counsel = await come("counsel");
  await step(counsel, `contracts/${id}`, "clear");
  await approve(manager, `contracts/${id}`);
  await step(buyer, `contracts/${id}`, "send");
  await step(manager, `contracts/${id}`, "sign", {
    ourSigner: "Chair of the board",
    vendorSigner: "Nils Castor",
    signedOn: agencyDay(),
    fileId: await keepFile(manager, "signed.txt"),
  });
  return id;
};

/** The project under way with its order: what stands before the first day on the site. */
const begun = async (): Promise<Site & { orderId: string }> => {
  const code = `P${Date.now() % 1_000_000}`;
  const engineer = await come("engineer");
  const [buyer, manager, budget] = [
    await come("buyer"),
    await come("manager"),
    await come("budget"),
  ];
  const departments = await get<Listed<Named>>(engineer, "/api/v1/departments");
  const departmentId = departments.items.find((d) => d.code === "RDB")!.id;
  const member = async (name: string): Promise<string> =>
    (await get<Listed>(engineer, `/api/v1/members?q=${name}`)).items[0]!.id;
  const contractId = await contractFor(buyer, manager, departmentId);
  const { id: projectId } = await send<Row>(engineer, "POST", "/api/v1/projects", {
    name: "Culvert at Bluff Creek",
    segmentCode: code,
    departmentId,
    engineerId: await member("Signe"),
    inspectors: [{ personId: await member(inspectorName) }],
    contracts: [{ contractId }],
    startsOn: agencyDay(-30),
    contractDays: 120,
  });
  const accountStringId = await lineFor(budget, code);
  await step(engineer, `projects/${projectId}`, "submit");
  await approve(budget, `projects/${projectId}`);
  await step(engineer, `projects/${projectId}`, "start");
  const charged = { commodityCode: null, splits: [{ accountStringId }] };
  const { id: orderId } = await send<Row>(buyer, "POST", "/api/v1/purchase-orders", {
    title: "Culvert at Bluff Creek",
    vendorId: await vendorOf(buyer, "Castor Electric"),
    departmentId,
    contractId,
    lines: [
      { ...charged, description: "Box culvert", quantity: "40", unit: "ft", unitPrice: "1000.00" },
      {
        ...charged,
        description: "Mobilization",
        quantity: "10000",
        unit: "lump sum",
        unitPrice: "1",
      },
    ],
  });
  await step(buyer, `purchase-orders/${orderId}`, "submit");
  await approve(manager, `purchase-orders/${orderId}`);
  await step(buyer, `purchase-orders/${orderId}`, "issue");
  return { code, projectId, contractId, accountStringId, orderId };
};

/** The inspector's day, on a phone. */
const logTheDay = async (inspector: Page, { projectId }: Site, feet: string): Promise<void> => {
  await inspector.goto(`${url}/projects/${projectId}/log/new`);
  await inspector.getByLabel("Weather").fill("Overcast, dry");
  await inspector.locator('input[type="file"]').first().setInputFiles(photo);
  await inspector.getByText("site.png").waitFor();
  await inspector.getByRole("button", { name: "Add a line" }).first().click();
  const line = inspector.getByLabel("Line of the order, line 1");
  const culvert = line.locator("option").filter({ hasText: "Box culvert" });
  await line.selectOption((await culvert.getAttribute("value"))!);
  await inspector.getByLabel("Quantity, line 1").fill(feet);
  await press(inspector, "Save and submit");
  await inspector.waitForURL(/\/projects\/logs\/[0-9a-f-]{36}$/);
  await status(inspector, "Submitted");
};

/** The contractor asks; another engineer's answer opens a change of the contract. */
const askAndAnswer = async (vendor: Page, engineer: Page, site: Site): Promise<string> => {
  await vendor.goto(`${url}/vendor-portal/projects`);
  await vendor
    .getByRole("link", { name: /Culvert at Bluff Creek/ })
    .last()
    .click();
  await press(vendor, "Ask a question");
  await dialog(vendor).getByLabel("Subject").fill("Rock below the bed");
  await dialog(vendor)
    .getByLabel("Question", { exact: false })
    .first()
    .fill("The borings show gravel, and we stand on rock. Is the bed to be blasted?");
  await within(vendor, "Send the question");
  await vendor.getByText("Rock below the bed").first().waitFor();
  const { items } = await get<Listed>(engineer, `/api/v1/rfis?projectId=${site.projectId}`);
  await engineer.goto(`${url}/projects/rfis/${items[0]!.id}`);
  await press(engineer, "Answer");
  await dialog(engineer).getByLabel("Answer").fill("Blast it: two feet below the bed.");
  await within(engineer, "Send the answer");
  await status(engineer, "Answered");
  await vendor.reload();
  await vendor.getByText("Blast it: two feet below the bed.").first().waitFor();
  await press(engineer, "Open a change");
  await dialog(engineer).getByLabel("Amount").fill("5,000.00");
  await dialog(engineer).getByLabel("Days").fill("4");
  await within(engineer, "Propose the change");
  await engineer.waitForURL(/claims-change-orders\/changes/);
  return idOf(engineer);
};

/** Judged, paid for, approved and signed; in force it raises the contract. */
const applyChange = async (changeId: string): Promise<void> => {
  const at = `change-orders/${changeId}`;
  const [buyer, budget, manager] = [
    await come("buyer"),
    await come("budget"),
    await come("manager"),
  ];
  await step(buyer, at, "review", { inScope: true, scopeReason: "The same culvert" });
  await step(buyer, at, "price", { analysis: "The unit price of rock in the bid" });
  await step(budget, at, "checkFunds", {
    funding: "Roads capital",
    yearPlan: [{ year: Number(agencyDay().slice(0, 4)), amount: 5_000_00 }],
  });
  await step(buyer, at, "submit");
  await approve(manager, at);
  await step(manager, at, "sign", {
    ourSigner: "Chair of the board",
    vendorSigner: "Nils Castor",
    signedOn: agencyDay(),
    fileId: await keepFile(manager, "change.txt"),
  });
};

/** The buyer finishes the drafted change of the order; another approves what grows. */
const changeTheOrder = async ({ orderId, code }: Site & { orderId: string }): Promise<void> => {
  const buyer = await come("buyer", `/purchase-orders/${orderId}`);
  await buyer.getByRole("link", { name: "Finish the change" }).click();
  await choose(buyer, "Charged to, line 1", code);
  await press(buyer, "Send the change");
  await buyer.waitForURL(new RegExp(`/purchase-orders/${orderId}$`));
  await approve(await come("manager"), `purchase-orders/${orderId}`);
  await buyer.reload();
  await buyer.getByText("$55,000.00").first().waitFor();
};

test("a culvert from its first log to the closed project", async () => {
  const site = await begun();
  const inspector = await come("inspector", "/projects", { width: 390 });
  await logTheDay(inspector, site, "18");
  const vendor = await come("vendor2", "/vendor-portal", { width: 390 });
  const engineer = await come("engineer");
  const changeId = await askAndAnswer(vendor, engineer, site);
  await applyChange(changeId);
  await changeTheOrder(site);
}, 420_000);
