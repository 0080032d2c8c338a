// Two hundred orders go out at the same moment under a contract that has room for seven.
import { afterAll, beforeAll, expect, test } from "vitest";
import { Problem } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { bind, sql } from "#server/db/sql.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { contractAgency } from "../contracts.setup.ts";

let t: TestDatabase;
let a: Awaited<ReturnType<typeof contractAgency>>;
beforeAll(async () => {
  t = await freshDatabase();
  a = await contractAgency(t);
});
afterAll(() => t.drop());

// Copies of one approved order, as its rows are stored.
const copies = (id: string, count: number) =>
  a.as(a.people.buyer, async (tx) => {
    const ids = Array.from({ length: count }, () => newId());
    for (const [table, key] of [
      ["purchase_order", "id"],
      ["purchase_order_line", "purchase_order_id"],
    ] as const) {
      const [row] = await tx.rows<{ row: object }>(
        bind(`select to_jsonb(r) as row from ${table} r where org_id = $1 and ${key} = $2`, [
          a.agency.orgId,
          id,
        ]),
      );
      const rows = ids.map((copy, n) => ({
        ...row!.row,
        ...(key === "id"
          ? { id: copy, number: `PO-COPY-${n}` }
          : { id: newId(), purchase_order_id: copy }),
      }));
      await tx.rows(
        bind(
          `insert into ${table} select * from jsonb_populate_recordset(null::${table}, $1::jsonb)`,
          [JSON.stringify(rows)],
        ),
      );
    }
    return ids;
  });

test("exactly seven are issued, each of the others learns what is left, and the count agrees", async () => {
  const contractId = await a.inForce({
    ceiling: 799_00,
    yearPlan: [{ year: 2027, amount: 799_00 }],
  });
  const first = await a.ordered(contractId, "100.00");
  const ids = [first, ...(await copies(first, 199))];
  const ended = await Promise.all(
    ids.map((id) =>
      a.issue(id).then(
        () => "issued",
        (error: unknown) => (error instanceof Problem ? error : Promise.reject(error as Error)),
      ),
    ),
  );
  const refused = ended.filter((each) => each instanceof Problem);
  expect(ended.filter((each) => each === "issued")).toHaveLength(7);
  expect(refused).toHaveLength(193);
  for (const problem of refused)
    expect(problem).toMatchObject({
      code: "over_ceiling",
      message: expect.stringContaining("$99.00 left of $799.00") as string,
    });
  const { drawn, out } = await t.database.read(a.people.buyer).one<{
    drawn: number;
    out: number;
  }>(sql`
    select c.drawn, count(o.id) as out
    from contract c
    left join purchase_order o
      on o.org_id = c.org_id
      and o.contract_id = c.id
      and o.status = 'issued'
    where c.org_id = ${a.agency.orgId} and c.id = ${contractId}
    group by c.drawn
  `);
  const entries = await t.database.read(a.people.buyer).rows<{ amount: number }>(sql`
    select amount
    from contract_ceiling_entry
    where org_id = ${a.agency.orgId} and contract_id = ${contractId} and kind = 'order'
  `);
  expect(entries.map((entry) => entry.amount)).toEqual(Array.from({ length: 7 }, () => 100_00));
  expect({ drawn, out }).toEqual({ drawn: 700_00, out: 7 });
});
