import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import type { CaptureStored } from "./capture.noun.ts";
import { firstBefore } from "./envelope.ts";

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

/** What came under a number, and under those before and behind it. */
export const capturesNear = (db: Db, deviceId: string, number: number): Promise<CaptureStored[]> =>
  db.rows<CaptureStored>(sql`
    select *
    from field_capture
    where org_id = ${db.scope.orgId}
      and device_id = ${deviceId}
      and capture_no between ${number - 1}::int and ${number + 1}::int
  `);

type Link = { number: number; before: string; hash: string };

/**
 * Whether a capture hangs on its neighbours: it names the hash of the one before, and the one behind
 * names its hash. A neighbour that never came breaks nothing; the first names none.
 */
export const chainHolds = (
  near: readonly Pick<CaptureStored, "captureNo" | "hash" | "beforeHash">[],
  { number, before, hash }: Link,
): boolean =>
  (number > 1 || before === firstBefore) &&
  near.every((one) => (one.captureNo < number ? one.hash === before : one.beforeHash === hash));
