import { formatDate } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import type { Day } from "#kernel/time.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import type { Finding, Invariant } from "#server/operation/checking.ts";

/** Why the clearing of a payment is not taken back by hand, or null: a bank line stands behind it. */
export const matchBehind = async (db: Db, paymentId: string): Promise<string | null> => {
  const found = await db.maybe<{ number: string; onDay: Day }>(sql`
    select s.number, s.on_day
    from bank_match x
    join bank_statement s on s.org_id = x.org_id and s.id = x.statement_id
    where x.org_id = ${db.scope.orgId}
      and x.payment_id = ${paymentId}
      and x.kind in ('check', 'ach')
      and x.taken_back_at is null
  `);
  return (
    found &&
    `A line of ${found.number} of ${formatDate(found.onDay)} is matched with it. Take that match back on the statement, under Payments, Bank.`
  );
};

type Over = { id: string; number: string; lineNo: number; cents: number; matched: number };
const over = (db: Db) =>
  db.rows<Over>(sql`
    select s.id, s.number, l.line_no, l.cents, m.cents as matched
    from (
      select x.org_id, x.line_id, sum(x.cents)::bigint as cents
      from bank_match x
      where x.org_id = ${db.scope.orgId} and x.taken_back_at is null
      group by x.org_id, x.line_id
    ) m
    join bank_line l on l.org_id = m.org_id and l.id = m.line_id
    join bank_statement s on s.org_id = l.org_id and s.id = l.statement_id
    where abs(m.cents) > abs(l.cents) or sign(m.cents) <> sign(l.cents)
    order by s.number, l.line_no
    limit 100
  `);

const said = ({ id, number, lineNo, cents, matched }: Over): Finding => ({
  sentence: `${number}, line ${lineNo}: ${formatCents(cents)} moved, ${formatCents(matched)} of it are matched.`,
  link: `/payments/statements/${id}`,
});

export const matchRules: readonly Invariant[] = [
  {
    name: "banking.matches",
    label: "Matches of bank lines",
    area: "banking",
    what: "No more of a bank's line is matched than it moved.",
    todo: "Open the statement and take back the match that does not belong to the line.",
    check: async ({ db }) => (await over(db)).map(said),
  },
];
