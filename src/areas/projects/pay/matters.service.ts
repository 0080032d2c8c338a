import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import type { Matter } from "../project/matters.service.ts";
import { payStatuses } from "./pay.labels.ts";

/** A project is closed when no application of it is under way. */
export const openApplications = async (db: Db, { id }: { id: string }): Promise<Matter[]> =>
  (
    await db.rows<{ id: string; number: string; status: keyof typeof payStatuses }>(sql`
      select id, number, status
      from pay_application
      where org_id = ${db.scope.orgId}
        and project_id = ${id}
        and status in ('draft', 'submitted', 'returned')
      order by number
      limit 50
    `)
  ).map((a) => ({
    what: a.number,
    says: `a pay application that is ${payStatuses[a.status].label.toLowerCase()}`,
    href: `/projects/pay/${a.id}`,
  }));

/** Why the vendor sends no invoice of its own on this order: its applications bill it. */
export const billedByApplications = async (db: Db, orderId: string): Promise<string | null> => {
  const last = await db.maybe<{ number: string }>(sql`
    select number
    from pay_application
    where org_id = ${db.scope.orgId} and purchase_order_id = ${orderId} and status <> 'withdrawn'
    order by application_no desc
    limit 1
  `);
  return last
    ? `The work of this order is billed by applications for payment (the last is ${last.number}). Apply for what is due on the order's page; nothing is billed twice.`
    : null;
};
