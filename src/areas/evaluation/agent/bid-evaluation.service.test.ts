import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import "#areas.server.ts";
import type { Actor } from "#kernel/access.ts";
import { sql } from "#server/db/sql.ts";
import { agentsOf } from "#server/testing/agent-run.ts";
import { refusalOf } from "#server/testing/asking.ts";
import {
  acceptAll,
  begun,
  makePanel,
  openedProposal,
  scoreAll,
  step,
  type Bidder,
  type Panel,
} from "#server/testing/evaluation.ts";
import { makeBidder } from "#server/testing/sourcing.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { recuse } from "../evaluation/declaration.service.ts";

let t: TestDatabase;
let panel: Panel;
beforeAll(async () => void (t = await freshDatabase()));
afterAll(() => t.drop());
beforeEach(async () => void (panel = await makePanel(t.database)));

const offers = [
  ["Ada Roads", ["51.37", "62.11"], "We guarentee delivery; our price is $51.37 a ton."],
  ["Bo Salt", ["52.90", "60.45"], "Guarentee in writing, 60.45 for the south."],
  ["Cy Minerals", ["53.05", "61.20"], "We guarantee delivery."],
  ["Dee Supply", ["17.03", "60.95"], "From our own mine."],
] as const;
const figures = /51\.37|52\.90|53\.05|17\.03|62\.11|60\.45|61\.20|60\.95|\$/;

const underWay = async () => {
  const bidders: Bidder[] = [];
  for (const [name] of offers) bidders.push(await makeBidder(t.database, panel.agency, name));
  const { solicitationId, bidIds } = await openedProposal(
    t.database,
    panel,
    offers.map(([, prices, statement], at) => ({ bidder: bidders[at]!, prices, statement })),
    { requirements: [{ label: "Working days for a delivery", kind: "text" }] } as never,
  );
  const id = await begun(
    t.database,
    panel,
    solicitationId,
    bidders.map(({ vendorId }) => vendorId),
  );
  return { id, bidIds };
};
const priced = async ({ id, bidIds }: Awaited<ReturnType<typeof underWay>>) => {
  const { buyer, chair, one, two } = panel.people;
  await scoreAll(t.database, id, [chair, one, two], bidIds, ["8", "7", "6", "5"]);
  await step(t.database, buyer, id, "lock");
  await step(t.database, buyer, id, "startConsensus");
  await acceptAll(t.database, buyer, id, bidIds);
  await step(t.database, buyer, id, "openPrices");
};
const reads = async (actor: Actor) => {
  const agents = agentsOf(t);
  const run = await agents.run(actor, "bid-evaluation");
  return { run, found: await agents.found(actor, "bid-evaluation") };
};

test("before the price lock what bids lack and misspell is found, and no figure of a price stands anywhere", async () => {
  const { id } = await underWay();
  const { run, found } = await reads(panel.people.one);
  expect(run).toMatchObject({ status: "finished" });
  expect(found.filter(({ what }) => what.includes("Working days for a delivery"))).toHaveLength(4);
  expect(found.map(({ what }) => what)).toContainEqual(
    expect.stringMatching(/Ada Roads and Bo Salt: both write “guarentee”/),
  );
  expect(JSON.stringify([run, found])).not.toMatch(figures);
  const kept = await t.database.read({ orgId: panel.agency.orgId, personId: null }).rows<{
    text: string;
  }>(sql`
    select f::text as text
    from agent_finding f
    where f.org_id = ${panel.agency.orgId} and f.subject_id = ${id}
    union all
    select r::text
    from agent_read r
    where r.org_id = ${panel.agency.orgId}
  `);
  expect(kept.length).toBeGreaterThan(found.length);
  expect(JSON.stringify(kept)).not.toMatch(figures);
  const agents = agentsOf(t);
  const lacks = found.find(({ what }) => what.includes("Working days"))!;
  expect(await agents.accept(panel.people.one, lacks)).toMatchObject({ status: "accepted" });
});

test("once prices are open one stands apart; no score and no rank is said", async () => {
  const course = await underWay();
  await priced(course);
  const { found } = await reads(panel.people.chair);
  const price = found.find(({ what }) => what.startsWith("Dee Supply asks"))!;
  expect(price).toMatchObject({
    what: expect.stringContaining("$17.03 a t for Road salt, north"),
    cents: 0,
  });
  expect(found.some(({ what }) => what.includes("Dee Supply asks $60.95"))).toBe(false);
  expect(JSON.stringify(found)).not.toMatch(/"rank|score of|points/i);
  expect(JSON.stringify(price.proposal)).not.toMatch(/Dee Supply|17\.03/);
});

test("who has not declared, is recused or stands outside reads nothing, also of what others found", async () => {
  const course = await underWay();
  await priced(course);
  const { two, one, other, manager, auditor } = panel.people;
  expect((await reads(two)).found.length).toBeGreaterThan(0);
  const [seen] = (await reads(one)).found;
  await t.database.transaction(two, (tx) =>
    recuse(tx, two, course.id, "I was offered a job there"),
  );
  const agents = agentsOf(t);
  for (const actor of [two, other, manager, auditor]) {
    const { run, found } = await reads(actor);
    expect(run).toMatchObject({ found: 0 });
    expect(found).toEqual([]);
    expect(await refusalOf(agents.accept(actor, seen!))).toMatch(/^not_found/);
  }
  expect((await agents.found(one, "bid-evaluation")).length).toBeGreaterThan(0);
  const elsewhere = await makePanel(t.database);
  expect((await reads(elsewhere.people.chair)).found).toEqual([]);
});
