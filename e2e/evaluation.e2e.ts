import { AxeBuilder } from "@axe-core/playwright";
import pg from "pg";
import type { Page } from "playwright";
import { afterAll, afterEach, expect, test } from "vitest";
import { startEmbedded } from "../src/server/db/embedded.ts";
import { closeBrowser, type Person, signIn, url } from "./people.ts";
import { choose, get, press, send, status } from "./steps.ts";

const people: Person[] = [];
const enter = async (name: string, options: { width?: number; theme?: "dark" | "light" } = {}): Promise<Person> => {
  const person = await signIn(name, options);
  people.push(person);
  return person;
};
afterEach(async () => {
  const faults = people.flatMap((p) => p.faults.map((fault) => `${p.name}: ${fault}`));
  await Promise.all(people.splice(0).map((p) => p.context.close()));
  expect(faults).toEqual([]);
});
afterAll(closeBrowser);

const database = async <T>(work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const embedded = await startEmbedded(process.env.E2E_DATA!), client = new pg.Client({ connectionString: embedded.url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
    await embedded.stop();
  }
};
/** Brings the deadline so near that a journey can wait for it, before anybody bids. */
const dueIn = (id: string, seconds: number) => database((client) => client.query("update solicitation set due_at = clock_timestamp() + make_interval(secs => $2), questions_until = null where id = $1", [id, seconds]));
/** Ends the protest window, as days would. */
const windowOver = (id: string) => database((client) => client.query("update award set window_ends_at = clock_timestamp() where solicitation_id = $1", [id]));

type Lists = { items: { id: string; name: string; email: string }[] };
const publish = async (page: Page): Promise<string> => {
  const { items: [department] } = await get<Lists>(page, "/api/v1/departments"), day = 86_400_000, at = (days: number) => new Date(Date.now() + days * day).toISOString();
  const { id } = await send<{ id: string }>(page, "POST", "/api/v1/solicitations", {
    kind: "rfq", title: "Salt for two yards", summary: "Road salt delivered to the north and the south yard.", departmentId: department!.id, dueAt: at(40), questionsUntil: at(20), estimateCents: 90_000_00, estimateOn: new Date().toISOString().slice(0, 10), estimateBasis: "Last winter", awardBy: "lot", priceFormula: "proportional",
    lots: [{ lotNo: 1, title: "North yard" }, { lotNo: 2, title: "South yard" }], items: [{ lotNo: 1, description: "Salt, north", quantity: "1000", unit: "t" }, { lotNo: 2, description: "Salt, south", quantity: "500", unit: "t" }], criteria: [{ name: "Quality", weight: "60" }, { name: "Price", weight: "40", kind: "price" }],
  });
  const { version } = await get<{ version: number }>(page, `/api/v1/solicitations/${id}`);
  await send(page, "POST", `/api/v1/solicitations/${id}/actions/publish`, {}, version);
  return id;
};
const bid = async (page: Page, id: string, north: string, south: string) => {
  await page.goto(`${url}/vendor-portal/bids/${id}`);
  await page.getByLabel("Unit price, $").nth(0).fill(north);
  await page.getByLabel("Unit price, $").nth(1).fill(south);
  await page.getByRole("button", { name: /^(Seal and submit|Submit)/ }).click();
  await page.getByRole("heading", { name: "Revision 1" }).waitFor();
};
const declare = async (page: Page, id: string) => {
  await page.goto(`${url}/bid-evaluation/${id}`);
  await page.getByRole("radio", { name: "No conflict" }).check();
  await press(page, "Declare");
  await press(page, "No conflict with any of them");
  await press(page, "Declare for all");
  await page.getByRole("tab", { name: /Bidders/ }).waitFor();
  await page.getByText("Northline Aggregates LLC").first().waitFor();
};
const tab = (page: Page, name: string | RegExp) => page.getByRole("tab", { name }).click();
const score = async (page: Page, scores: readonly string[]) => {
  await tab(page, "My scores");
  for (const [i, value] of scores.entries()) await page.getByLabel(/0 to 10$/).nth(i).fill(value);
  await press(page, "Hand in");
  await page.getByText("Handed in.", { exact: false }).waitFor();
};
const clean = async (page: Page) => {
  const found = await new AxeBuilder({ page }).withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"]).analyze();
  expect(found.violations.map((v) => `${page.url()}: ${v.id}: ${v.nodes.slice(0, 3).map((n) => n.target.join(" ")).join(", ")}`)).toEqual([]);
};
const allTabs = async (page: Page, id: string) => {
  for (const name of ["bidders", "checks", "scores", "consensus", "price", "award", "memo", "protest", "history"]) {
    await page.goto(`${url}/bid-evaluation/${id}?tab=${name}`);
    await page.getByRole("tabpanel").waitFor();
    await page.waitForTimeout(300);
    await clean(page);
  }
};

test("two quotes are evaluated by a panel: one steps out over a conflict, scores, price, the optimum is split, a protest is denied, and orders go out", async () => {
  const buyer = await enter("buyer"), north = await enter("vendor1", { width: 390 }), south = await enter("vendor2");
  const id = await publish(buyer.page);
  await dueIn(id, 45);
  await bid(north.page, id, "50", "70");
  await bid(south.page, id, "60", "52");

  // The panel is named before the bids are opened; nobody reads anything yet.
  const { items: members } = await get<Lists>(buyer.page, "/api/v1/members?limit=100"), of = (name: string) => members.find((m) => m.email.startsWith(`${name}@`))!;
  await buyer.page.goto(`${url}/bid-evaluation/new?solicitation=${id}`);
  await buyer.page.getByLabel("Chair", { exact: false }).first().click();
  await buyer.page.getByPlaceholder("Type to search").fill(of("receiver").name);
  await buyer.page.locator("[cmdk-item]").first().click();
  for (const name of ["user", "ap"]) await buyer.page.getByRole("checkbox", { name: new RegExp(of(name).name) }).check();
  await press(buyer.page, "Set it up");
  await buyer.page.waitForURL(/bid-evaluation\/[0-9a-f-]{36}/);
  const evaluation = buyer.page.url().split("/").at(-1)!;
  await press(buyer.page, "Ask for declarations");
  await status(buyer.page, "Declarations");
  for (const end = Date.now() + 200_000; (await get<{ status: string }>(buyer.page, `/api/v1/solicitations/${id}`)).status !== "opened"; ) {
    if (Date.now() > end) throw new Error("the quotes were not opened");
    await buyer.page.waitForTimeout(1000);
  }

  const chair = await enter("receiver"), second = await enter("ap"), torn = await enter("user");
  await torn.page.goto(`${url}/bid-evaluation/${evaluation}`);
  await torn.page.getByRole("radio", { name: "No conflict" }).check();
  await press(torn.page, "Declare");
  await torn.page.getByRole("group", { name: "Castor Electric Co-op" }).getByRole("radio", { name: "A conflict" }).check();
  await torn.page.getByLabel("Describe it. You are recused", { exact: false }).fill("My brother works there");
  await torn.page.getByRole("group", { name: "Northline Aggregates LLC" }).getByRole("radio", { name: "No conflict" }).check();
  await press(torn.page, "Declare for all");
  await torn.page.getByRole("heading", { name: "You are recused" }).waitFor();
  expect(await torn.page.locator("main").innerText()).not.toMatch(/We deliver|Castor|Northline/);
  for (const person of [buyer, chair, second]) await declare(person.page, evaluation);
  await buyer.page.reload();
  await press(buyer.page, "Begin the evaluation");
  await status(buyer.page, "Individual scoring");

  await chair.page.reload();
  await second.page.reload();
  await score(chair.page, ["8", "7"]);
  await score(second.page, ["9", "7.5"]);
  await tab(buyer.page, "Responsiveness");
  for (const name of ["Castor Electric Co-op", "Northline Aggregates LLC"]) {
    await press(buyer.page, new RegExp(`^Responsive ?:? ${name}`));
    await press(buyer.page, new RegExp(`^Responsibility of ${name}`));
    await buyer.page.getByLabel("References", { exact: false }).fill("Two counties were asked; both are content.");
    await buyer.page.getByRole("dialog").getByRole("button", { name: "Responsible", exact: true }).click();
    await buyer.page.getByRole("dialog").waitFor({ state: "hidden" });
  }
  for (const [action, after] of [["Lock the scores", "Scores locked"], ["Begin the consensus", "Consensus"], ["Open the prices", "Price open"], ["Rank the bids", "Ranked"]] as const) {
    await buyer.page.reload();
    await press(buyer.page, action);
    await status(buyer.page, after);
  }

  await tab(buyer.page, "Price");
  await buyer.page.getByText(/40\.00 × 85,000\.00 ÷ 86,000\.00|40\.00 × 85,000\.00 ÷ 85,000\.00/).first().waitFor();
  await tab(buyer.page, "Scenarios");
  await press(buyer.page, "Compare the usual ways");
  await buyer.page.getByText("Proven: none is cheaper").waitFor({ timeout: 60_000 });
  await press(buyer.page, /^Recommend this ?:? Optimum/);
  await buyer.page.getByText("Recommended", { exact: true }).first().waitFor();
  await tab(buyer.page, "Memo");
  await press(buyer.page, "Write it from the record");
  await buyer.page.getByRole("button", { name: "Save", exact: true }).last().click();
  await buyer.page.getByText("Before it can be recommended").waitFor({ state: "hidden" });
  await chair.page.goto(`${url}/bid-evaluation/${evaluation}`);
  await press(chair.page, "Sign and recommend");
  await status(chair.page, "Recommended");
  const manager = await enter("manager");
  await manager.page.goto(`${url}/bid-evaluation/${evaluation}`);
  await press(manager.page, "Approve the recommendation");
  await status(manager.page, "Approved");
  await buyer.page.goto(`${url}/bid-evaluation/${evaluation}?tab=protest`);
  await press(buyer.page, "Post the intent to award");
  await buyer.page.getByText("Intent posted").first().waitFor();

  await north.page.goto(`${url}/vendor-portal/protests?solicitation=${id}`);
  await north.page.getByRole("button", { name: /^Protest/ }).click();
  await north.page.getByLabel("Grounds", { exact: false }).fill("The south yard was split off although the notice speaks of one supplier.");
  await press(north.page, "File the protest");
  await north.page.getByText("Stays the award").waitFor();
  await clean(north.page);
  const [protest] = (await get<{ items: { id: string }[] }>(north.page, "/api/v1/vendor-portal/protests")).items;
  await manager.page.goto(`${url}/bid-evaluation/protests/${protest!.id}`);
  await press(manager.page, "Take up");
  await status(manager.page, "Under review");
  await press(manager.page, "Deny");
  await manager.page.getByLabel("Reason").fill("The notice asks for prices lot by lot and says that lots are awarded apart.");
  await manager.page.getByRole("dialog").getByRole("button", { name: "Deny" }).click();
  await status(manager.page, "Denied");
  await clean(manager.page);

  await windowOver(id);
  await manager.page.goto(`${url}/bid-evaluation/${evaluation}?tab=protest`);
  await press(manager.page, "Award");
  const { items: accounts } = await get<{ items: { code: string; available: number }[] }>(manager.page, "/api/v1/account-strings"), richest = accounts.toSorted((a, b) => b.available - a.available)[0]!;
  await choose(manager.page, "Account for lines", richest.code);
  await manager.page.getByRole("dialog").getByRole("button", { name: "Award", exact: true }).click();
  await manager.page.getByRole("heading", { name: "Orders" }).waitFor();
  expect((await get<{ status: string }>(buyer.page, `/api/v1/solicitations/${id}`)).status).toBe("awarded");

  await buyer.page.goto(`${url}/bid-evaluation`);
  await buyer.page.getByText("Salt for two yards").first().waitFor();
  await clean(buyer.page);
  await allTabs(buyer.page, evaluation);
  const dark = await enter("buyer", { width: 390, theme: "dark" }), light = await enter("buyer", { width: 390, theme: "light" });
  for (const phone of [dark, light]) {
    await allTabs(phone.page, evaluation);
    expect(await phone.page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  }
}, 420_000);
