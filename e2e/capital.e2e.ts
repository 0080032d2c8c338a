// A capital plan by several people: a project asked for, scored by three without sight of each other,
// a proven plan, what a pin costs, the governing body's decision, and an order on the project's line.
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { agencyDay } from "../src/server/testing/days.ts";
import { crew } from "./crew.ts";
import { url } from "./people.ts";
import { get, press, send, status } from "./steps.ts";

const { come } = crew(/\b4(09|22)\b/);

type Versioned = { id: string; version: number };
type Found<T> = { items: T[] };
type Answer = {
  status: string;
  proof: string;
  score: number;
  bound: number;
  byRank: number;
  chosen: { id: string; startYear: number }[];
  out: { id: string; why: string }[];
  pinCosts: { requestId: string; cost: number | null }[];
};
type Scenario = Versioned & { status: string; answer: Answer | null };
type Source = { id: string; code: string; fundId: string };
type Settings = { criteria: { items: { key: string; name: string }[] }; sources: Source[] };

const requests = "/api/v1/capital-requests";
const scenarios = "/api/v1/capital-scenarios";
const cost = 80_000_00;

/** A department asks for a project of this year, and sends it off. */
const ask = async (head: Page, year: number): Promise<string> => {
  const { sources } = await get<Settings>(head, "/api/v1/capital-settings");
  const departments = await get<Found<{ id: string; code: string }>>(head, "/api/v1/departments");
  const { items } = await get<Found<{ id: string }>>(head, `${requests}?limit=1`);
  const { accountId } = await get<{ accountId: string }>(head, `${requests}/${items[0]!.id}`);
  const made = await send<Versioned>(head, "POST", requests, {
    title: "Bank of the culvert at mile 3",
    departmentId: departments.items.find((d) => d.code === "RDB")!.id,
    accountId,
    earliest: year,
    latest: year,
    phases: [{ name: "Construction", cents: [cost] }],
    funding: [{ sourceId: sources.find((s) => s.code === "ROAD")!.id, cents: [cost] }],
  });
  await send(head, "POST", `${requests}/${made.id}/actions/submit`, {}, made.version);
  return made.id;
};

const score = async (officer: Page, others: readonly Page[], id: string) => {
  const { criteria } = await get<Settings>(officer, "/api/v1/capital-settings");
  await officer.goto(`${url}/capital-planning-management/requests/${id}`);
  await press(officer, /score/i);
  const dialog = officer.getByRole("dialog");
  for (const { name } of criteria.items) await dialog.getByLabel(new RegExp(`^${name}`)).fill("9");
  await dialog.getByRole("button", { name: "Save my score" }).click();
  await dialog.waitFor({ state: "detached" });
  const points = Object.fromEntries(criteria.items.map(({ key }) => [key, 3]));
  for (const other of others) {
    const seen = await get<{ scores: { mine?: boolean }[] }>(other, `${requests}/${id}`);
    expect(JSON.stringify(seen)).not.toContain('"points":{"safety":9');
    await send(other, "PUT", `${requests}/${id}/score`, { points, note: "" });
  }
  const { version } = await get<Versioned>(officer, `${requests}/${id}`);
  await send(officer, "POST", `${requests}/${id}/actions/score`, {}, version);
};

/** Presses *Work it out* and waits until the job has put the answer there. */
const solve = async (officer: Page, id: string): Promise<Answer> => {
  const before = await get<Scenario>(officer, `${scenarios}/${id}`);
  await officer.goto(`${url}/capital-planning-management/scenarios/${id}`);
  await press(officer, "Work it out");
  await expect
    .poll(async () => (await get<Scenario>(officer, `${scenarios}/${id}`)).version, {
      timeout: 600_000,
      interval: 2000,
    })
    .toBeGreaterThan(before.version);
  await status(officer, "Solved");
  return (await get<Scenario>(officer, `${scenarios}/${id}`)).answer!;
};

const order = async (page: Page, requestNumber: string) => {
  const { items } = await get<Found<{ id: string; code: string; available: number }>>(
    page,
    `/api/v1/account-strings?q=${requestNumber}`,
  );
  const line = items[0]!;
  expect(line.available).toBe(cost);
  const departments = await get<Found<{ id: string; code: string }>>(page, "/api/v1/departments");
  const made = await send<Versioned>(page, "POST", "/api/v1/requisitions", {
    title: "Riprap for the bank",
    justification: "The first work of the project.",
    departmentId: departments.items.find((d) => line.code.includes(d.code))?.id,
    neededOn: agencyDay(20),
    lines: [
      {
        description: "Riprap, placed",
        quantity: "1",
        unit: "lot",
        unitPrice: "12000",
        splits: [{ accountStringId: line.id }],
      },
    ],
  });
  await send(page, "POST", `/api/v1/requisitions/${made.id}/actions/submit`, {}, made.version);
};

test("forty requests become a proven plan, a pin tells its price, and an order is charged to the plan", async () => {
  const head = await come("roads.head", "/capital-planning-management");
  const officer = await come("budget", "/capital-planning-management");
  const director = await come("director", "/capital-planning-management");
  const years = await get<Found<{ year: number; status: string }>>(officer, "/api/v1/fiscal-years");
  const firstYear = years.items.find((y) => y.status === "open")!.year;
  const requestId = await ask(head, firstYear);
  await score(officer, [director, await come("utilities.head")], requestId);

  const { sources } = await get<Settings>(officer, "/api/v1/capital-settings");
  const made = await send<Versioned>(officer, "POST", scenarios, {
    name: "Under tight ceilings",
    firstYear,
    years: 6,
    ceilings: sources
      .filter(({ code }) => code === "ROAD" || code === "GEN")
      .map(({ id }) => ({
        sourceId: id,
        cents: Array.from({ length: 6 }, () => 600_000_00),
      })),
    pins: [{ requestId, year: firstYear }],
    bars: [],
  });
  const plan = await solve(officer, made.id);
  expect(plan.status).toBe("optimal");
  expect(plan.bound).toBe(plan.score);
  expect(plan.score).toBeGreaterThanOrEqual(plan.byRank);
  expect(plan.out.length).toBeGreaterThan(0);

  // A pin on what the best plan leaves out costs what the screen then says.
  const left = plan.out.find(({ why }) => /scores [\d.]*[1-9][\d.]* less/.test(why))!;
  const now = await get<Scenario & { ceilings: object[] }>(officer, `${scenarios}/${made.id}`);
  await send(
    officer,
    "PUT",
    `${scenarios}/${made.id}`,
    {
      name: "Under tight ceilings",
      firstYear,
      years: 6,
      ceilings: now.ceilings,
      pins: [
        { requestId, year: firstYear },
        { requestId: left.id, year: null },
      ],
      bars: [],
    },
    now.version,
  );
  const pinned = await solve(officer, made.id);
  const price = pinned.pinCosts.find((pin) => pin.requestId === left.id)!.cost!;
  expect(price).toBe(plan.score - pinned.score);
  expect(price).toBeGreaterThan(0);
  await officer.getByRole("tab", { name: "Ceilings" }).click();
  await officer.getByText(`${(price / 100).toFixed(2)} of score`).waitFor();

  await director.goto(`${url}/capital-planning-management/scenarios/${made.id}`);
  await press(director, "Enter the decision");
  const dialog = director.getByRole("dialog");
  await dialog.getByLabel("Decided on").fill(agencyDay(-1));
  await dialog.getByLabel("Resolution").fill("Resolution 2027-91");
  await dialog.getByLabel("Source").fill("Road levy, carried from last year");
  await dialog.getByRole("button", { name: "Enter the decision" }).click();
  await status(director, "Adopted");
  // The year is in force: its lines come when another person approves the amendment.
  const { items } = await get<Found<{ id: string; title: string }>>(
    officer,
    "/api/v1/budget-amendments?status=in_approval&sort=-createdAt",
  );
  const amendment = items.find(({ title }) => title.startsWith("Capital plan"))!;
  await officer.goto(`${url}/budget-management/amendments/${amendment.id}`);
  await press(officer, /^Approve/);
  await officer
    .getByRole("dialog")
    .getByRole("button", { name: /^Approve/ })
    .click();
  await status(officer, "Posted");

  const { number } = await get<{ number: string }>(officer, `${requests}/${requestId}`);
  await order(await come("user"), number);
  await officer.goto(`${url}/capital-planning`);
  const row = officer.locator("tr", { hasText: number });
  await row.getByText("80,000.00").first().waitFor();
  await row.getByText("12,000.00").waitFor();
}, 900_000);
