import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "#server/db/sql.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import governance from "#areas/governance/governance.server.ts";
import { carverCountyId } from "#areas/identity/identity.public.ts";
import identity from "#areas/identity/identity.server.ts";
import organization from "#areas/organization/organization.server.ts";
import { seedVendors } from "./vendors.seed.ts";

let t: TestDatabase;
beforeAll(async () => void (t = await freshDatabase()));
afterAll(() => t.drop());

test(
  "the story's vendors come through the services within five seconds",
  { timeout: 60_000 },
  async () => {
    const app = { ...t.app, config: { ...t.app.config, demo: true } };
    for (const area of [identity, organization, governance]) await area.seed!.tell(app, () => {});
    const started = performance.now();
    await seedVendors(app, () => {});
    const seconds = (performance.now() - started) / 1000;
    const db = t.database.read({ orgId: carverCountyId, personId: null });
    const counts = await db.one(sql`
      select
        count(*) as vendors, count(*) filter (where status = 'active') as active,
        count(*) filter (where status = 'on_hold') as held,
        count(*) filter (where status = 'suspended') as suspended,
        count(*) filter (where status = 'draft') as drafts,
        count(*) filter (where screening_result = 'possible') as possible,
        count(*) filter (where screening_result = 'excluded') as excluded,
        count(*) filter (where cardinality(commodity_codes) = 0) as without_commodity,
        count(*) filter (where identity_id is not null) as portal
      from vendor
      where org_id = ${carverCountyId}
    `);
    const bank = await db.one(sql`
      select
        count(*) filter (where held_until > now()) as held, count(*) > 50 as many,
        (
          select count(*)
          from vendor_bank_change c
          where c.org_id = a.org_id and c.status = 'proposed'
        ) as open
      from vendor_bank_account a
      where org_id = ${carverCountyId}
      group by org_id
    `);
    console.log(JSON.stringify({ seconds: Number(seconds.toFixed(2)), ...(counts as object) }));
    expect(counts).toMatchObject({
      vendors: 121,
      held: 3,
      suspended: 1,
      drafts: 5,
      possible: 1,
      excluded: 1,
      withoutCommodity: 0,
      portal: 3,
      active: 112,
    });
    expect(bank).toEqual({ held: 1, many: true, open: 1 });
  },
);
