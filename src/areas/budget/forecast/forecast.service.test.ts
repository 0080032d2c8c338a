import { afterAll, beforeAll, expect, test } from "vitest";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { approvedInvoice, payingAgency, type PayingAgency } from "#server/testing/payments.ts";
import { seriesOf } from "./forecast.service.ts";
import { day } from "#kernel/time.ts";

let t: TestDatabase;
let a: PayingAgency;
beforeAll(async () => {
  t = await freshDatabase();
  a = await payingAgency(t.database);
  await approvedInvoice(t.database, a, { cents: 120_00 });
});
afterAll(() => t.drop());

test("the year that is forecast is no whole year before it; its months that are over are its own", async () => {
  const { lines, months } = await seriesOf(
    t.database.read(a.people.manager),
    a.fiscalYearId,
    day("2036-10-01"),
  );
  const line = lines.find((each) => each.accountStringId === a.accountStringId)!;
  expect(line).toMatchObject({ spent: 120_00, series: { past: [] } });
  expect(line.series.current).toHaveLength(months);
  expect(line.series.current.reduce((n, cents) => n + cents, 0)).toBe(120_00);
});
