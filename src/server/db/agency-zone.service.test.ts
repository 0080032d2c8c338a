// Days are the agency's, whoever writes: a vendor, a job and a visitor bring no time zone.
import { afterAll, beforeAll, expect, test } from "vitest";
import { systemActor } from "#kernel/access.ts";
import { businessDate } from "../clock.ts";
import { makeAgency, type Agency } from "../testing/agency.ts";
import { freshDatabase, type TestDatabase } from "../testing/database.ts";
import { sql } from "./sql.ts";

let t: TestDatabase;
let agency: Agency;
beforeAll(async () => {
  t = await freshDatabase();
  agency = await makeAgency(t.database);
  await t.database.transaction({ orgId: agency.orgId, personId: null }, (tx) =>
    tx.rows(sql`update organization set time_zone = 'America/Chicago' where id = ${agency.orgId}`),
  );
});
afterAll(() => t.drop());

test.each([
  ["half past eleven in the evening", "2031-03-05T05:30:00.000Z", "2031-03-04"],
  ["half past midnight", "2031-03-05T06:30:00.000Z", "2031-03-05"],
])("at %s of the agency it is its day", async (_, businessNow, day) => {
  for (const outsider of [
    { orgId: agency.orgId, personId: null },
    systemActor(agency.orgId),
    { ...systemActor(agency.orgId), kind: "vendor" as const, vendorIds: [agency.orgId] },
  ])
    expect(
      await t.database.transaction({ ...outsider, businessNow }, async (tx) =>
        businessDate(tx.scope),
      ),
    ).toBe(day);
});
