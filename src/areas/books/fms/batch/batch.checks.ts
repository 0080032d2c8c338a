import { formatCents } from "#kernel/money.ts";
import { counted } from "#kernel/words.ts";
import type { CloseCheck } from "#server/closing/close-checks.ts";
import { sql } from "#server/db/sql.ts";
import { underWay } from "./batch.labels.ts";
import { layoutsInForce } from "./batch.read.service.ts";

/**
 * From the first period of which a batch was built on, a period closes where its lines are acknowledged,
 * in an agency that has a layout in force; what was before is in the finance system by other ways.
 */
export const batchChecks: readonly CloseCheck[] = [
  {
    name: "notAcknowledged",
    label: "Batches that the finance system has not acknowledged",
    owner: "controller",
    stops: true,
    page: "/budget-management/finance-system",
    check: async (db, { firstDay, lastDay, adjustment }) => {
      if ((await layoutsInForce(db)) === 0) return { count: 0, cents: 0, said: "" };
      const { n, cents } = await db.one<{ n: number; cents: number }>(sql`
        select
          count(*)::int as n, coalesce(sum(l.cents) filter (where l.cents > 0), 0)::bigint as cents
        from gl_line l
        join gl_entry e on e.org_id = l.org_id and e.id = l.entry_id and not e.own_there
        join accounting_period p on p.org_id = l.org_id and p.id = l.period_id
        left join fms_batch_line b on b.org_id = l.org_id and b.gl_line_id = l.id and b.live
        left join fms_batch k on k.org_id = b.org_id and k.id = b.batch_id
        where l.org_id = ${db.scope.orgId}
          and p.first_day = ${firstDay}
          and p.last_day = ${lastDay}
          and p.adjustment = ${adjustment}
          and exists (
            select 1
            from fms_batch f
            join accounting_period q on q.org_id = f.org_id and q.id = f.period_id
            where f.org_id = p.org_id
              and f.status <> 'withdrawn'
              and (q.year, q.place) <= (p.year, p.place)
          )
          and (b.id is null or b.rejected is not null or k.status = any(${underWay}::text[]))
      `);
      return {
        count: n,
        cents,
        said: `${counted(n, "line is", "lines are")} not acknowledged, ${formatCents(cents)} of debits`,
      };
    },
  },
];
