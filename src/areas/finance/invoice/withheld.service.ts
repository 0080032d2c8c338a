import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";

/**
 * The invoices of these orders that still withhold retainage, the oldest first, with how much, in cents;
 * `releasable`: it was approved, so that some of it can be released.
 */
export const withheldOfOrders = (
  db: Db,
  orderIds: readonly string[],
): Promise<{ id: string; number: string; withheld: number; releasable: boolean }[]> =>
  db.rows(sql`
    select
      id, number, retainage - retainage_released as withheld,
      status in ('approved', 'paid') as releasable
    from invoice
    where org_id = ${db.scope.orgId}
      and purchase_order_id = any(${[...orderIds]}::uuid[])
      and status not in ('rejected', 'voided')
      and retainage > retainage_released
    order by invoice_date, number
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
