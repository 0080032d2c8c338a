import type { Db } from "../db/db.ts";
import { sql } from "../db/sql.ts";
import { awaySeconds } from "./heartbeat.ts";

/** The machine in numbers, of every agency together; `db` is the operator's. */
export type MachineFigures = {
  instances: number;
  instancesAway: number;
  jobsWaiting: number;
  jobsFailed: number;
  lettersWaiting: number;
  lettersFailed: number;
  alarms: number;
};

export const machineFigures = (db: Db): Promise<MachineFigures> =>
  db.one<MachineFigures>(sql`
    select
      (
        select count(distinct name)::int
        from instance
        where seen_at > clock_timestamp() - make_interval(secs => ${awaySeconds})
      ) as instances,
      (
        select count(*)::int
        from (
          select name
          from instance
          where seen_at > clock_timestamp() - interval '1 day'
          group by name
          having max(seen_at) < clock_timestamp() - make_interval(secs => ${awaySeconds})
        ) gone
      ) as instances_away,
      (select count(*)::int from job where state = 'queued') as jobs_waiting,
      (
        select count(*)::int
        from job
        where state = 'failed' and ended_at > clock_timestamp() - interval '7 days'
      ) as jobs_failed,
      (
        select count(*)::int
        from mail
        where sent_at is null and failed_at is null
      ) as letters_waiting,
      (
        select count(*)::int
        from mail
        where failed_at > clock_timestamp() - interval '30 days'
      ) as letters_failed,
      (select count(*)::int from operation_alarm where ended_at is null) as alarms
  `);
