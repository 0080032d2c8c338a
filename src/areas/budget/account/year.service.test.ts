import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "../../../server/db/sql.ts";
import { makeAgency } from "../../../server/testing/agency.ts";
import { freshDatabase, memberActor, type TestDatabase } from "../../../server/testing/database.ts";
import { fiscalYearDays } from "./fiscal-year.model.ts";
import { openFiscalYear } from "./year.service.ts";

let t: TestDatabase;
beforeAll(async () => void (t = await freshDatabase()));
afterAll(() => t.drop());

test("a fiscal year opens once, shares no day with another, and is audited", async () => {
  const agency = await makeAgency(t.database);
  const actor = memberActor(agency.orgId, "admin");
  const open = (year: number, startsOn: string, endsOn: string) => t.database.transaction(actor, (tx) => openFiscalYear(tx, actor, { year, startsOn, endsOn }));
  const first = await open(2041, "2040-07-01", "2041-06-30");
  expect(first).toMatchObject({ year: 2041, status: "open" });
  await expect(open(2041, "2050-07-01", "2051-06-30")).rejects.toMatchObject({ code: "already_exists" });
  await expect(open(2042, "2041-06-30", "2042-06-29")).rejects.toMatchObject({ code: "overlapping_year" });
  await open(2042, "2041-07-01", "2042-06-30");
  const audited = await t.database.read(actor).rows(sql`select action from audit_entry where org_id = ${agency.orgId} and object_id = ${first.id}`);
  expect(audited).toEqual([{ action: "fiscalYear.open" }]);
});

test("of ten people who open the same year at once one succeeds, the others are told", async () => {
  const agency = await makeAgency(t.database);
  const actor = memberActor(agency.orgId, "admin");
  const outcomes = await Promise.allSettled(Array.from({ length: 10 }, (_, i) => t.database.transaction(actor, (tx) => openFiscalYear(tx, actor, { year: 2051 + (i % 2), startsOn: "2050-07-01", endsOn: "2051-06-30" }))));
  expect(outcomes.filter((o) => o.status === "fulfilled")).toHaveLength(1);
});

test("a fiscal year is named after the calendar year in which it ends", () => {
  expect(fiscalYearDays(2027, 7)).toEqual({ startsOn: "2026-07-01", endsOn: "2027-06-30" });
  expect(fiscalYearDays(2027, 1)).toEqual({ startsOn: "2027-01-01", endsOn: "2027-12-31" });
  expect(fiscalYearDays(2028, 3)).toEqual({ startsOn: "2027-03-01", endsOn: "2028-02-29" });
});
