import type { Day } from "#kernel/time.ts";
import type { Db } from "#server/db/db.ts";
import { sql, type Sql } from "#server/db/sql.ts";
import type { AccountClass } from "../chart.labels.ts";

/**
 * A movement of a budget line that the general ledger follows; signed cents. `startsOn` and `endsOn`
 * are the days of its fiscal year.
 */
type LedgerMovement = {
  id: string;
  kind: string;
  adjusted: number;
  encumbered: number;
  expended: number;
  documentType: string;
  documentId: string;
  documentNumber: string;
  postedOn: Day;
  note: string;
  fiscalYearId: string;
  startsOn: Day;
  endsOn: Day;
  accountStringId: string;
  code: string;
  fundId: string;
  accountId: string;
  class: AccountClass;
};

/**
 * What moved budgets, encumbrances and expenditure of the years from `from` on and is not among
 * `known` (a statement that selects `source_id`), in the order of its writing; entries of the general ledger
 * itself, which write their own lines, are left out. `after`: an id from which on it
 * looks; null looks at everything.
 */
export const ledgerMovements = (
  db: Db,
  {
    from,
    known,
    after = null,
    limit,
  }: { from: Day; known: Sql; after?: string | null; limit: number },
): Promise<LedgerMovement[]> =>
  db.rows<LedgerMovement>(sql`
    select
      e.id, e.kind, e.adjusted, e.encumbered, e.expended, e.document_type, e.document_id,
      e.document_number, e.posted_on, e.note, l.fiscal_year_id, y.starts_on, y.ends_on,
      l.account_string_id, s.code, s.fund_id, s.account_id, a.class
    from commitment_entry e
    join budget_line l on l.org_id = e.org_id and l.id = e.budget_line_id
    join fiscal_year y on y.org_id = l.org_id and y.id = l.fiscal_year_id
    join account_string s on s.org_id = l.org_id and s.id = l.account_string_id
    join segment_value a on a.org_id = s.org_id and a.id = s.account_id
    left join (${known}) k on k.source_id = e.id
    where e.org_id = ${db.scope.orgId}
      and e.id >= coalesce(${after}::uuid, '00000000-0000-0000-0000-000000000000')
      and (e.adjusted <> 0 or e.encumbered <> 0 or e.expended <> 0)
      and e.document_type <> 'journalEntry'
      and y.starts_on >= ${from}::date
      and k.source_id is null
    order by e.id
    limit ${limit}
  `);

/** What documents of a kind expended by fund, in cents. */
export const expendedByFund = (
  db: Db,
  documentType: string,
  ids: readonly string[],
): Promise<{ documentId: string; fundId: string; cents: number }[]> =>
  db.rows(sql`
    select e.document_id, s.fund_id, sum(e.expended)::bigint as cents
    from commitment_entry e
    join budget_line l on l.org_id = e.org_id and l.id = e.budget_line_id
    join account_string s on s.org_id = l.org_id and s.id = l.account_string_id
    where e.org_id = ${db.scope.orgId}
      and e.document_type = ${documentType}
      and e.document_id = any(${[...ids]}::uuid[])
    group by e.document_id, s.fund_id
    having sum(e.expended) <> 0
    order by e.document_id, s.fund_id
  `);

/** What documents of a kind expended by line, in cents: up for what a line bears, down for what it gave. */
export const expendedOfDocuments = (
  db: Db,
  documentType: string,
): Promise<
  {
    documentId: string;
    documentNumber: string;
    accountStringId: string;
    fiscalYearId: string;
    cents: number;
  }[]
> =>
  db.rows(sql`
    select
      e.document_id, e.document_number, l.account_string_id, l.fiscal_year_id,
      sum(e.expended)::bigint as cents
    from commitment_entry e
    join budget_line l on l.org_id = e.org_id and l.id = e.budget_line_id
    where e.org_id = ${db.scope.orgId} and e.document_type = ${documentType}
    group by e.document_id, e.document_number, l.account_string_id, l.fiscal_year_id
    having sum(e.expended) <> 0
    order by e.document_number, l.account_string_id
  `);

/** Funds and accounts of the chart that budgets are made of. */
export const chartOfBudgets = (
  db: Db,
): Promise<
  {
    id: string;
    kind: "fund" | "account";
    code: string;
    name: string;
    class: AccountClass;
    active: boolean;
  }[]
> =>
  db.rows(sql`
    select id, kind, code, name, class, active
    from segment_value
    where org_id = ${db.scope.orgId} and kind in ('fund', 'account')
    order by kind, code
  `);

/** Expenditure and receipts of budget lines of a year by account string, in cents. */
export const expendedOfYear = (
  db: Db,
  fiscalYearId: string,
): Promise<
  { accountStringId: string; code: string; budget: number; encumbered: number; expended: number }[]
> =>
  db.rows(sql`
    select l.account_string_id, s.code, l.original + l.adjusted as budget, l.encumbered, l.expended
    from budget_line l
    join account_string s on s.org_id = l.org_id and s.id = l.account_string_id
    where l.org_id = ${db.scope.orgId} and l.fiscal_year_id = ${fiscalYearId}
    order by s.code
  `);
