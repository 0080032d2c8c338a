// A warning comes in; an incident is drafted, activated and staffed; a plan is approved by the
// commander; of two requests one is filled by a crew and one is bought, ordered and received; the
// situation is reported and the public told. Each step is another person's. Then an exercise
// leaves ledger and public alone.
import { expect, test } from "vitest";
import { crew } from "./crew.ts";
import { openBrowser, url } from "./people.ts";
import { get, press, send, status } from "./steps.ts";
import type { Page } from "playwright";

const { come } = crew(/\b4(03|09|12|22)\b/);
const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
type Made = { id: string };
type Detail = {
  id: string;
  version: number;
  accountStringId: string;
  departmentId: string;
  costCents: number;
  positions: { id: string; code: string; personId: string | null }[];
};

// Another one each time: a second try must not find the first one's incident.
const warning = (event: string) =>
  JSON.stringify({
    type: "Feature",
    geometry: null,
    properties: {
      id: `urn:oid:${event}`,
      areaDesc: "Carver",
      geocode: { SAME: ["027019"] },
      references: [],
      sent: at(-1),
      ends: at(20),
      status: "Actual",
      messageType: "Alert",
      severity: "Severe",
      event,
      headline: `${event}: thunderstorms over Carver County until tonight`,
      parameters: {},
    },
  });

const flood = async (page: Page) => {
  const { items } = await get<{ items: Made[] }>(page, "/api/v1/incidents?sort=beginsOn&limit=1");
  const found = await get<Detail>(page, `/api/v1/incidents/${items[0]!.id}`);
  const accounts = await get<{ items: { code: string }[] }>(
    page,
    `/api/v1/account-strings?ids=${found.accountStringId}`,
  );
  return { ...found, account: accounts.items[0]!.code };
};
const detail = (page: Page, id: string) => get<Detail>(page, `/api/v1/incidents/${id}`);
const me = async (page: Page) => (await get<{ person: Made }>(page, "/api/v1/me")).person.id;

const staff = async (page: Page, id: string, holders: Record<string, Page>) => {
  const { positions } = await detail(page, id);
  for (const [code, person] of Object.entries(holders))
    await send(
      page,
      "POST",
      `/api/v1/incident-positions/${positions.find((p) => p.code === code)!.id}/holder`,
      { personId: await me(person), handover: "" },
    );
};
const ask = (page: Page, incidentId: string, title: string, price: string) =>
  send<Made>(page, "POST", "/api/v1/incident-requests", {
    incidentId,
    title,
    need: "Keeps the lift station dry during the storm.",
    category: "B",
    neededAt: at(6),
    lines: [{ description: title, quantity: "2", unit: "each", unitPrice: price }],
  });
const step = (page: Page, id: string, action: string, body: object = {}) =>
  send(page, "POST", `/api/v1/incident-requests/${id}/actions/${action}`, body);
const requestOf = (page: Page, id: string) =>
  get<{ status: string; requisitionId: string | null; lines: Made[] }>(
    page,
    `/api/v1/incident-requests/${id}`,
  );

test("from the warning to the public: every step is another person's", async () => {
  const [chief, planner, logistics, operations, finance, manager] = await Promise.all([
    come("admin", "/weather-alerts"),
    come("budget", "/disaster"),
    come("buyer", "/disaster-response"),
    come("receiver", "/disaster-response"),
    come("ap", "/disaster-response"),
    come("manager", "/disaster-ops-hub"),
  ]);
  const event = `Storm ${Date.now()}`;
  await send(chief, "POST", "/api/v1/weather-alerts/messages", { text: warning(event) });
  await chief.goto(`${url}/weather-alerts?q=${encodeURIComponent(event)}`);
  await chief.getByRole("link", { name: event }).first().click();
  await chief.getByRole("heading", { name: "Exposure" }).waitFor();
  await press(chief, "Draft an incident");
  await status(chief, "Monitoring");
  const id = new URL(chief.url()).pathname.split("/").at(-1)!;

  const before = await flood(chief);
  await press(chief, "Change");
  const change = chief.getByRole("dialog");
  await change.getByLabel("Department that buys").selectOption(before.departmentId);
  await change.getByLabel("Account for emergency purchases").click();
  await chief.getByPlaceholder("Type to search").fill(before.account);
  await chief.locator("[cmdk-item]").first().click();
  await change.getByRole("button", { name: "Save" }).click();
  await change.waitFor({ state: "detached" });
  await press(chief, "Activate");
  await chief.getByRole("dialog").getByRole("button", { name: "Activate" }).click();
  await status(chief, "Activated");
  await staff(chief, id, {
    IC: chief,
    OSC: operations,
    PSC: planner,
    LSC: logistics,
    FSC: finance,
  });

  const period = await send<Made>(planner, "POST", `/api/v1/incidents/${id}/periods`, {
    fromAt: at(0),
    toAt: at(12),
  });
  await send(planner, "POST", `/api/v1/incidents/${id}/objectives`, {
    objective: "Keep lift station 7 running through the night",
  });
  const plan = await send<Made>(planner, "POST", `/api/v1/incident-periods/${period.id}/plan`, {
    safety: "Nobody works alone near moving water.",
  });
  await planner.goto(`${url}/disaster-response/plans/${plan.id}`);
  await press(planner, "Send to the commander");
  await status(planner, "Waits for the commander");
  await chief.goto(`${url}/disaster-response/plans/${plan.id}`);
  await press(chief, "Approve");
  await status(chief, "Approved");

  const own = await ask(operations, id, "Night crew of six", "0");
  const pumps = await ask(operations, id, "Trash pump, 6 inch", "1200.00");
  for (const each of [own, pumps]) {
    await step(planner, each.id, "approveSection");
    await step(logistics, each.id, "check");
  }
  const [crewB] = (await requestOf(chief, own.id)).lines;
  await step(logistics, own.id, "order", {
    sources: [{ lineId: crewB!.id, source: "own", giverId: await me(operations) }],
  });
  await logistics.goto(`${url}/disaster-response/requests/${pumps.id}`);
  await press(logistics, "Say where it comes from");
  await logistics
    .getByRole("dialog")
    .getByLabel("Source", { exact: true })
    .selectOption("purchase");
  await logistics
    .getByRole("dialog")
    .getByRole("button", { name: "Say where it comes from" })
    .click();
  await status(logistics, "Logistics orders");
  for (const each of [own, pumps]) await step(logistics, each.id, "toFinance");
  await step(finance, own.id, "fund");
  expect((await requestOf(chief, own.id)).status).toBe("funded");
  await operations.goto(`${url}/disaster-response/requests/${own.id}`);
  await press(operations, /^Confirm it/);
  const given = operations.getByRole("dialog");
  await given.getByLabel("What was given, by whom").fill("Crew of six, truck 7");
  await given.getByRole("button", { name: "It was given" }).click();
  await status(operations, "Filled");
  await finance.goto(`${url}/disaster-response/requests/${pumps.id}`);
  await press(finance, "Review the money");
  const review = finance.getByRole("dialog");
  expect(await review.getByRole("textbox").last().inputValue()).toContain("2 CFR 200.320(c)(3)");
  await review.getByRole("button", { name: "Review the money" }).click();
  await status(finance, "Money reviewed");

  const { requisitionId } = await requestOf(chief, pumps.id);
  const requisition = await get<{ approvalId?: string; lines: Made[]; status: string }>(
    manager,
    `/api/v1/requisitions/${requisitionId}`,
  );
  if (requisition.status === "in_approval") {
    const { items } = await get<{ items: Made[] }>(
      manager,
      `/api/v1/approvals?documentId=${requisitionId}&status=pending`,
    );
    await send(manager, "POST", `/api/v1/approvals/${items[0]!.id}/actions/approve`, {});
  }
  const vendors = await get<{ items: Made[] }>(
    logistics,
    "/api/v1/vendors?status=active&limit=1&sort=name",
  );
  const order = await send<Made & { status: string; lines: Made[]; version: number }>(
    logistics,
    "POST",
    "/api/v1/purchase-orders",
    {
      title: "Trash pumps for lift station 7",
      vendorId: vendors.items[0]!.id,
      departmentId: before.departmentId,
      requisitionLines: requisition.lines.map((line) => ({
        requisitionLineId: line.id,
        quantity: "2",
        unitPrice: "1200.00",
      })),
      issue: true,
    },
  );
  expect(order.status).toBe("issued");
  expect((await requestOf(chief, pumps.id)).status).toBe("ordered");
  const { lines } = await get<{ lines: Made[] }>(logistics, `/api/v1/purchase-orders/${order.id}`);
  const receive = (quantity: string) =>
    send(operations, "POST", `/api/v1/purchase-orders/${order.id}/actions/receive`, {
      lines: [{ purchaseOrderLineId: lines[0]!.id, quantity }],
    });
  await receive("1");
  expect((await requestOf(chief, pumps.id)).status).toBe("partial");
  await receive("1");
  expect((await requestOf(chief, pumps.id)).status).toBe("received");
  expect((await detail(chief, id)).costCents).toBe(2400_00);

  await planner.goto(`${url}/disaster/${id}?tab=situation`);
  await press(planner, "Report the situation");
  const report = planner.getByRole("dialog");
  await report.getByLabel("Situation").fill("Storm passed; lift station 7 holds on rented pumps.");
  await report.getByLabel("As of").fill(await wall(planner));
  for (const select of await report.getByRole("combobox").all())
    await select.selectOption("stable");
  await report.getByRole("button", { name: "Report" }).click();
  await planner.getByText("Storm passed; lift station 7 holds on rented pumps.").waitFor();

  const release = await send<Made>(manager, "POST", `/api/v1/incidents/${id}/releases`, {
    title: "Low water use asked for tonight",
    body: "Please use little water tonight while pumps run at lift station 7.",
  });
  await manager.goto(`${url}/disaster-response/releases/${release.id}`);
  expect(
    await manager
      .getByRole("button", { name: "Approve" })
      .isEnabled()
      .catch(() => false),
  ).toBe(false);
  await chief.goto(`${url}/disaster-response/releases/${release.id}`);
  await press(chief, "Approve");
  await status(chief, "Approved");
  await manager.reload();
  await press(manager, "Publish");
  await status(manager, "Published");
  const still = await (await openBrowser()).newContext({ javaScriptEnabled: false });
  const reader = await still.newPage();
  await reader.goto(`${url}/citizen-portal`);
  // On top as what is in force, and among the emergency information.
  await reader.getByText("Emergency information: Low water use asked for tonight").waitFor();
  await reader.locator("#emergency").getByText("Low water use asked for tonight").first().waitFor();
  await still.close();
}, 300_000);

const wall = async (page: Page): Promise<string> => {
  const { timeZone } = await get<{ timeZone: string }>(page, "/api/v1/organization");
  return new Date(Date.now() - 3_600_000)
    .toLocaleString("sv-SE", { timeZone })
    .replace(" ", "T")
    .slice(0, 16);
};

test("an exercise buys nothing, writes to nobody and publishes nothing", async () => {
  const [chief, planner, logistics, operations, finance] = await Promise.all([
    come("admin", "/disaster"),
    come("budget", "/disaster"),
    come("buyer", "/disaster"),
    come("receiver", "/disaster"),
    come("ap", "/disaster"),
  ]);
  const letters = async () =>
    (await get<{ total: number }>(chief, "/api/v1/purchase-orders?limit=1")).total;
  const before = await letters();
  const like = await flood(chief);
  const { id } = await send<Made>(chief, "POST", "/api/v1/incidents", {
    title: "Exercise Cedar Run",
    kind: "flood",
    exercise: true,
    beginsOn: (await wall(chief)).slice(0, 10),
    departmentId: like.departmentId,
    accountStringId: like.accountStringId,
  });
  await send(chief, "POST", `/api/v1/incidents/${id}/actions/activate`, { level: 3 });
  await staff(chief, id, { OSC: operations, PSC: planner, LSC: logistics, FSC: finance });
  const pump = await ask(operations, id, "Pump for the exercise", "900.00");
  await step(planner, pump.id, "approveSection");
  await step(logistics, pump.id, "check");
  const [line] = (await requestOf(chief, pump.id)).lines;
  await step(logistics, pump.id, "order", {
    sources: [{ lineId: line!.id, source: "purchase" }],
  });
  await step(logistics, pump.id, "toFinance");
  await step(finance, pump.id, "fund");
  expect(await requestOf(chief, pump.id)).toMatchObject({ status: "funded", requisitionId: null });
  expect((await detail(chief, id)).costCents).toBe(0);
  expect(await letters()).toBe(before);
  await chief.goto(`${url}/disaster/${id}`);
  await chief.getByText("Exercise: no ledger, no vendor, no public").waitFor();
});
