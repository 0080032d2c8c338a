import { afterAll, beforeAll, expect, test } from "vitest";
import { areaServers } from "#areas.server.ts";
import { carverCountyId } from "#areas/identity/identity.public.ts";
import { sql } from "#server/db/sql.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { seedSecurity } from "./security.seed.ts";

let t: TestDatabase;
beforeAll(async () => {
  t = await freshDatabase();
});
afterAll(() => t.drop());

test("last night's attack is told once, and raises alerts that the demo's officer finds", async () => {
  const app = { ...t.app, config: { ...t.app.config, demo: true } };
  for (const name of ["identity", "organization"])
    await areaServers.find((area) => area.name === name)!.seed!.tell(app, () => {});
  await seedSecurity(app, () => {});
  await seedSecurity(app, () => {});
  const alerts = await t.database.read({ orgId: carverCountyId, personId: null }).rows(sql`
    select detection, person_name, address
    from security_alert
    where org_id = ${carverCountyId}
    order by detection
  `);
  expect(alerts).toEqual([
    { detection: "account-under-attack", personName: "Teresa Brandt", address: "" },
    { detection: "address-many-accounts", personName: null, address: "203.0.113.77" },
  ]);
});
