import fc from "fast-check";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import "#areas.server.ts";
import { exceptionNames, exceptionOwners } from "#areas/finance/invoice/invoice.labels.ts";
import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import { permissions } from "#roles.ts";
import { allFacts } from "#server/area.ts";
import { daysWithin } from "#server/facts/waiting.model.ts";
import { runList } from "#server/http/list-page.ts";
import { listQuery } from "#server/http/list.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { agencyDay } from "#server/testing/days.ts";
import { approvedInvoice, payingAgency, type PayingAgency } from "#server/testing/payments.ts";
import { questionInput } from "../figure/figure.model.ts";
import { answerOf } from "../figure/figure.service.ts";
import { payablesReports } from "./payables.data.ts";

let t: TestDatabase;
let owner: pg.Client;
let a: PayingAgency;
let me: Actor;
const bills: { id: string; cents: number }[] = [];
beforeAll(async () => {
  t = await freshDatabase();
  owner = new pg.Client({ connectionString: t.ownerUrl });
  await owner.connect();
  a = await payingAgency(t.database);
  me = {
    ...a.people.everything,
    permissions: new Set(Object.keys(permissions)) as never,
    timeZone: "America/Chicago",
  };
  for (const cents of [100_00, 250_00, 40_00])
    bills.push({ ...(await approvedInvoice(t.database, a, { cents })), cents });
});
afterAll(async () => {
  await owner.end();
  await t.drop();
});
beforeEach(async () => {
  await owner.query("delete from invoice_exception");
  await owner.query("update invoice set status = 'approved'");
});

const question = questionInput.parse(
  payablesReports.find((each) => each.id === "exceptions-by-cause")!.question,
);
const ask = () => answerOf(t.database.read(me), me, question);
const opened = async (id: string, address: string) => {
  const { list } = allFacts().find((fact) => fact.id === id)!;
  const asked = Object.fromEntries(new URL(address, "http://x").searchParams);
  return runList(t.database.read(me), me, list, listQuery(list).parse(asked));
};

/** An exception of a bill that arose some days ago and ended so many later, or goes on. */
type Exception = {
  bill: number;
  kind: string;
  duty: string;
  ago: number;
  took: number | null;
  status?: "accepted" | "cleared";
};
const raise = async ({ bill, kind, duty, ago, took, status = "accepted" }: Exception) => {
  const arose = agencyDay(-ago);
  await owner.query(
    `
      insert into invoice_exception (
        org_id, id, invoice_id, kind, message, owner_duty, status, created_at, resolved_at
      )
      values (
        $1, $2, $3, $4, 'It differs', $5, $6,
        ($7::date + interval '9 hours') at time zone 'America/Chicago',
        ($7::date + $8::int + interval '20 hours') at time zone 'America/Chicago'
      )
    `,
    [a.orgId, newId(), bills[bill]!.id, kind, duty, took === null ? "open" : status, arose, took],
  );
};

test("exceptions by hand: open ones, what they hold once in the whole, the median with the open as unfinished", async () => {
  for (const each of [
    { bill: 0, kind: "price", duty: "buyer", ago: 10, took: null },
    { bill: 1, kind: "price", duty: "buyer", ago: 20, took: 2 },
    { bill: 1, kind: "price", duty: "buyer", ago: 20, took: 4, status: "cleared" as const },
    { bill: 0, kind: "no_receipt", duty: "receiver", ago: 3, took: null },
    { bill: 1, kind: "no_receipt", duty: "receiver", ago: 1, took: null },
  ])
    await raise(each);
  const answer = await ask();
  expect(
    answer.rows.map(({ names, cells }) => [names[0], ...cells.map(({ value }) => value)]),
  ).toEqual([
    ["Not received, settled by receiving", 2, 350_00, null, null, 2],
    // Two of three ended, on the 2nd and the 4th day: 2/3, then 1/3 go on.
    ["Price, settled by the buyer", 1, 100_00, 4, null, 3],
  ]);
  expect(answer.totals.map(({ value }) => value)).toEqual([3, 350_00, 4, null, 5]);
  const [waits] = answer.rows;
  expect((await opened("exceptions", waits!.cells[0]!.opens!)).total).toBe(2);
  const page = await opened("invoices", waits!.cells[1]!.opens!);
  expect([page.total, page.totals!.open]).toEqual([2, 350_00]);
});

test("an exception of a bill that was turned down waits for nobody", async () => {
  await raise({ bill: 2, kind: "vendor", duty: "ap", ago: 5, took: null });
  await owner.query("update invoice set status = 'voided' where org_id = $1 and id = $2", [
    a.orgId,
    bills[2]!.id,
  ]);
  const { totals } = await ask();
  expect(totals.map(({ value }) => value).slice(0, 2)).toEqual([0, 0]);
});

const any = fc.record({
  bill: fc.integer({ min: 0, max: 2 }),
  kind: fc.constantFrom(...Object.keys(exceptionNames)),
  duty: fc.constantFrom(...Object.keys(exceptionOwners)),
  ago: fc.integer({ min: 0, max: 60 }),
  took: fc.option(fc.integer({ min: 0, max: 60 })),
});

test("over random histories counts, amounts and days are those reckoned one by one", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(any, { maxLength: 9 }), async (drawn) => {
      await owner.query("delete from invoice_exception");
      // Nothing ends after today.
      const all = drawn.map((e) => ({
        ...e,
        took: e.took !== null && e.took > e.ago ? null : e.took,
      }));
      for (const each of all) await raise(each);
      const of = (some: readonly Exception[]) => {
        const open = some.filter(({ took }) => took === null);
        const held = new Set(open.map(({ bill }) => bill));
        const waited = some.map(({ ago, took }) => ({
          days: took ?? ago,
          ended: took !== null,
          cases: 1,
        }));
        return [
          open.length,
          [...held].reduce((n, bill) => n + bills[bill]!.cents, 0),
          daysWithin(waited, 50),
          daysWithin(waited, 90),
          some.length,
        ];
      };
      const { rows, totals } = await ask();
      expect(totals.map(({ value }) => value)).toEqual(of(all));
      for (const { keys, cells } of rows.filter((row) => row.keys[0] !== null)) {
        const own = all.filter(({ kind, duty }) => `${kind}/${duty}` === keys[0]);
        expect(cells.map(({ value }, at) => (at === 2 || at === 3 ? value : (value ?? 0)))).toEqual(
          of(own),
        );
      }
    }),
    { numRuns: 20 },
  );
});
