import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "#server/db/sql.ts";
import { makeAgency } from "#server/testing/agency.ts";
import { freshDatabase, memberActor, type TestDatabase } from "#server/testing/database.ts";
import { fiscalYearDays } from "./fiscal-year.model.ts";
import { openYearOf } from "./account.service.ts";
import { correctFiscalYear, openFiscalYear } from "./year.service.ts";

let t: TestDatabase;
beforeAll(async () => void (t = await freshDatabase()));
afterAll(() => t.drop());

test("a fiscal year opens once, shares no day with another, and is audited", async () => {
  const agency = await makeAgency(t.database);
  const actor = memberActor(agency.orgId, "admin");
  const open = (year: number, startsOn: string, endsOn: string) =>
    t.database.transaction(actor, (tx) => openFiscalYear(tx, actor, { year, startsOn, endsOn }));
  const first = await open(2041, "2040-07-01", "2041-06-30");
  expect(first).toMatchObject({ year: 2041, status: "open" });
  await expect(open(2041, "2050-07-01", "2051-06-30")).rejects.toMatchObject({
    code: "already_exists",
  });
  await expect(open(2042, "2041-06-30", "2042-06-29")).rejects.toMatchObject({
    code: "overlapping_year",
  });
  await open(2042, "2041-07-01", "2042-06-30");
  const audited = await t.database.read(actor).rows(sql`
    select action
    from audit_entry
    where org_id = ${agency.orgId} and object_id = ${first.id}
  `);
  expect(audited).toEqual([{ action: "fiscalYear.open" }]);
});

test("of ten people who open the same year at once one succeeds, the others are told", async () => {
  const agency = await makeAgency(t.database);
  const actor = memberActor(agency.orgId, "admin");
  const outcomes = await Promise.allSettled(
    Array.from({ length: 10 }, (_, i) =>
      t.database.transaction(actor, (tx) =>
        openFiscalYear(tx, actor, {
          year: 2051 + (i % 2),
          startsOn: "2050-07-01",
          endsOn: "2051-06-30",
        }),
      ),
    ),
  );
  expect(outcomes.filter((o) => o.status === "fulfilled")).toHaveLength(1);
});

test("a fiscal year is named after the calendar year in which it ends", () => {
  expect(fiscalYearDays(2027, 7)).toEqual({ startsOn: "2026-07-01", endsOn: "2027-06-30" });
  expect(fiscalYearDays(2027, 1)).toEqual({ startsOn: "2027-01-01", endsOn: "2027-12-31" });
  expect(fiscalYearDays(2028, 3)).toEqual({ startsOn: "2027-03-01", endsOn: "2028-02-29" });
});

test("the days of a year opened by mistake are corrected; days go by them at once, and no two years share one", async () => {
  const agency = await makeAgency(t.database);
  const actor = memberActor(agency.orgId, "admin");
  const open = (year: number, startsOn: string, endsOn: string) =>
    t.database.transaction(actor, (tx) => openFiscalYear(tx, actor, { year, startsOn, endsOn }));
  const wrong = await open(2051, "2050-10-01", "2052-06-30");
  const correct = (startsOn: string, endsOn: string, version: number) =>
    t.database.transaction(actor, (tx) =>
      correctFiscalYear(tx, actor, wrong.id, { startsOn, endsOn }, version),
    );
  await expect(open(2052, "2051-07-01", "2052-06-30")).rejects.toMatchObject({
    code: "overlapping_year",
  });
  expect(await openYearOf(t.database.read(actor), "2050-08-01")).toBeNull();
  expect(await correct("2050-07-01", "2051-06-30", 1)).toMatchObject({
    startsOn: "2050-07-01",
    version: 2,
  });
  await open(2052, "2051-07-01", "2052-06-30");
  expect([
    await openYearOf(t.database.read(actor), "2050-08-01"),
    await openYearOf(t.database.read(actor), "2052-01-01"),
  ]).toMatchObject([{ year: 2051 }, { year: 2052 }]);
  await expect(correct("2050-07-01", "2051-07-01", 2)).rejects.toMatchObject({
    code: "overlapping_year",
    errors: [{ path: "endsOn" }],
  });
  await expect(correct("2050-07-01", "2051-06-29", 1)).rejects.toMatchObject({ status: 412 });
  expect(
    (
      await t.database.read(actor).rows(sql`
        select 1 as ok
        from audit_entry
        where org_id = ${agency.orgId} and action = 'fiscalYear.correct'
      `)
    ).length,
  ).toBe(1);
});
