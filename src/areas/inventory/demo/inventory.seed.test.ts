import { afterAll, beforeAll, expect, test } from "vitest";
import budget from "#areas/budget/budget.server.ts";
import governance from "#areas/governance/governance.server.ts";
import { carverCountyId } from "#areas/identity/identity.public.ts";
import identity, { demoActor } from "#areas/identity/identity.server.ts";
import organization from "#areas/organization/organization.server.ts";
import { sql } from "#server/db/sql.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { runList } from "#server/http/list-page.ts";
import { countList } from "../count/count.list.ts";
import { itemList } from "../item/item.list.ts";
import { standingOfStock } from "../standing/standing.service.ts";
import { transferList } from "../transfer/transfer.list.ts";
import inventory from "../inventory.server.ts";

let t: TestDatabase;
beforeAll(async () => void (t = await freshDatabase()));
afterAll(() => t.drop());

test("the county's stores come through the services", { timeout: 60_000 }, async () => {
  const app = { ...t.app, config: { ...t.app.config, demo: true } };
  for (const area of [identity, organization, governance, budget, inventory])
    await area.seed!.tell(app, () => {});
  const clerk = demoActor("user");
  const db = t.database.read(clerk);
  expect(
    await db.one(sql`
      select
        (select count(*) from stock_item where org_id = ${carverCountyId})::int as items,
        (select count(*) from stock_location where org_id = ${carverCountyId})::int as locations,
        count(*) filter (where kind = 'issue')::int as issues,
        bool_and(moved_on between current_date - 94 and current_date) as in_three_months
      from stock_movement
      where org_id = ${carverCountyId}
    `),
  ).toEqual({ items: 60, locations: 15, issues: 34, inThreeMonths: true });
  // What waits on the first morning: the items of which little lies there, one recalled lot, what ends soon.
  expect(await standingOfStock(db, clerk)).toMatchObject({
    quarantined: 1,
    expiring: 3,
    expired: 0,
    toCount: 1,
    toPutAway: 1,
  });
  const counts = await runList(db, clerk, countList, {});
  expect(counts.items).toMatchObject([{ status: "recount" }, { status: "posted" }]);
  const transfers = await runList(db, clerk, transferList, {});
  expect(transfers.items).toMatchObject([
    { status: "sent", open: 1 },
    { status: "short", open: 1 },
  ]);
  const below = await runList(db, clerk, itemList, { below: "true" });
  expect(below.items.map((item) => (item as { name: string }).name)).toEqual([
    "Diesel exhaust fluid",
    "Hydrant breakaway flange kit",
    "Sandbags, woven, empty",
    "Sign post, U-channel, 12 ft",
    "Traffic cone, 28 in, reflective",
  ]);
  const { items } = await runList(db, clerk, itemList, { limit: 500 });
  expect(items.every((item) => (item as { onHand: string }).onHand !== "0")).toBe(true);
});
