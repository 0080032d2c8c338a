// Goods of the stores in a flood: ordered, received and paid, issued to the incident by the storekeeper,
// taken into a recovery project, asked for with all that proves them, and offered to nobody else.
import { execFileSync } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { agencyDay } from "../src/server/testing/days.ts";
import { crew } from "./crew.ts";
import { url } from "./people.ts";
import { choose, get, press, send, status } from "./steps.ts";

const { come } = crew(/\b4(09|22)\b/);
type Listed<T> = { items: T[] };
type Choice = {
  id: string;
  open: number;
  documentNumber: string;
  description: string;
  lacks: string[];
  why: string | null;
};
const today = () => agencyDay(0);
const questions = [
  ...["ground", "footprint", "age", "water", "floodplain"],
  ...["species", "hazardous", "debris", "begun"],
];

test("paid goods are issued to the flood, claimed with their whole chain, and kept from an award", async () => {
  const coordinator = await come("recovery", "/fema-grants-hub?tab=projects");
  const { items: projects } = await get<Listed<{ id: string; number: string; title: string }>>(
    coordinator,
    "/api/v1/pa-projects?limit=100",
  );
  const named = (title: string) => projects.find((p) => p.title.startsWith(title))!;
  const spring = `/api/v1/pa-projects/${named("Repair of park roads").id}`;
  const flood = named("Pumping");
  const path = `/api/v1/pa-projects/${flood.id}`;

  // A bill that is paid and proved, whose goods the stores took in.
  const stores = await come("stores", "/inventory");
  const buyer = await come("ap");
  const { items: choices } = await get<Listed<Choice>>(coordinator, `${spring}/costs`);
  const proved = choices.filter((c) => c.why === null && c.lacks.length === 0);
  const { items: rooms } = await get<Listed<{ id: string; name: string; status: string }>>(
    stores,
    "/api/v1/stock-locations?limit=50",
  );
  const room = rooms.find((one) => one.status === "active")!;
  const item = { name: `Riprap of the flood ${Date.now()}`, unit: "" };
  let cost: Choice | undefined;
  for (const choice of proved) {
    const { items: invoices } = await get<Listed<{ id: string }>>(
      buyer,
      `/api/v1/invoices?q=${choice.documentNumber}`,
    );
    const invoice = await get<{
      lines: { purchaseOrderLineId: string | null; unit: string; description: string }[];
    }>(buyer, `/api/v1/invoices/${invoices[0]!.id}`);
    // A bill may have lines that others hold: the one whose cost is free.
    const line = invoice.lines.find((one) => one.description === choice.description);
    if (!line?.purchaseOrderLineId) continue;
    item.unit = line.unit;
    item.name = `Riprap of the flood ${Date.now()}`;
    const made = await send<{ id: string }>(stores, "POST", "/api/v1/stock-items", item);
    const order = { orderLineId: line.purchaseOrderLineId, itemId: made.id, locationId: room.id };
    const done = await send(stores, "POST", "/api/v1/stock-order-lines", order).catch(() => null);
    if (!done) continue;
    cost = choice;
    break;
  }
  expect(cost).toBeDefined();

  await stores.goto(`${url}/inventory`);
  await press(stores, "Issue");
  const dialog = stores.getByRole("dialog");
  await dialog.getByLabel("Who gets it").selectOption("incident");
  await choose(stores, "Which incident", "Flood");
  await dialog.getByLabel("Item", { exact: false }).first().click();
  await stores.getByPlaceholder("Type to search").fill(item.name);
  await stores.locator("[cmdk-item]").filter({ hasText: item.name }).first().click();
  await dialog.getByLabel("From").selectOption({ index: 1 });
  await dialog.getByLabel("Quantity").fill("1");
  await dialog.getByRole("button", { name: "Issue", exact: true }).click();
  await stores.waitForURL(/\/inventory\/movements\//);

  await send(
    coordinator,
    "PUT",
    `${path}/considerations`,
    {
      ehpAnswers: Object.fromEntries(questions.map((q) => [q, { answer: "no", detail: "" }])),
      mitigationStatement: "none",
      mitigationMeasures: [],
    },
    (await get<{ version: number }>(coordinator, path)).version,
  );
  const year = Number(today().slice(0, 4)) + (Number(today().slice(5, 7)) >= 10 ? 1 : 0);
  await send(coordinator, "POST", "/api/v1/pa-thresholds", {
    ...{ fiscalYear: year, minimumCents: 4_200_00, largeCents: 1_120_000_00 },
    source: "The notice of the journey's year",
  }).catch(() => null);
  for (const step of ["freeze", "passOn", "approve"])
    await send(coordinator, "POST", `${path}/actions/${step}`, {});
  await send(coordinator, "POST", `${path}/actions/obligate`, {
    ...{ cents: 90_000_000, obligatedOn: today(), document: "Version 0" },
  });

  await coordinator.goto(`${url}/fema-grants-hub/projects/${flood.id}`);
  await coordinator.getByRole("tab", { name: "Costs" }).click();
  await press(coordinator, "Take materials");
  const taking = coordinator.getByRole("dialog");
  await taking.getByRole("checkbox", { name: new RegExp(item.name) }).check();
  await taking.getByLabel("Where it was used").fill("Levee at County Road 40");
  await taking.getByRole("button", { name: /^Take/ }).click();
  await coordinator.getByText("Materials from stock and what proves them").first().waitFor();
  await coordinator.getByRole("link", { name: cost!.documentNumber }).first().waitFor();

  await press(coordinator, "Ask for reimbursement");
  await status(coordinator, "Draft");
  const request = new URL(coordinator.url()).pathname;
  await coordinator.getByText(/\d+ of \d+ lines lack proof/).waitFor();
  await press(coordinator, "Leave out and keep waiting");
  await coordinator.getByText(/lines lack proof/).waitFor({ state: "detached" });
  await press(coordinator, "Check and claim the costs");
  await coordinator
    .getByRole("dialog")
    .getByRole("button", { name: /Check/ })
    .click()
    .catch(() => {});
  await status(coordinator, "Checked");

  // All of the bill's cents, as they were free before the issue, are offered to another account.
  const preparer = await come("ap");
  const { items: accounts } = await get<Listed<{ id: string }>>(
    preparer,
    "/api/v1/account-strings?limit=2",
  );
  const award = send(preparer, "POST", "/api/v1/journals", {
    title: "To the award",
    reason: "The award may pay for it as well.",
    moves: [{ costLineId: cost!.id, accountStringId: accounts[0]!.id, cents: cost!.open }],
  });
  await expect(award).rejects.toThrow(/cannot_move|no more can be moved/);

  const certifier = await come("certifier", request);
  await press(certifier, "Certify");
  await certifier.getByRole("dialog").getByRole("button", { name: "Certify" }).click();
  await status(certifier, "Certified");
  const auditor = await come("auditor", request);
  await auditor.getByRole("tab", { name: "Evidence" }).click();
  await press(auditor, "Make the bundle");
  const ready = auditor.getByRole("button", { name: "Download the ZIP" }).first();
  await ready.waitFor({ timeout: 60_000 });
  const [download] = await Promise.all([auditor.waitForEvent("download"), ready.click()]);
  const zip = join(mkdtempSync(join(tmpdir(), "stock-")), "bundle.zip");
  await download.saveAs(zip);
  const said = execFileSync("unzip", ["-p", zip, "*trace.csv"]).toString();
  const line = said.split("\r\n").find((row) => row.includes(item.name))!;
  for (const part of [cost!.documentNumber, /MOV-/, /PO-/, /RCV-/, /Levee at County Road 40/])
    expect(line).toMatch(part);
});
