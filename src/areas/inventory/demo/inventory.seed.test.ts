import { afterAll, beforeAll, expect, test } from "vitest";
import { carverCountyId } from "#areas/identity/identity.public.ts";
import identity from "#areas/identity/identity.server.ts";
import organization from "#areas/organization/organization.server.ts";
import { sql } from "#server/db/sql.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import inventory from "../inventory.server.ts";

let t: TestDatabase;
beforeAll(async () => void (t = await freshDatabase()));
afterAll(() => t.drop());

test("the county's stores come through the services", { timeout: 60_000 }, async () => {
  const app = { ...t.app, config: { ...t.app.config, demo: true } };
  for (const area of [identity, organization, inventory]) await area.seed!.tell(app, () => {});
  const db = t.database.read({ orgId: carverCountyId, personId: null });
  expect(
    await db.one(sql`
      select
        (select count(*) from stock_item where org_id = ${carverCountyId})::int as items,
        (select count(*) from stock_location where org_id = ${carverCountyId})::int as locations,
        count(*)::int as lots, count(*) filter (where condition = 'quarantined')::int as quarantined
      from stock_lot
      where org_id = ${carverCountyId}
    `),
  ).toMatchObject({ items: 60, locations: 12, lots: 21, quarantined: 1 });
});
