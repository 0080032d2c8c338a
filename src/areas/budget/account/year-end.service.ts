import type { z } from "zod";
import { formatDate } from "#kernel/dates.ts";
import { businessDate } from "#server/clock.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import type { fiscalYearRow } from "../budget.model.ts";
import { booksOf } from "../period/books.service.ts";
import type { LineAtClose } from "./closing.model.ts";

export type Year = z.output<typeof fiscalYearRow>;

export const yearColumns = sql`id, year, starts_on, ends_on, status, version`;

// The open year that comes next: what is under way goes there.
export const following = (db: Db, year: Year): Promise<Year | null> =>
  db.maybe<Year>(sql`
    select ${yearColumns}
    from fiscal_year
    where org_id = ${db.scope.orgId} and status = 'open' and starts_on > ${year.endsOn}::date
    order by starts_on
    limit 1
  `);

// Why a year cannot be closed today, whatever it holds.
export const obstacle = async (db: Db, year: Year, next: Year | null): Promise<string | null> => {
  if (year.status === "closed") return "This fiscal year is closed already.";
  if (businessDate(db.scope) <= year.endsOn)
    return `Fiscal year ${year.year} runs until ${formatDate(year.endsOn)}; it can be closed from the day after.`;
  const earlier = await db.maybe<{ year: number }>(sql`
    select year
    from fiscal_year
    where org_id = ${db.scope.orgId} and status <> 'closed' and ends_on < ${year.startsOn}::date
    order by starts_on
    limit 1
  `);
  if (earlier)
    return `Close fiscal year ${earlier.year} first: what is open in it goes into this one.`;
  const books = await booksOf(db);
  if (books && books.beginsOn <= year.endsOn && (books.closedThrough ?? "") < year.endsOn)
    return `Close the periods of the general ledger through ${formatDate(year.endsOn)} first; the adjustment period stays open for what the year end brings.`;
  return next ? null : "Open the next fiscal year first: what is under way goes along into it.";
};

// The lines of a year with what stands beside them in the next one, in the order in which postings
// lock them.
export const linesOf = async (
  db: Db,
  from: Year,
  to: Year | null,
  lock: boolean,
): Promise<LineAtClose[]> => {
  if (lock)
    for (const year of [from, to!])
      await db.rows(sql`
        select 1 as locked
        from budget_line
        where org_id = ${db.scope.orgId} and fiscal_year_id = ${year.id}
        order by account_string_id
        for update
      `);
  return db.rows<LineAtClose>(sql`
    select
      l.id, l.account_string_id, s.code, f.stop, a.class in ('revenue', 'transfer_in') as comes_in,
      l.original + l.adjusted as budget, l.pre_encumbered, l.encumbered, l.expended,
      n.id as next_id,
      coalesce(
        n.original + n.adjusted - n.pre_encumbered - n.encumbered - n.expended, 0
      ) as next_available
    from budget_line l
    join account_string s on s.org_id = l.org_id and s.id = l.account_string_id
    join segment_value f on f.org_id = s.org_id and f.id = s.fund_id
    join segment_value a on a.org_id = s.org_id and a.id = s.account_id
    left join budget_line n
      on n.org_id = l.org_id
      and n.account_string_id = l.account_string_id
      and n.fiscal_year_id = ${to?.id ?? null}
    where l.org_id = ${db.scope.orgId} and l.fiscal_year_id = ${from.id}
    order by l.account_string_id
  `);
};
