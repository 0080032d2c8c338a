// What stock charges as it is issued is followed into the general ledger, and what takes it back too.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { sql } from "#server/db/sql.ts";
import { makeMembers } from "#server/testing/agency.ts";
import { makeChargedStock, type ChargedStock } from "#server/testing/charged-stock.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { beginGeneralLedger } from "../begin/begin.service.ts";
import { booksRules } from "../books.checks.ts";
import { followOnce } from "./follower.service.ts";
import "../books.server.ts";

let t: TestDatabase;
let s: ChargedStock;
let people: Record<"controller" | "chief", Actor>;

beforeAll(async () => {
  t = await freshDatabase();
  s = await makeChargedStock(t);
  people = await makeMembers(t.database, s.agency, {
    controller: { duties: ["controller"] },
    chief: { role: "manager" },
  });
  await s.as(people.chief, (tx, chief) => beginGeneralLedger(tx, chief, s.agency.fiscalYearId));
});
afterAll(() => t.drop());

const follow = async (): Promise<void> => {
  for (let n = 0; n < 50; n += 1)
    if ((await s.as(people.controller, (tx) => followOnce(tx))).seen === 0) return;
};
type Line = { fund: "stores" | "other"; account: string; cents: number };
const balances = async (movementId: string): Promise<Line[]> =>
  s.db().rows<Line>(sql`
    select
      case when l.fund_id = ${s.storesFund} then 'stores' else 'other' end as fund,
      coalesce(g.role, 'own') as account, sum(l.cents)::bigint as cents
    from gl_entry e
    join gl_line l on l.org_id = e.org_id and l.entry_id = e.id
    join gl_account g on g.org_id = l.org_id and g.id = l.account_id
    where e.org_id = ${s.agency.orgId} and e.document_id = ${movementId}
    group by 1, 2, g.id
    having sum(l.cents) <> 0
    order by 1, 2, 3
  `);
const kept = async () =>
  (
    await Promise.all(
      booksRules.map((rule) =>
        rule.check({
          ...{ db: s.db(), app: t.app, actor: people.controller },
          beat: async () => {},
        }),
      ),
    )
  ).flat();

test("an issue moves expenditure from the stores to the consumer; in two funds cash settles them, and a reversal takes it back", async () => {
  const id = await s.item();
  await s.stock(id, "10", 100_00);
  const own = await s.issueTo(id, "4", s.roads);
  const apart = await s.issueTo(id, "3", s.other);
  await follow();
  expect(await balances(own.id)).toEqual([
    { fund: "stores", account: "own", cents: -40_00 },
    { fund: "stores", account: "own", cents: 40_00 },
  ]);
  expect(await balances(apart.id)).toEqual([
    { fund: "other", account: "cash", cents: -30_00 },
    { fund: "other", account: "own", cents: 30_00 },
    { fund: "stores", account: "cash", cents: 30_00 },
    { fund: "stores", account: "own", cents: -30_00 },
  ]);
  await s.reverse(apart);
  await follow();
  const { cents } = await s.db().one<{ cents: number }>(sql`
    select coalesce(sum(abs(t.cents)), 0)::bigint as cents
    from (
      select sum(l.cents) as cents
      from gl_line l
      where l.org_id = ${s.agency.orgId} and l.fund_id <> ${s.storesFund}
      group by l.account_id
    ) t
  `);
  expect(cents).toBe(0);
  const waits = await s.db().rows<{ reason: string }>(sql`
    select reason
    from gl_pending
    where org_id = ${s.agency.orgId}
  `);
  expect(waits).toEqual([]);
  expect(await kept()).toEqual([]);
});
