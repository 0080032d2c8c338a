import { expect, test } from "vitest";
import { actsByDay } from "#server/audit/history.ts";
import { businessDate } from "#server/clock.ts";
import { sql } from "#server/db/sql.ts";
import { agenciesTests, agencyOf, as, t, type Caller } from "./agencies.setup.ts";
import { agencyCounts, keepCalls } from "#areas/billing/billing.server.ts";

agenciesTests();

/** A free plan of the operator for so many people, in force. */
const published = async (platform: Caller, people: number): Promise<string> => {
  const made = await platform("POST", "/api/v1/price-plans", {
    ...{ name: `For ${people}`, code: `for-${people}`, audience: "Small towns.", people },
    ...{ monthlyCents: 0, yearlyCents: 0, includes: ["Every part of the product"] },
  });
  const plan = `/api/v1/price-plans/${made.body.id}`;
  const answer = await platform("POST", `${plan}/actions/publish`, {}, made.body.version);
  expect(answer.status).toBe(200);
  return made.body.id as string;
};

test("administrators are told once of a limit that is reached, and nothing is stopped", async () => {
  const [orgId, admin] = await agencyOf("Gulfside", "admin@gulfside.test");
  const platform = await as("platform");
  const onPlanFor = async (people: number) => {
    const plan = await published(platform, people);
    const answer = await admin("POST", "/api/v1/billing/actions/choose", { planId: plan });
    expect(answer.body).toMatchObject({ status: "active" });
  };
  const told = async () =>
    (
      (await admin("GET", "/api/v1/notifications?kind=agency_limit")).body.items as {
        title: string;
      }[]
    ).map(({ title }) => title);
  await agencyCounts.run(t.app);
  expect(await told()).toEqual([]);
  await onPlanFor(1);
  await agencyCounts.run(t.app);
  await agencyCounts.run(t.app);
  expect(await told()).toEqual(["People: 100 percent of your plan"]);
  const department = { code: "PRK", name: "Parks", parentId: null };
  expect((await admin("POST", "/api/v1/departments", department)).status).toBe(201);
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
  // The first call of a day comes before its first count.
  for (let n = 0; n < 3; n += 1) await admin("GET", "/api/v1/departments");
  const stop = await keepCalls(t.app);
  await stop();
  const { calls } = await t.database
    .read({ orgId, personId: null })
    .one<{ calls: number }>(sql`select calls from agency_count where org_id = ${orgId}`);
  expect(calls).toBeGreaterThanOrEqual(3);
  const billing = (await admin("GET", "/api/v1/billing")).body;
  expect(billing.usage.counts).toMatchObject([{ people: 1, calls }]);
  // What was done a moment ago was done today, wherever the agency lies.
  for (const timeZone of ["Pacific/Kiritimati", "America/Chicago", "Pacific/Pago_Pago"]) {
    const db = t.database.read({ orgId, personId: null, timeZone });
    const today = businessDate(db.scope);
    const [day] = await actsByDay(db, today, today);
    expect(day, timeZone).toMatchObject({ day: today });
    expect(day!.acts, timeZone).toBeGreaterThan(0);
  }
  const platform = await as("platform");
  const figures = (await platform("GET", "/api/v1/platform/figures")).body;
  expect(figures.agencies).toBeGreaterThanOrEqual(3);
  expect(figures).toMatchObject({ lettersFailed: 0, alarms: 0 });
});
