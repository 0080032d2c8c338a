import { formatCents } from "#kernel/money.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import type { Finding, Invariant } from "#server/operation/checking.ts";

type Off = { id: string; number: string; says: string; kept: number; counted: number };

const linesOff = (db: Db) =>
  db.rows<Off>(sql`
    select
      s.id, s.number, 'it closes with' as says, s.closing as kept, s.opening + l.cents as counted
    from bank_statement s
    cross join lateral (
      select coalesce(sum(cents), 0)::bigint as cents
      from bank_line
      where org_id = s.org_id and statement_id = s.id
    ) l
    where s.org_id = ${db.scope.orgId} and s.closing <> s.opening + l.cents
    order by s.number
    limit 100
  `);

const gaps = (db: Db) =>
  db.rows<Off>(sql`
    with statements as (
      select
        s.id, s.number, s.opening as kept,
        lag(s.closing) over (partition by s.agency_account_id order by s.on_day) as counted
      from bank_statement s
      where s.org_id = ${db.scope.orgId} and s.status = 'loaded'
    )
    select id, number, 'it opens with' as says, kept, counted
    from statements
    where counted <> kept
    order by number
    limit 100
  `);

const said = ({ id, number, says, kept, counted }: Off): Finding => ({
  sentence: `${number}: ${says} ${formatCents(kept)}; counted anew it is ${formatCents(counted)}.`,
  link: `/payments/statements/${id}`,
});

export const statementRules: readonly Invariant[] = [
  {
    name: "banking.statements",
    label: "Bank statements",
    area: "banking",
    what: "Every statement comes from its opening to its closing balance by its lines, and goes on from the one before it.",
    todo: "Do not reconcile the account. Compare the statement with the bank's own.",
    check: async ({ db }) => [...(await linesOff(db)), ...(await gaps(db))].map(said),
  },
];
