// What an award bought and nobody used: beyond the dated limit its federal share is owed at the end.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { day } from "#kernel/time.ts";
import { makeBudget, makeMembers } from "#server/testing/agency.ts";
import { makeBoughtStock, type BoughtStock } from "#server/testing/bought-stock.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { draftTransfer, postJournal } from "#areas/finance/finance.server.ts";
import { journalNoun } from "#areas/finance/journal/journal.noun.ts";
import { transition } from "#server/lifecycle.ts";
import { sql } from "#server/db/sql.ts";
import { openedAward } from "../opened.setup.ts";
import { closeoutOf } from "./closeout.service.ts";
import { supplyLimitOf } from "./supplies.data.ts";

let t: TestDatabase;
let s: BoughtStock;
let granter: Actor;

beforeAll(async () => {
  t = await freshDatabase();
  s = await makeBoughtStock(t, { federal: true });
  ({ granter } = await makeMembers(t.database, s.agency, {
    granter: { duties: ["grant_manager"] },
  }));
});
afterAll(() => t.drop());

test("the limit is the one of the day on which the award begins", () => {
  expect(supplyLimitOf(day("2024-09-30")).cents).toBe(5_000_00);
  expect(supplyLimitOf(day("2024-10-01")).cents).toBe(10_000_00);
  expect(supplyLimitOf(day("2001-01-01")).cents).toBe(5_000_00);
});

test("unused supplies of all kinds count together, opened packs do not; their cost moved away, nothing is owed", async () => {
  const { accountStringId } = s.account;
  const award = await openedAward(t.database, { ...s.agency, accountStringId }, granter, {
    amountCents: 30_000_00,
    matchCents: 10_000_00,
    periodFrom: "2026-07-01",
    budget: [
      { objectClass: "supplies", cents: 20_000_00 },
      { objectClass: "other", cents: 20_000_00 },
    ],
  });
  const item = async () =>
    (await closeoutOf(t.database.read(granter), award.id)).find(({ key }) => key === "supplies");
  expect(await item()).toBeUndefined();
  const bags = await s.item({ name: "Sandbags" });
  const pumps = await s.item({ name: "Pumps" });
  const invoice = await s.bill(await s.buy(bags, "100", "60.00"));
  await s.bill(await s.buy(pumps, "10", "500.00"));
  expect(await item()).toMatchObject({
    ok: false,
    text: expect.stringContaining(
      "Sandbags ($6,000.00), Pumps ($5,000.00), $11,000.00 together. That is more than $10,000.00, so $8,250.00 of it are owed",
    ),
    records: [{ number: "Sandbags" }, { number: "Pumps" }],
  });
  await s.issue(bags, "20");
  expect(await item()).toMatchObject({
    ok: true,
    text: expect.stringContaining("$9,800.00 together. Up to $10,000.00 stay"),
  });
  await s.pay(invoice, 6_000_00);
  const local = await makeBudget(t.database, s.agency, 50_000_00);
  const { preparer, poster } = await makeMembers(t.database, s.agency, {
    preparer: { duties: ["ap"] },
    poster: { duties: ["budget_officer"] },
  });
  const [cost] = await s.db().rows<{ id: string; open: number }>(sql`
    select id, paid - moved as open
    from cost_line
    where org_id = ${s.agency.orgId} and invoice_id = ${invoice}
  `);
  const { id } = await s.as(preparer, (tx, actor) =>
    draftTransfer(tx, actor, {
      title: "Bags for the county",
      reason: "The award does not need them any more.",
      moves: [{ costLineId: cost!.id, accountStringId: local.accountStringId, cents: cost!.open }],
    }),
  );
  await s.as(preparer, (tx, actor) =>
    transition(tx, actor, journalNoun, { id, action: "submit", version: null }),
  );
  await s.as(poster, (tx, actor) => postJournal(tx, actor, { id, version: null }));
  expect((await item())?.text).toContain("Pumps ($5,000.00), $5,000.00 together");
});
