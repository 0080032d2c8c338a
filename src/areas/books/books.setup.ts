import { afterAll, beforeAll, beforeEach } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { day } from "#kernel/time.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { makeBudget, makeMembers } from "#server/testing/agency.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { payingAgency, type PayingAgency } from "#server/testing/payments.ts";
import "./books.server.ts";
import { beginGeneralLedger } from "./begin/begin.service.ts";
import { followOnce } from "./posting/follower.service.ts";

export let t: TestDatabase;
export let a: PayingAgency;
export let people: Record<"controller" | "chief" | "other", Actor>;
/** A second fund with a budget of its own. */
export let second: { accountStringId: string; fundId: string };

/** Somebody on a day, at noon of the agency. */
export const onDay = (actor: Actor, on: string): Actor => ({
  ...actor,
  businessNow: `${on}T18:00:00Z`,
});

export const as = <T>(actor: Actor, work: (tx: Tx, actor: Actor) => Promise<T>) =>
  t.database.transaction(actor, (tx) => work(tx, actor));

/** Follows until nothing is left. */
export const follow = async (): Promise<void> => {
  for (let n = 0; n < 50; n += 1)
    if ((await as(people.controller, (tx) => followOnce(tx))).seen === 0) return;
};

type Balance = { fund: string; account: string; cents: number };
/** Balances by fund and role or code of the account, those of nothing left out. */
export const balances = async (): Promise<Record<string, number>> => {
  const rows = await t.database.read(people.controller).rows<Balance>(sql`
    select
      case
        when l.fund_id = ${second.fundId} then 'second '
        else ''
      end || coalesce(g.role, 'own') as account,
      '' as fund, sum(l.cents)::bigint as cents
    from gl_line l
    join gl_account g on g.org_id = l.org_id and g.id = l.account_id
    where l.org_id = ${a.orgId}
    group by 1
    having sum(l.cents) <> 0
    order by 1
  `);
  return Object.fromEntries(rows.map(({ account, cents }) => [account, cents]));
};

/** The period of a day. */
export const periodOf = async (on: string): Promise<{ id: string; status: string }> =>
  t.database.read(people.controller).one<{ id: string; status: string }>(sql`
    select id, status
    from accounting_period
    where org_id = ${a.orgId} and ${day(on)} between first_day and last_day and not adjustment
  `);

/** Each test gets an agency that pays and keeps its books from October 2026 on. */
export const bookTests = (): void => {
  beforeAll(async () => void (t = await freshDatabase()));
  afterAll(() => t.drop());
  beforeEach(async () => {
    a = await payingAgency(t.database);
    people = await makeMembers(t.database, a, {
      controller: { duties: ["controller"] },
      chief: { role: "manager" },
      other: { duties: ["controller"] },
    });
    second = await makeBudget(t.database, a, 1_000_000_00);
    await as(people.chief, (tx, chief) => beginGeneralLedger(tx, chief, a.fiscalYearId));
  });
};
