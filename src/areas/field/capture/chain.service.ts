import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";

/** So many missing numbers are named. */
const mostNamed = 1000;

/** Numbers of a device that were told and never came, the lowest first; at most 1,000. */
export const missingNumbers = async (
  db: Db,
  deviceId: string,
  highest: number,
): Promise<number[]> =>
  (
    await db.rows<{ no: number }>(sql`
      select n.no
      from generate_series(1, ${highest}::int) n(no)
      where not exists (
        select 1
        from field_capture c
        where c.org_id = ${db.scope.orgId} and c.device_id = ${deviceId} and c.capture_no = n.no
      )
      order by n.no
      limit ${mostNamed}
    `)
  ).map(({ no }) => no);

/**
 * Whether a capture hangs on its neighbours: it names the hash of the one before, and the one behind
 * names its hash. A neighbour that never came breaks nothing.
 */
export const chainHolds = async (
  db: Db,
  deviceId: string,
  { number, before, hash }: { number: number; before: string; hash: string },
): Promise<boolean> => {
  const near = await db.rows<{ no: number; hash: string; before: string }>(sql`
    select capture_no as no, hash, before_hash as before
    from field_capture
    where org_id = ${db.scope.orgId}
      and device_id = ${deviceId}
      and capture_no in (${number - 1}::int, ${number + 1}::int)
  `);
  return near.every((one) => (one.no < number ? one.hash === before : one.before === hash));
};
