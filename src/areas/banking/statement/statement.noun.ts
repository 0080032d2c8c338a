import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { defineNoun } from "#server/lifecycle.ts";
import {
  statementCycle,
  type StatementAction,
  type StatementFacts,
  type StatementStatus,
} from "./statement.labels.ts";
import { bankStatement } from "./statement.tables.ts";

export type StatementRecord = typeof bankStatement.$inferSelect;

/** What the rules of a statement look at. */
export const statementFacts = async (
  db: Db,
  row: StatementRecord,
): Promise<StatementRecord & StatementFacts> => ({
  ...row,
  ...(await db.one<{ followed: boolean; matched: boolean }>(sql`
    select
      exists (
        select 1
        from bank_statement n
        where n.org_id = ${row.orgId}
          and n.agency_account_id = ${row.agencyAccountId}
          and n.status = 'loaded'
          and n.on_day > ${row.onDay}
      ) as followed,
      exists (
        select 1
        from bank_match m
        where m.org_id = ${row.orgId} and m.statement_id = ${row.id} and m.taken_back_at is null
      ) as matched
  `)),
});

export const statementNoun = defineNoun<
  StatementStatus,
  StatementAction,
  typeof bankStatement,
  StatementRecord & StatementFacts
>({
  name: "bankStatement",
  read: "bank.read",
  path: "bank-statements",
  page: "/payments/statements",
  table: bankStatement,
  cycle: statementCycle,
  number: (row) => row.number,
  load: (tx, row) => statementFacts(tx, row),
});
