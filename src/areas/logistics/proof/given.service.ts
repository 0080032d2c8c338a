import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import type { GivenProof } from "./proof.model.ts";

/** What drivers gave of a shipment, the newest first. */
export const proofsOf = (db: Db, shipmentId: string): Promise<GivenProof[]> =>
  db.rows<GivenProof>(sql`
    select
      id, given_at, device_at, driver, note, latitude::float8 as latitude,
      longitude::float8 as longitude, accuracy::float8 as accuracy,
      coalesce(told -> 'mark', '[]') as mark, coalesce(told -> 'counts', '[]') as counts,
      photo_file_id
    from delivery_proof
    where org_id = ${db.scope.orgId} and ship_notice_id = ${shipmentId} and given_at is not null
    order by given_at desc
    limit 20
  `);
