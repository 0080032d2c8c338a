import { expect, test } from "vitest";
import type { Db } from "./db/db.ts";
import { countByFiscalYear, numberYear } from "./number-year.ts";

const at = (businessNow: string) =>
  ({ scope: { orgId: null, personId: null, timeZone: "America/Chicago", businessNow } }) as Db;

test("a number takes the fiscal year of the agency's day, a case of safety the calendar year", async () => {
  countByFiscalYear(async (_db, day) => ("2026-07-01" <= day && day <= "2027-06-30" ? 2027 : null));
  const summer = at("2026-07-01T04:59:00Z");
  expect(await numberYear(summer, "WO")).toBe(2026);
  const minuteLater = at("2026-07-01T05:00:00Z");
  expect(await numberYear(minuteLater, "WO")).toBe(2027);
  expect(await numberYear(minuteLater, "SAF")).toBe(2026);
  expect(await numberYear(at("2028-01-02T12:00:00Z"), "REQ")).toBe(2028);
});
