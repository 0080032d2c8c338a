import type { Day } from "#kernel/time.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";

/** A shipment that was delivered. */
export type DeliveredShipment = {
  id: string;
  number: string;
  vendor: string;
  carrier: string;
  deliveredOn: Day;
};

/** Shipments that were delivered on these days, oldest first; at most 5,000. */
export const deliveredBetween = (db: Db, from: Day, until: Day): Promise<DeliveredShipment[]> =>
  db.rows<DeliveredShipment>(sql`
    select n.id, n.number, v.name as vendor, n.carrier, n.delivered_on
    from ship_notice n
    join vendor v on v.org_id = n.org_id and v.id = n.vendor_id
    where n.org_id = ${db.scope.orgId}
      and n.status <> 'withdrawn'
      and n.delivered_on between ${from}::date and ${until}::date
    order by n.delivered_on, n.number
    limit 5000
  `);
