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
  // Nobody of the demo credits a cost that another account bore, no rule of it demands the place of a delivery,
  // and no vendor of it sends data that its own page contradicts.
  expect(await kinds("invoice_exception", "kind")).toEqual(
    Object.keys(exceptionNames)
      .filter((kind) => !["credited", "delivery", "document"].includes(kind))
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

test("one award is half drawn, one in closeout drew, the disaster has costs, and accounts are budgeted as awards are", async () => {
  const { rows } = await client.query<{
    code: string;
    status: string;
    disaster: boolean;
    amount: number;
    whole: number;
    budgeted: number;
    drawn: number;
  }>(
    `
      select
        g.code, w.status, w.disaster, w.amount::float8 as amount,
        (w.amount + w.match)::float8 as whole,
        (
          select coalesce(sum(l.original + l.adjusted), 0)::float8
          from budget_line l
          join account_string s on s.org_id = l.org_id and s.id = l.account_string_id
          join segment_value a on a.org_id = s.org_id and a.id = s.account_id
          where l.org_id = w.org_id and s.award_id = g.id and a.class = 'expenditure'
        ) as budgeted,
        (
          select coalesce(sum(d.paid), 0)::float8
          from drawdown d
          where d.org_id = w.org_id and d.award_id = w.id
        ) as drawn
      from grant_award w
      join segment_value g on g.org_id = w.org_id and g.id = w.segment_id
      where w.org_id = $1
      order by g.code
    `,
    [carverCountyId],
  );
  const awards = rows.filter((w) => ["CPM26", "DR4897", "EMPG25", "PHEP"].includes(w.code));
  expect(awards.map((w) => [w.code, w.budgeted])).toEqual(awards.map((w) => [w.code, w.whole]));
  expect(awards).toHaveLength(4);
  const of = (code: string) => awards.find((w) => w.code === code)!;
  expect(of("CPM26").drawn).toBe(of("CPM26").amount / 2);
  expect(of("EMPG25").status).toBe("ended");
  expect(of("EMPG25").drawn).toBeGreaterThan(0);
  expect(of("PHEP").drawn).toBeGreaterThan(0);
  // What the disaster's award may take: costs of emergency requisitions that no award carries yet.
  expect(of("DR4897").disaster).toBe(true);
  expect(
    await count(`
      cost_line c
      join account_string s on s.org_id = c.org_id and s.id = c.account_string_id
      where c.org_id = $1 and c.emergency and c.moves_id is null and s.award_id is null
    `),
  ).toBeGreaterThan(0);
});

test("the adopted book counts its positions, year beside year", async () => {
  const { rows } = await client.query<{ positions: number; fte: number; departments: number }>(
    `
      select
        (
          select sum((p ->> 'count')::int)::int
          from jsonb_array_elements(b.content -> 'positions') p
        ) as positions,
        (
          select sum((s ->> 'fte')::int)::int
          from jsonb_array_elements(b.content -> 'staffing') s
        ) as fte,
        jsonb_array_length(b.content -> 'staffing') as departments
      from budget_book b
      join budget_cycle c on c.org_id = b.org_id and c.id = b.cycle_id
      where b.org_id = $1 and c.adopted_at is not null and b.stage = 'adopted'
      order by b.version_no desc
      limit 1
    `,
    [carverCountyId],
  );
  expect(rows).toMatchObject([{ positions: 180, departments: 6 }]);
  expect(rows[0]!.fte).toBeGreaterThan(150_000);
});
