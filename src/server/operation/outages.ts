import type { Db } from "../db/db.ts";
import { sql } from "../db/sql.ts";
import { awaySeconds } from "./heartbeat.ts";

/** A time in which no instance wrote that it was there: nobody could reach Levee. ISO instants. */
export type Outage = { awayFrom: string; awayUntil: string };

/**
 * The last outage that touches the minutes before an instant, or null. One that goes on now (the
 * instance that asks has not written since) counts until now.
 */
export const outageBefore = (db: Db, instant: string, minutes: number): Promise<Outage | null> =>
  db.maybe<Outage>(sql`
    select away_from, away_until
    from (
      select began_at as away_from, ended_at as away_until
      from outage
      union all
      select max(seen_at), clock_timestamp()
      from instance
      having max(seen_at) < clock_timestamp() - make_interval(secs => ${awaySeconds})
    ) o
    where away_from < ${instant}::timestamptz
      and away_until > ${instant}::timestamptz - make_interval(mins => ${minutes})
    order by away_until desc
    limit 1
  `);
