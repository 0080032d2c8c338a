import { formatCents } from "#kernel/money.ts";
import { counted } from "#kernel/words.ts";
import type { CloseCheck, ClosingPeriod } from "#server/closing/close-checks.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";

const linesOpen = async (db: Db, { firstDay, lastDay }: ClosingPeriod) => {
  const { n, cents } = await db.one<{ n: number; cents: number }>(sql`
    select count(*)::int as n, coalesce(sum(abs(l.cents)), 0)::bigint as cents
    from bank_line l
    join bank_statement s on s.org_id = l.org_id and s.id = l.statement_id and s.status = 'loaded'
    where l.org_id = ${db.scope.orgId}
      and l.on_day between ${firstDay} and ${lastDay}
      and l.cents <> (
        select coalesce(sum(x.cents), 0)
        from bank_match x
        where x.org_id = l.org_id and x.line_id = l.id and x.taken_back_at is null
      )
  `);
  return { count: n, cents, said: `${n} of them, ${formatCents(cents)}` };
};

const monthsOpen = async (db: Db, { firstDay, lastDay }: ClosingPeriod) => {
  const { n } = await db.one<{ n: number }>(sql`
    select count(distinct s.agency_account_id)::int as n
    from bank_statement s
    where s.org_id = ${db.scope.orgId}
      and s.status = 'loaded'
      and s.on_day between ${firstDay} and ${lastDay}
      and not exists (
        select 1
        from bank_month m
        where m.org_id = s.org_id
          and m.agency_account_id = s.agency_account_id
          and m.status = 'reconciled'
          and m.last_day >= ${lastDay}
      )
  `);
  return { count: n, cents: 0, said: `${counted(n, "account")} not reconciled through the month` };
};

/** What of the bank is looked at before a period of the books closes. */
export const bankingCloseChecks: readonly CloseCheck[] = [
  {
    name: "linesOpen",
    label: "Bank lines that are not matched",
    owner: "controller",
    stops: true,
    page: "/payments?tab=bank",
    check: linesOpen,
  },
  {
    name: "monthsOpen",
    label: "Bank reconciliations",
    owner: "controller",
    stops: false,
    page: "/payments?tab=bank",
    check: monthsOpen,
  },
];
