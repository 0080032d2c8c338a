import type { TestDatabase } from "./database.ts";
import { sql } from "../db/sql.ts";
import type { Actor } from "#kernel/access.ts";

/**
 * The numbers of an agency's orders that keep otherwise than their lines say whether something
 * received is not invoiced, or something is billed beyond what was received.
 */
export const wronglyKept = async (t: TestDatabase, actor: Actor): Promise<string[]> =>
  (
    await t.database.read(actor).rows<{ number: string }>(sql`
      select o.number
      from purchase_order o
      where o.org_id = ${actor.orgId}
        and (
          o.uninvoiced <> exists (
            select 1
            from purchase_order_line l
            where l.org_id = o.org_id
              and l.purchase_order_id = o.id
              and not l.cancelled
              and l.unit_price <> 0
              and l.invoiced_quantity < l.received_quantity
          )
          or o.overbilled <> exists (
            select 1
            from purchase_order_line l
            where l.org_id = o.org_id
              and l.purchase_order_id = o.id
              and not l.cancelled
              and l.invoiced_quantity > l.received_quantity
          )
        )
      order by 1
    `)
  ).map((o) => o.number);
