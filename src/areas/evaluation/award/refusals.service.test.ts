// What scenarios, the choice among them, and awards refuse.
import "#areas/sourcing/sourcing.server.ts";
import { expect, test } from "vitest";
import { newId } from "#kernel/ids.ts";
import { instant } from "#kernel/time.ts";
import { sql } from "#server/db/sql.ts";
import { refusalOf } from "#server/testing/asking.ts";
import { step, storeOpened } from "#server/testing/evaluation.ts";
import { published, solicitationOf } from "#server/testing/sourcing.ts";
import { saveWriting } from "../evaluation/writing.service.ts";
import { makeAward, postIntent } from "./award.service.ts";
import {
  ada,
  add,
  as,
  awardSetUp,
  bo,
  id,
  optimum,
  panel,
  solicitationId,
  system,
  t,
} from "./award.setup.ts";
import { makeQuoteAward } from "./quote-award.service.ts";
import { readQuotes } from "./quotes-read.service.ts";
import { protestPolicy } from "./window.service.ts";

awardSetUp();

const agencyWrites = (text: ReturnType<typeof sql>) =>
  t.database.transaction({ orgId: panel.agency.orgId, personId: null }, (tx) => tx.rows(text));
const choose = (input: object) =>
  as(panel.people.buyer, (tx) => saveWriting(tx, panel.people.buyer, id, input as never));

test("a scenario needs a bid of every lot, of those that take part", async () => {
  const lowest = (rules: object = {}) =>
    refusalOf(add({ name: "Lowest", kind: "lowest", rules } as never));
  expect(await lowest({ onlyBidIds: [newId()] })).toContain(
    "There is no such bid among those that take part.",
  );
  await agencyWrites(sql`
    update bid_line
    set no_bid = true, unit_price = null
    where org_id = ${panel.agency.orgId} and unit_price in (70, 52, 56)
  `);
  expect(await lowest()).toBe("no_bid_for_lot: Nobody who takes part bids for South yard.");
  await agencyWrites(sql`
    update evaluation_bid
    set responsive = false, responsive_reason = 'No signature'
    where org_id = ${panel.agency.orgId}
  `);
  expect(await lowest()).toBe("no_bids: No bid with prices takes part.");
});

test("a scenario without an award is not chosen, and what is signed departs as it was chosen", async () => {
  const { buyer, chair } = panel.people;
  expect(await refusalOf(choose({ scenarioId: newId() }))).toContain(
    "Choose a scenario that has an award.",
  );
  await agencyWrites(sql`
    update bid_line
    set unit_price = 49
    where org_id = ${panel.agency.orgId} and unit_price = 55
  `);
  await step(t.database, buyer, id, "reopenPrices", "A price was read anew");
  await step(t.database, buyer, id, "rank");
  await optimum();
  const cheapest = await add({ name: "Cheapest", kind: "lowest" });
  const departure = "Ada Salt can deliver nothing in the north before the first frost.";
  await choose({
    scenarioId: cheapest.id,
    departure,
    memo: `We recommend Cy and Bo. ${departure}`,
  });
  await agencyWrites(sql`
    update bid_line
    set unit_price = 48
    where org_id = ${panel.agency.orgId} and unit_price = 49
  `);
  expect(await refusalOf(step(t.database, chair, id, "recommend"))).toBe(
    "departure_changed: The award departs otherwise from the published criteria than when it was chosen. Choose the scenario again.",
  );
});

test("an award is posted once, and orders beyond a requisition name the account", async () => {
  const { buyer, chair, manager } = panel.people;
  const best = await optimum();
  await choose({ scenarioId: best.id, memo: "We recommend Ada in the north and Bo in the south." });
  await step(t.database, chair, id, "recommend");
  await step(t.database, manager, id, "approve");
  const post = () => as(buyer, (tx) => postIntent(tx, buyer, id));
  const row = await post();
  expect(await refusalOf(post())).toBe("award_exists: There is an award already.");
  const later = {
    ...manager,
    businessNow: new Date(Date.now() + 12 * 86_400_000).toISOString(),
  };
  expect(await refusalOf(makeAward(t.app, later, row.id, null, null))).toBe(
    "account_required: Some lines, or a part of them, come from no requisition: say which account they charge.",
  );
});

test("quotations alone are awarded without a panel, to a quote with a price", async () => {
  expect(await refusalOf(readQuotes(system(), solicitationId))).toBe(
    "not_quotations: Only quotations are awarded without a panel.",
  );
  const { id: rfq } = await published(
    t.database,
    panel.people,
    solicitationOf(panel.agency, { kind: "rfq" }),
  );
  const bids = await storeOpened(t.database, panel.agency, rfq, [
    { bidder: ada, prices: ["5", "6"] },
    { bidder: bo, prices: ["4", null] },
  ]);
  const { buyer } = panel.people;
  expect(
    await refusalOf(
      makeQuoteAward(t.app, buyer, rfq, {
        choices: [{ lotId: rfq, bidId: bids[1]! }],
        reason: "Delivers four weeks earlier",
        noConflict: true,
        competitionFinding: "",
        accountStringId: newId(),
        growth: false,
      }),
    ),
  ).toMatch(/Choose a quote with a price for .+\./);
});

test("before the first rule of protests none is applied", async () => {
  const then = instant("1999-06-01T12:00:00Z");
  const asked = protestPolicy(t.database.read({ ...panel.people.buyer, businessNow: then }));
  expect(await refusalOf(asked)).toBe(
    "no_protest_policy: No rule on this day says how protests are decided. An administrator enters one under Rules.",
  );
});
