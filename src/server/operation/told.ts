import type { Tx } from "../db/db.ts";
import { sql } from "../db/sql.ts";
import type { Alarm } from "./alarms.ts";

type Untold = Alarm & { endedAt: string | null };

/**
 * The alarms of the last day that this agency has not been told of; from now on it has. What was
 * over before it could be told is told too: nobody could write while it lasted.
 */
export const takeUntold = async (tx: Tx): Promise<Untold[]> =>
  tx.rows<Untold>(sql`
    with told as (
      insert into operation_alarm_told (org_id, alarm_id)
      select ${tx.scope.orgId}::uuid, a.id
      from operation_alarm a
      where a.began_at > clock_timestamp() - interval '1 day'
        and (a.audience is null or a.audience = ${tx.scope.orgId}::uuid)
      on conflict
      do nothing
      returning alarm_id
    )
    select a.id, a.kind, a.text, a.began_at, a.ended_at
    from operation_alarm a
    join told on told.alarm_id = a.id
    order by a.began_at
  `);
