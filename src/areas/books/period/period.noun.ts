import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { defineNoun } from "#server/lifecycle.ts";
import { accountingPeriod } from "../books.tables.ts";
import type { PeriodRecord } from "./period.record.ts";
import { checksOf, sentenceOf } from "./close-checks.service.ts";
import {
  periodCycle,
  type PeriodAction,
  type PeriodFacts,
  type PeriodStatus,
} from "./period.labels.ts";

// Periods are closed one after the other.
const before = (db: Db, { orgId, year, place }: PeriodRecord, status: string) =>
  db.maybe<{ name: string }>(sql`
    select p.name
    from accounting_period p
    where p.org_id = ${orgId}
      and (p.year, p.place) < (${year}::int, ${place}::int)
      and not p.adjustment
      and (p.status = 'open' or (${status}::text = 'soft_closed' and p.status <> 'closed'))
    order by p.year, p.place
    limit 1
  `);

const isFollowed = async (db: Db, { orgId, year, place }: PeriodRecord): Promise<boolean> =>
  (await db.maybe(sql`
    select 1 as found
    from accounting_period p
    where p.org_id = ${orgId}
      and (p.year, p.place) > (${year}::int, ${place}::int)
      and p.status <> 'open'
    limit 1
  `)) !== null;

/** What the rules of a period look at. */
export const periodFacts = async (
  db: Db,
  row: PeriodRecord,
): Promise<PeriodRecord & PeriodFacts> => {
  if (row.status === "closed") return { ...row, blocks: [], followed: await isFollowed(db, row) };
  const [earlier, later, checks] = await Promise.all([
    before(db, row, row.status),
    isFollowed(db, row),
    checksOf(db, row),
  ]);
  const order = earlier
    ? [`${earlier.name} comes first: periods are closed one after the other.`]
    : [];
  const stops = checks.filter((c) => c.stops && c.count > 0).map(sentenceOf);
  return { ...row, blocks: [...order, ...stops], followed: later };
};

export const periodNoun = defineNoun<
  PeriodStatus,
  PeriodAction,
  typeof accountingPeriod,
  PeriodRecord & PeriodFacts
>({
  name: "accountingPeriod",
  read: "books.read",
  path: "accounting-periods",
  page: "/budget-management/close",
  table: accountingPeriod,
  cycle: periodCycle,
  number: (row) => row.number,
  load: (tx, row) => periodFacts(tx, row),
});
