import type { Actor } from "#kernel/access.ts";
import type { Db } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { actionsFor } from "#server/lifecycle.ts";
import { accountsWithOutstanding } from "#areas/finance/finance.server.ts";
import type { BankStanding, StatementDetail } from "./statement.model.ts";
import { statementFacts, statementNoun } from "./statement.noun.ts";
import { bankStatement } from "./statement.tables.ts";

/** A statement with what came in and went out by it, its file, and the actor's actions. */
export const readStatement = async (db: Db, actor: Actor, id: string): Promise<StatementDetail> => {
  const row = await getRow(db, bankStatement, id, "bank statement");
  const [facts, sums] = await Promise.all([
    statementFacts(db, row),
    db.one<Pick<StatementDetail, "cameIn" | "wentOut">>(sql`
      select
        coalesce(sum(cents) filter (where cents > 0), 0)::bigint as came_in,
        coalesce(-sum(cents) filter (where cents < 0), 0)::bigint as went_out
      from bank_line
      where org_id = ${row.orgId} and statement_id = ${id}
    `),
  ]);
  return {
    id: row.id,
    number: row.number,
    account: row.account,
    agencyAccountId: row.agencyAccountId,
    onDay: row.onDay,
    opening: row.opening,
    closing: row.closing,
    lineCount: row.lineCount,
    source: row.source,
    status: row.status as StatementDetail["status"],
    fileName: row.fileName,
    sha256: row.sha256,
    loadedAt: row.createdAt,
    version: row.version,
    ...sums,
    actions: actionsFor(actor, statementNoun, facts),
  };
};

type Last = {
  id: string;
  through: BankStanding["accounts"][number]["through"];
  closing: number | null;
  statements: number;
};

/** The agency's accounts with their last statement and what of the books has not cleared yet. */
export const readStanding = async (db: Db): Promise<BankStanding> => {
  const [accounts, last] = await Promise.all([
    accountsWithOutstanding(db),
    db.rows<Last>(sql`
      select
        agency_account_id as id, max(on_day) as through,
        (array_agg(closing order by on_day desc))[1] as closing, count(*)::int as statements
      from bank_statement
      where org_id = ${db.scope.orgId} and status = 'loaded'
      group by agency_account_id
    `),
  ]);
  return {
    accounts: accounts.map((account) => {
      const found = last.find((l) => l.id === account.id);
      return {
        ...account,
        through: found?.through ?? null,
        closing: found?.closing ?? null,
        statements: found?.statements ?? 0,
      };
    }),
  };
};
