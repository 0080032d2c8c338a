import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { kitsOf } from "./preparation.service.ts";

/**
 * A kit that may be ordered at once, for other areas: whose it is, and why it cannot be ordered now
 * (null when it can).
 */
export type PreparedKit = { id: string; name: string; vendor: string; why: string | null };
export type KitOrder = { kitId: string; id: string; number: string };

/** The agency's kits in use, by name. */
export const preparedKits = async (db: Db): Promise<PreparedKit[]> =>
  (await kitsOf(db)).map(({ id, name, vendor, why }) => ({ id, name, vendor, why }));

/** The first emergency order that was issued from each of these kits since an instant. */
export const kitOrdersSince = (
  db: Db,
  kitIds: readonly string[],
  since: string,
): Promise<KitOrder[]> =>
  db.rows<KitOrder>(sql`
    select distinct on (kit_id) kit_id, id, number
    from emergency_purchase
    where org_id = ${db.scope.orgId}
      and kit_id = any(${[...kitIds]}::uuid[])
      and created_at >= ${since}::timestamptz
    order by kit_id, created_at
  `);
