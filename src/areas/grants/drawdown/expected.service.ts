import { addDays, type Day } from "#kernel/time.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import type { CashSource } from "#server/outlook/sources.ts";

/**
 * Drawdowns that were sent and are not paid. The day is that of sending and as many days as the
 * agency's drawdowns usually took (the median); null while none was paid yet.
 */
export const drawdownsExpected: CashSource = {
  id: "drawdowns",
  label: "Drawdowns expected",
  permission: "grant.read",
  read: async (db: Db, until: Day) => {
    const [sent, pace] = await Promise.all([
      db.rows<{ id: string; number: string; cents: number; submittedOn: Day }>(sql`
        select id, number, coalesce(approved, federal) as cents, submitted_on
        from drawdown
        where org_id = ${db.scope.orgId}
          and status in ('submitted', 'partly_approved')
          and kind <> 'refund'
          and submitted_on is not null
        order by submitted_on, id
        limit 500
      `),
      db.one<{ days: number | null }>(sql`
        select percentile_cont(0.5) within group (order by (paid_on - submitted_on)::float8) as days
        from drawdown
        where org_id = ${db.scope.orgId}
          and kind <> 'refund'
          and paid_on is not null
          and submitted_on is not null
      `),
    ]);
    return sent
      .map((each) => ({
        on: pace.days === null ? null : addDays(each.submittedOn, Math.round(pace.days)),
        what: `${each.number} comes in`,
        cents: each.cents,
        opens: `/grant-management/drawdowns/${each.id}`,
      }))
      .filter((each) => each.on === null || each.on <= until);
  },
};
