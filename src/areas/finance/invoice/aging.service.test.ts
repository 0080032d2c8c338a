import { afterAll, beforeAll, expect, test } from "vitest";
import "#areas.server.ts";
import { allFacts } from "#server/area.ts";
import { sql } from "#server/db/sql.ts";
import { askFigures } from "#server/facts/figures.ts";
import { runList } from "#server/http/list-page.ts";
import { listQuery } from "#server/http/list.ts";
import { agencyDay } from "#server/testing/days.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import {
  approvedInvoice,
  approvedRun,
  bankAccount,
  payingAgency,
  type PayingAgency,
} from "#server/testing/payments.ts";
import { releaseRun } from "../payment/release.service.ts";
import { invoiceList } from "./invoice.list.ts";

let t: TestDatabase;
let agency: PayingAgency;
beforeAll(async () => {
  t = await freshDatabase();
  agency = await payingAgency(t.database);
});
afterAll(() => t.drop());

const due = (id: string, on: string) =>
  t.database.transaction(agency.people.ap, (tx) =>
    tx.rows(sql`update invoice set due_on = ${on} where org_id = ${agency.orgId} and id = ${id}`),
  );
const ask = (measures: string[], by: string[] = []) => {
  const { ap } = agency.people;
  return askFigures(t.database.read(ap), ap, allFacts(), { measures, by, where: {} });
};

test("bills are paid in time until their due day, and what is open ages from the day after it", async () => {
  const { ap, treasurer } = agency.people;
  const inTime = await approvedInvoice(t.database, agency, { cents: 300_00 });
  const late = await approvedInvoice(t.database, agency, { cents: 100_00 });
  await bankAccount(t.database, agency, agency.vendor.id);
  const runId = await approvedRun(t.database, agency);
  await t.database.transaction(treasurer, (tx) =>
    releaseRun(tx, treasurer, { id: runId, version: null }, t.app.files),
  );
  const [paid] = await t.database.read(ap).rows<{ paidOn: string }>(sql`
    select max(paid_on)::text as paid_on
    from payment
    where org_id = ${agency.orgId}
  `);
  await due(inTime.id, paid!.paidOn);
  await due(late.id, "2026-01-31");
  const share = await ask([
    "invoices.inTime",
    "invoices.settled",
    "invoices.paidLate",
    "invoices.open",
  ]);
  expect(share.totals.map(({ value }) => value)).toEqual([75, 400_00, 1, 0]);

  for (const [days, cents] of [
    [0, 1_00],
    [-1, 2_00],
    [-30, 4_00],
    [-31, 8_00],
    [-60, 16_00],
    [-61, 32_00],
    [-90, 64_00],
    [-91, 128_00],
  ] as const)
    await due((await approvedInvoice(t.database, agency, { cents })).id, agencyDay(days));
  const aged = await ask(["invoices.open", "invoices.unpaid"], ["invoiceAge"]);
  expect(
    Object.fromEntries(
      aged.rows.map(({ names, cells }) => [names[0], cells.map(({ value }) => value)]),
    ),
  ).toEqual({
    "Not due yet": [1_00, 1],
    "1 to 30 days late": [6_00, 2],
    "31 to 60 days late": [24_00, 2],
    "61 to 90 days late": [96_00, 2],
    "More than 90 days late": [128_00, 1],
  });
  for (const { cells } of aged.rows) {
    const asked = Object.fromEntries(new URL(cells[0]!.opens!, "http://x").searchParams);
    const page = await runList(
      t.database.read(ap),
      ap,
      invoiceList,
      listQuery(invoiceList).parse(asked),
    );
    expect([page.total, page.totals!.open]).toEqual([cells[0]!.rows, cells[0]!.value]);
  }
});
