import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";

/** An order under a contract; `received`: nothing more comes of it. */
export type OrderUnder = { id: string; number: string; status: string; received: boolean };

/** Every order that was placed under a contract, drafts too, in the order of their numbers. */
export const ordersUnder = (db: Db, contractId: string): Promise<OrderUnder[]> =>
  db.rows<OrderUnder>(sql`
    select
      o.id, o.number, o.status,
      o.status in ('closed', 'short_closed', 'cancelled') or (
        o.kind <> 'blanket'
        and not exists (
          select 1
          from purchase_order_line l
          where l.org_id = o.org_id
            and l.purchase_order_id = o.id
            and not l.cancelled
            and l.received_quantity < l.quantity
        )
      ) as received
    from purchase_order o
    where o.org_id = ${db.scope.orgId} and o.contract_id = ${contractId}
    order by o.number
  `);

/** The first order of each of these contracts, over all agencies that the side sees. */
export const ordersOfContracts = (
  side: Db,
  contractIds: readonly string[],
): Promise<{ orgId: string; contractId: string; id: string }[]> =>
  side.rows(sql`
    select distinct on (org_id, contract_id) org_id, contract_id, id
    from purchase_order
    where contract_id = any(${[...contractIds]}::uuid[])
    order by org_id, contract_id, number
  `);
