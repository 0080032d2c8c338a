import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";

/** What the ledger expended on an account string from a day to another, both inclusive, in cents. */
export const expendedIn = async (
  db: Db,
  accountStringId: string,
  from: string,
  to: string,
): Promise<number> =>
  (
    await db.one<{ cents: number }>(sql`
      select coalesce(sum(e.expended), 0)::bigint as cents
      from commitment_entry e
      join budget_line l on l.org_id = e.org_id and l.id = e.budget_line_id
      where e.org_id = ${db.scope.orgId}
        and l.account_string_id = ${accountStringId}
        and e.posted_on between ${from}::date and ${to}::date
    `)
  ).cents;

/** Full-time equivalents of departments in the newest cycle, in thousandths. */
export const fteByDepartment = async (db: Db): Promise<ReadonlyMap<string, number>> =>
  new Map(
    (
      await db.rows<{ id: string; fte: number }>(sql`
        select o.department_id as id, sum(o.fte_thousandths)::int as fte
        from budget_position o
        where o.org_id = ${db.scope.orgId}
          and o.package_id is null
          and o.cycle_id = (
            select c.id
            from budget_cycle c
            join fiscal_year y on y.org_id = c.org_id and y.id = c.fiscal_year_id
            where c.org_id = ${db.scope.orgId}
            order by y.year desc
            limit 1
          )
        group by 1
      `)
    ).map(({ id, fte }) => [id, fte]),
  );

type Encumbered = { documentId: string; accountStringId: string; year: number; cents: number };

/**
 * What documents of a kind encumbered by account string and fiscal year, in cents: the sum of what
 * was ever reserved for each, spent or not. Who plans a year by past orders spreads by it.
 */
export const encumberedOf = (
  db: Db,
  documentType: string,
  documentIds: readonly string[],
): Promise<Encumbered[]> =>
  db.rows<Encumbered>(sql`
    select
      e.document_id, l.account_string_id, y.year, sum(greatest(e.encumbered, 0))::bigint as cents
    from commitment_entry e
    join budget_line l on l.org_id = e.org_id and l.id = e.budget_line_id
    join fiscal_year y on y.org_id = l.org_id and y.id = l.fiscal_year_id
    where e.org_id = ${db.scope.orgId}
      and e.document_type = ${documentType}
      and e.document_id = any(${[...documentIds]}::uuid[])
    group by 1, 2, 3
    having sum(greatest(e.encumbered, 0)) > 0
    order by 2, 1, 3
  `);

/** Which of these accounts have a line in which year: `account year`, by their ids. */
export const budgetedAccounts = async (
  db: Db,
  accountStringIds: readonly string[],
): Promise<ReadonlySet<string>> =>
  new Set(
    (
      await db.rows<{ accountStringId: string; fiscalYearId: string }>(sql`
        select account_string_id, fiscal_year_id
        from budget_line
        where org_id = ${db.scope.orgId}
          and account_string_id = any(${[...accountStringIds]}::uuid[])
          and not closed
      `)
    ).map(({ accountStringId, fiscalYearId }) => `${accountStringId} ${fiscalYearId}`),
  );
