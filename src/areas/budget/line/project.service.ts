import type { Day } from "#kernel/time.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";

/** The account strings that charge a project's segment. */
export const accountsOfProject = async (db: Db, segmentId: string): Promise<string[]> =>
  (
    await db.rows<{ id: string }>(sql`
      select id
      from account_string
      where org_id = ${db.scope.orgId} and project_id = ${segmentId}
      order by id
    `)
  ).map(({ id }) => id);

/** What the ledger says of a project over all fiscal years, in cents; lines of revenue left out. */
export type ProjectLedger = {
  segmentId: string;
  budget: number;
  preEncumbered: number;
  encumbered: number;
  expended: number;
};

/** The same of these segments; one without a line is not among them. */
export const projectLedgers = (db: Db, segmentIds: readonly string[]): Promise<ProjectLedger[]> =>
  db.rows<ProjectLedger>(sql`
    select
      s.project_id as segment_id, sum(l.original + l.adjusted)::bigint as budget,
      sum(l.pre_encumbered)::bigint as pre_encumbered, sum(l.encumbered)::bigint as encumbered,
      sum(l.expended)::bigint as expended
    from account_string s
    join budget_line l on l.org_id = s.org_id and l.account_string_id = s.id
    join segment_value a
      on a.org_id = s.org_id
      and a.id = s.account_id
      and a.class in ('expenditure', 'transfer_out')
    where s.org_id = ${db.scope.orgId} and s.project_id = any(${[...segmentIds]}::uuid[])
    group by 1
  `);

/** A document that committed or spent a project's money; what it spent stands in cents. */
export type ProjectDocument = {
  documentType: string;
  documentId: string;
  documentNumber: string;
  expended: number;
};

/**
 * Every document that the ledger has of a project's segment, but for what made its budget, by number;
 * spent before a day, where one is named.
 */
export const projectDocuments = (
  db: Db,
  segmentId: string,
  before: Day | null = null,
): Promise<ProjectDocument[]> =>
  db.rows<ProjectDocument>(sql`
    select
      e.document_type, e.document_id, max(e.document_number) as document_number,
      coalesce(
        sum(e.expended) filter (where ${before}::date is null or e.posted_on < ${before}::date), 0
      )::bigint as expended
    from account_string s
    join budget_line l on l.org_id = s.org_id and l.account_string_id = s.id
    join segment_value a
      on a.org_id = s.org_id
      and a.id = s.account_id
      and a.class in ('expenditure', 'transfer_out')
    join commitment_entry e on e.org_id = l.org_id and e.budget_line_id = l.id
    where s.org_id = ${db.scope.orgId}
      and s.project_id = ${segmentId}
      and (e.pre_encumbered <> 0 or e.encumbered <> 0 or e.expended <> 0)
    group by 1, 2
    order by 3
  `);

/**
 * SQL of what the ledger says of a project over all fiscal years, in cents, of the agency's id and
 * the project's segment as SQL: its budget, what is committed and not spent, what is spent.
 */
export const ledgerOfProject = (org: string, segment: string) => {
  const sum = (what: string) => `coalesce((
  select sum(${what})
  from account_string project_string
  join budget_line project_line
    on project_line.org_id = project_string.org_id
    and project_line.account_string_id = project_string.id
  join segment_value project_account
    on project_account.org_id = project_string.org_id
    and project_account.id = project_string.account_id
    and project_account.class in ('expenditure', 'transfer_out')
  where project_string.org_id = ${org} and project_string.project_id = ${segment}
), 0)::bigint`;
  return {
    budget: sum("project_line.original + project_line.adjusted"),
    committed: sum("project_line.pre_encumbered + project_line.encumbered"),
    spent: sum("project_line.expended"),
  };
};

/** Which of the agency's segments these are, by their codes; a code that is none is not among them. */
export const projectsByCode = async (
  db: Db,
  codes: readonly string[],
): Promise<ReadonlyMap<string, { id: string; name: string }>> => {
  const rows = await db.rows<{ id: string; code: string; name: string }>(sql`
    select id, code, name
    from segment_value
    where org_id = ${db.scope.orgId}
      and kind = 'project'
      and active
      and code = any(${[...codes]}::text[])
  `);
  return new Map(rows.map(({ code, ...row }) => [code, row]));
};
