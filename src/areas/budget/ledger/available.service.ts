import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";

export type AvailableLine = {
  accountStringId: string;
  fiscalYearId: string;
  code: string;
  available: number;
  /** Its fund only warns. */
  soft: boolean;
};

/** What budget lines of these accounts and years have left now; an account without a line has none. */
export const availableOf = (
  db: Db,
  accounts: readonly { accountStringId: string; fiscalYearId: string }[],
): Promise<AvailableLine[]> =>
  db.rows<AvailableLine>(sql`
    select
      l.account_string_id, l.fiscal_year_id, s.code, f.stop = 'soft' as soft,
      l.original + l.adjusted - l.pre_encumbered - l.encumbered - l.expended as available
    from budget_line l
    join account_string s on s.org_id = l.org_id and s.id = l.account_string_id
    join segment_value f on f.org_id = s.org_id and f.id = s.fund_id
    join unnest(
        ${accounts.map((a) => a.accountStringId)}::uuid[],
        ${accounts.map((a) => a.fiscalYearId)}::uuid[]
      ) as asked(account_id, year_id)
      on asked.account_id = l.account_string_id
      and asked.year_id = l.fiscal_year_id
    where l.org_id = ${db.scope.orgId}
  `);
