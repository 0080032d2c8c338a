import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";

/** The invoices of these orders that still withhold retainage, with how much, in cents. */
export const withheldOfOrders = (
  db: Db,
  orderIds: readonly string[],
): Promise<{ id: string; number: string; withheld: number }[]> =>
  db.rows(sql`
    select id, number, retainage - retainage_released as withheld
    from invoice
    where org_id = ${db.scope.orgId}
      and purchase_order_id = any(${[...orderIds]}::uuid[])
      and status not in ('rejected', 'voided')
      and retainage > retainage_released
    order by number
  `);

/** How invoices stand, by their ids. */
export const invoicesNamed = (
  db: Db,
  ids: readonly string[],
): Promise<{ id: string; number: string; status: string }[]> =>
  db.rows(sql`
    select id, number, status
    from invoice
    where org_id = ${db.scope.orgId} and id = any(${[...ids]}::uuid[])
  `);
