// What the demo must hold for people to try everything: each state of a purchase and each thing
// that can be wrong with a bill, whatever the day it is told on.
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { orderCycle } from "#areas/procurement/order/order.model.ts";
import { requisitionCycle } from "#areas/procurement/requisition/requisition.model.ts";
import { exceptionNames } from "#areas/finance/invoice/invoice.labels.ts";
import { carverCountyId } from "#areas/identity/identity.public.ts";
import { startEmbedded } from "#server/db/embedded/embedded.ts";

let client: pg.Client;
let leave: () => Promise<void>;
beforeAll(async () => {
  const embedded = await startEmbedded(process.env.E2E_DATA!);
  client = new pg.Client({ connectionString: embedded.url });
  await client.connect();
  leave = embedded.stop;
});
afterAll(async () => {
  await client.end();
  await leave();
});

const told = async (text: string) =>
  (await client.query<{ what: string; n: number }>(text, [carverCountyId])).rows;
const kinds = async (table: string, column: string) =>
  (
    await told(`
      select ${column} as what, count(*)::int as n
      from ${table}
      where org_id = $1
      group by 1
    `)
  )
    .map((r) => r.what)
    .sort();
const count = async (text: string) =>
  (await told(`select '' as what, count(*)::int as n from ${text}`))[0]!.n;

test("requisitions and orders stand in every state, and bills have every kind of exception", async () => {
  expect(await kinds("requisition", "status")).toEqual(
    Object.keys(requisitionCycle.statuses).sort(),
  );
  expect(await kinds("purchase_order", "status")).toEqual(
    expect.arrayContaining(
      Object.keys(orderCycle.statuses)
        .filter((s) => s !== "returned")
        .sort(),
    ),
  );
  // Nobody of the demo credits a cost that another account bore.
  expect(await kinds("invoice_exception", "kind")).toEqual(
    Object.keys(exceptionNames)
      .filter((kind) => kind !== "credited")
      .sort(),
  );
});

test("is as large as an agency's year, and its money adds up", async () => {
  expect(await count("requisition where org_id = $1")).toBeGreaterThanOrEqual(300);
  expect(await count("purchase_order where org_id = $1")).toBeGreaterThanOrEqual(200);
  expect(await count("invoice where org_id = $1")).toBeGreaterThanOrEqual(250);
  expect(await count("vendor where org_id = $1")).toBeGreaterThanOrEqual(120);
  expect(await count("payment_run where org_id = $1")).toBeGreaterThanOrEqual(2);
  expect(await count("purchase_order_split where org_id = $1")).toBeGreaterThan(20);
  expect(
    await count(`
      (
        select l.account_string_id, l.fiscal_year_id, sum(l.encumbered) as held
        from budget_line l
        where l.org_id = $1
        group by 1, 2
      ) b
      full join (
        select account_string_id, fiscal_year_id, sum(encumbered) as held
        from (
          select s.account_string_id, o.fiscal_year_id, s.encumbered
          from purchase_order_share s
          join purchase_order_line l on l.org_id = s.org_id and l.id = s.line_id
          join purchase_order o on o.org_id = l.org_id and o.id = l.purchase_order_id
          where s.org_id = $1
          union all
          select w.account_string_id, w.fiscal_year_id, w.encumbered
          from subaward w
          where w.org_id = $1 and w.fiscal_year_id is not null
        ) held
        group by 1, 2
      ) s on (s.account_string_id, s.fiscal_year_id) = (b.account_string_id, b.fiscal_year_id)
      where coalesce(b.held, 0) <> coalesce(s.held, 0)
    `),
  ).toBe(0);
});
