// Every day that is stored is the agency's. The acts of a purchase are sent when the day in UTC is
// another one; afterwards no column of any table that holds days may hold that other day.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { dateIn, instantIn } from "#kernel/dates.ts";
import { nextBankDay } from "#kernel/holidays.ts";
import { instantAt } from "#kernel/time.ts";
import { createAndSubmit } from "#areas/procurement/requisition/submission.service.ts";
import { requisitionInput } from "#areas/procurement/requisition/requisition.model.ts";
import { amendLine } from "#areas/budget/change/change.service.ts";
import { sql, raw } from "#server/db/sql.ts";
import { makeMembers, makePolicy } from "#server/testing/agency.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { approvedInvoice, approvedRun, payingAgency } from "#server/testing/payments.ts";
import { issuedOrder, receiveGoods } from "#server/testing/purchase.ts";

let t: TestDatabase;
beforeAll(async () => {
  t = await freshDatabase();
});
afterAll(() => t.drop());

const dayIn = (timeZone: string) => dateIn(instantAt(Date.now()), timeZone);

/** Columns of days of tables of agencies, with how many of their rows hold this day. */
const columnsWith = async (actor: Actor, day: string): Promise<string[]> => {
  const db = t.database.read(actor);
  const columns = await db.rows<{ tableName: string; columnName: string }>(sql`
    select c.table_name, c.column_name
    from information_schema.columns c
    join information_schema.tables x
      on x.table_schema = c.table_schema
      and x.table_name = c.table_name
      and x.table_type = 'BASE TABLE'
    where c.table_schema = 'public'
      and c.data_type = 'date'
      and exists (
        select 1
        from information_schema.columns o
        where o.table_schema = 'public' and o.table_name = c.table_name and o.column_name = 'org_id'
      )
  `);
  expect(columns.length).toBeGreaterThan(30);
  const found: string[] = [];
  for (const { tableName, columnName } of columns) {
    const { n } = await db.one<{ n: number }>(sql`
      select count(*)::int as n
      from ${raw(tableName)}
      where org_id = ${actor.orgId} and ${raw(columnName)} = ${day}::date
    `);
    if (n > 0) found.push(`${tableName}.${columnName}`);
  }
  return found;
};

test.each([
  ["half past eleven in the evening in Chicago", "America/Chicago", "T23:30", 1],
  ["half past midnight in Auckland", "Pacific/Auckland", "T00:30", -1],
])("at %s every act is of the agency's day", async (_, timeZone, clock, ahead) => {
  const day = dayIn(timeZone);
  const businessNow = new Date(instantIn(`${day}${clock}`, timeZone)).toISOString();
  const other = businessNow.slice(0, 10);
  expect(Math.sign(Date.parse(other) - Date.parse(day))).toBe(ahead);
  const agency = await payingAgency(t.database);
  await t.database.transaction(agency.people.admin, (tx) =>
    tx.rows(sql`update organization set time_zone = ${timeZone} where id = ${agency.orgId}`),
  );
  const more = await makeMembers(t.database, agency, {
    buyer: { duties: ["buyer"] },
    receiver: { duties: ["receiver"] },
    requester: { duties: ["requester"] },
    budgetOfficer: { duties: ["budget_officer"] },
  });
  const atThatHour = <N extends string>(people: Record<N, Actor>) =>
    Object.fromEntries(
      Object.entries<Actor>(people).map(([name, actor]) => [
        name,
        { ...actor, timeZone, businessNow },
      ]),
    ) as unknown as Record<N, Actor>;
  const people = { ...atThatHour(agency.people), ...atThatHour(more) };
  const then = { ...agency, people };
  for (const documentType of ["requisition", "purchaseOrder", "budgetChange"] as const)
    await makePolicy(t.database, people.admin, { documentType });
  const splits = [{ accountStringId: agency.accountStringId }];
  const line = { description: "Repair stone", quantity: "2", unit: "t", unitPrice: "40" };

  await t.database.transaction(people.requester, (tx) =>
    createAndSubmit(
      tx,
      people.requester,
      requisitionInput.parse({
        title: "Stone",
        neededOn: "2030-01-15",
        departmentId: agency.departmentId,
        lines: [{ ...line, splits }],
      }),
    ),
  );
  const order = await issuedOrder(t.database, people, {
    vendorId: agency.vendor.id,
    departmentId: agency.departmentId,
    lines: [{ ...line, splits }],
  });
  await receiveGoods(t.database, people, order, ["1"]);
  await approvedInvoice(t.database, then);
  await approvedRun(t.database, then);
  const officer = people.budgetOfficer;
  const budget = await t.database.read(officer).one<{ id: string; version: number }>(sql`
    select id, version
    from budget_line
    where org_id = ${agency.orgId}
    limit 1
  `);
  const change = { amount: 100_00, reason: "Storm", source: "Reserve" };
  await t.database.transaction(officer, (tx) =>
    amendLine(tx, officer, budget.id, change, budget.version),
  );

  // Who pays on a day without banks pays on the next, which then is the other calendar's today.
  const settles = nextBankDay(day) === other ? ["payment_run.pay_on"] : [];
  expect(await columnsWith(people.admin, other)).toEqual(settles);
  expect(await columnsWith(people.admin, day)).toEqual(
    expect.arrayContaining([
      "invoice.received_on",
      "purchase_order.ordered_on",
      "receipt.received_on",
      "requisition.requested_on",
      "commitment_entry.posted_on",
    ]),
  );
});
