import { expect, test } from "vitest";
import { sql } from "#server/db/sql.ts";
import { setLimits } from "./agencies.server.ts";
import { agenciesTests, agencyOf, as, t } from "./agencies.setup.ts";
import { agencyCounts, keepCalls } from "./operator/counting.service.ts";

agenciesTests();

test("administrators are told once of a limit that is reached, and nothing is stopped", async () => {
  const [orgId, admin] = await agencyOf("Gulfside", "admin@gulfside.test");
  const limit = (people: number) =>
    t.database.transaction({ orgId, personId: null }, (tx) =>
      setLimits(tx, { people, storageBytes: null, callsADay: null }),
    );
  const told = async () =>
    (
      (await admin("GET", "/api/v1/notifications?kind=agency_limit")).body.items as {
        title: string;
      }[]
    ).map(({ title }) => title);
  await limit(2);
  await agencyCounts.run(t.app);
  expect(await told()).toEqual([]);
  await limit(1);
  await agencyCounts.run(t.app);
  await agencyCounts.run(t.app);
  expect(await told()).toEqual(["People: 100 percent of your plan"]);
  const department = { code: "PRK", name: "Parks", parentId: null };
  expect((await admin("POST", "/api/v1/departments", department)).status).toBe(201);
  const platform = await as("platform");
  const row = (await platform("GET", "/api/v1/platform/agencies?q=gulf")).body.items[0];
  expect(row).toMatchObject({
    id: orgId,
    people: 1,
    peopleLimit: 1,
    needs: "limit",
    operates: false,
  });
  const standing = (await admin("GET", "/api/v1/agency-standing")).body;
  expect(standing.counts).toMatchObject([{ people: 1 }]);
  expect(standing.limits).toEqual({ people: 1, storageBytes: null, callsADay: null });
});

test("calls are counted for the agency in which they were asked, and figures count the machine", async () => {
  const [orgId, admin] = await agencyOf("Lakeview", "admin@lakeview.test");
  await agencyCounts.run(t.app);
  for (let n = 0; n < 3; n += 1) await admin("GET", "/api/v1/departments");
  const stop = await keepCalls(t.app);
  await stop();
  const { calls } = await t.database
    .read({ orgId, personId: null })
    .one<{ calls: number }>(sql`select calls from agency_count where org_id = ${orgId}`);
  expect(calls).toBeGreaterThanOrEqual(3);
  const platform = await as("platform");
  const figures = (await platform("GET", "/api/v1/platform/figures")).body;
  expect(figures.agencies).toBeGreaterThanOrEqual(3);
  expect(figures).toMatchObject({ lettersFailed: 0, alarms: 0 });
});
