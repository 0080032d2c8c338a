import type { Day } from "#kernel/time.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";

/** Who logged quantities of an order up to a day, drafts among them: they do not certify them. */
export const loggersOf = async (db: Db, orderId: string, until: string): Promise<string[]> =>
  (
    await db.rows<{ authorId: string }>(sql`
      select distinct d.author_id
      from daily_log d
      join daily_log_quantity q on q.org_id = d.org_id and q.log_id = d.id
      where d.org_id = ${db.scope.orgId}
        and q.purchase_order_id = ${orderId}
        and d.day <= ${until}::date
        and d.status <> 'discarded'
    `)
  ).map(({ authorId }) => authorId);

type Seen = {
  lineId: string;
  quantity: string;
  logId: string;
  number: string;
  day: Day;
};

/** What submitted logs of a period saw of the lines of an order, day by day. */
export const loggedInPeriod = (
  db: Db,
  orderId: string,
  { from, to }: { from: string; to: string },
): Promise<Seen[]> =>
  db.rows<Seen>(sql`
    select q.purchase_order_line_id as line_id, q.quantity, d.id as log_id, d.number, d.day
    from daily_log d
    join daily_log_quantity q on q.org_id = d.org_id and q.log_id = d.id
    where d.org_id = ${db.scope.orgId}
      and q.purchase_order_id = ${orderId}
      and d.day between ${from}::date and ${to}::date
      and d.status = 'submitted'
    order by d.day, d.number, q.position
    limit 2000
  `);
