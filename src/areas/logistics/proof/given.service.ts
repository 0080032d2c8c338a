import type { Reading } from "#kernel/geo/fence.ts";
import type { Db } from "#server/db/db.ts";
import { sql, type Sql } from "#server/db/sql.ts";
import type { GivenProof } from "./proof.model.ts";

const given = (db: Db, of: Sql): Promise<GivenProof[]> =>
  db.rows<GivenProof>(sql`
    select
      id, given_at, device_at, driver, note, latitude::float8 as latitude,
      longitude::float8 as longitude, accuracy::float8 as accuracy,
      coalesce(told -> 'mark', '[]') as mark, coalesce(told -> 'counts', '[]') as counts,
      photo_file_id
    from delivery_proof
    where org_id = ${db.scope.orgId} and ${of} and given_at is not null
    order by given_at desc
    limit 20
  `);

/** What drivers gave of a shipment, the newest first. */
export const proofsOf = (db: Db, shipmentId: string): Promise<GivenProof[]> =>
  given(db, sql`ship_notice_id = ${shipmentId}`);

/** What drivers gave of a transfer between own places, the newest first. */
export const proofsOfTransfer = (db: Db, transferId: string): Promise<GivenProof[]> =>
  given(db, sql`stock_transfer_id = ${transferId}`);

/** Where a driver stood; null where the device told no place. */
export const readingOf = (proof: GivenProof | undefined): Reading | null => {
  if (!proof || proof.latitude === null || proof.longitude === null) return null;
  const { latitude, longitude, accuracy } = proof;
  return { latitude, longitude, accuracy };
};
