import { expect, test } from "vitest";
import { sql } from "#server/db/sql.ts";
import { makeAgency, makeMembers } from "#server/testing/agency.ts";
import { approvedInvoice } from "#server/testing/payments.ts";
import { a, as, bookTests, follow, people, t } from "../../books.setup.ts";
import { balanceImporter, readComparison } from "./balance.service.ts";

bookTests();

const take = (rows: readonly object[]) =>
  as(people.controller, async (tx, actor) => {
    const parsed = rows.map((row) => balanceImporter.schema.parse(row));
    const verdicts = await balanceImporter.plan(tx, parsed, "");
    const planned = verdicts.flatMap((v, at) =>
      v.action === "create" || v.action === "update" ? [{ row: parsed[at]!, ...v }] : [],
    );
    await balanceImporter.apply(tx, actor, planned as never, "", () => undefined);
    return verdicts.map((v) => (v.action === "reject" ? v.problem.column : v.action));
  });

const posted = async () => {
  await approvedInvoice(t.database, a, { cents: 90_00 });
  await follow();
  return t.database.read(people.controller).one<{ id: string; number: string; fund: string }>(sql`
    select p.id, p.number, f.code as fund
    from gl_line l
    join accounting_period p on p.org_id = l.org_id and p.id = l.period_id
    join gl_account f on f.org_id = l.org_id and f.id = l.fund_id
    join gl_account g on g.org_id = l.org_id and g.id = l.account_id and g.role = 'vouchers'
    where l.org_id = ${a.orgId}
    limit 1
  `);
};

test("the ledger of a period stands beside the finance system's balances, and a later file takes the place of the one before", async () => {
  const { id, number, fund } = await posted();
  const compare = () => readComparison(t.database.read(people.controller), id);
  const before = await compare();
  expect([before.loaded, before.here, before.there]).toEqual([false, 90_00, 0]);
  expect([before.rows, before.agreed]).toEqual([[], 0]);
  const row = { period: number, fund, account: "2010", net: -80_00 };
  expect(await take([row])).toEqual(["create"]);
  expect(await take([row])).toEqual(["skip"]);
  const during = await compare();
  expect(during.rows.find((r) => r.account === "2010")).toMatchObject({
    here: -90_00,
    there: -80_00,
    difference: -10_00,
    owed: "Partly not acknowledged, partly changed in the finance system",
  });
  expect(await take([{ ...row, net: -90_00 }])).toEqual(["update"]);
  const after = await compare();
  expect([after.rows.length, after.agreed]).toEqual([1, 1]);
});

test("a row of a period that the books do not have is refused, and another agency sees no balance", async () => {
  const { id, number, fund } = await posted();
  expect(await take([{ period: "2019-01", fund, account: "2010", net: 1_00 }])).toEqual(["Period"]);
  await take([{ period: number, fund, account: "2010", net: 1_00 }]);
  const other = await makeAgency(t.database);
  const { stranger } = await makeMembers(t.database, other, {
    stranger: { duties: ["controller"] },
  });
  expect(await readComparison(t.database.read(stranger), id)).toMatchObject({
    period: null,
    loaded: false,
    rows: [],
  });
});
