import { formatCents } from "#kernel/money.ts";
import { sql } from "#server/db/sql.ts";
import type { Invariant } from "#server/operation/checking.ts";

type Off = { id: string; number: string; claimed: number; counted: number };

/** What must always hold of money that is passed on. */
export const subawardRules: readonly Invariant[] = [
  {
    name: "passthrough.claimed",
    label: "Accepted requests of subawards",
    area: "passthrough",
    what: "What a subaward says was accepted is the sum of its accepted payment requests, and never more than its amount.",
    todo: "Open the subaward and compare its requests with what it says was accepted. The requests are right: correct the sum from a backup or with the operator.",
    check: async ({ db }) =>
      (
        await db.rows<Off>(sql`
          select s.id, s.number, s.claimed, coalesce(r.counted, 0)::bigint as counted
          from subaward s
          left join lateral (
              select sum(r.amount) as counted
              from subaward_request r
              where r.org_id = s.org_id and r.subaward_id = s.id and r.status = 'accepted'
            ) r
            on true
          where s.org_id = ${db.scope.orgId}
            and (s.claimed <> coalesce(r.counted, 0) or s.claimed > s.amount)
          order by s.number
          limit 100
        `)
      ).map((s) => ({
        sentence: `${s.number} says ${formatCents(s.claimed)} were accepted; its requests come to ${formatCents(s.counted)}.`,
        link: `/grant-management/subawards/${s.id}`,
      })),
  },
];
