import { noScope, type Database } from "../../db/db.ts";
import { sql } from "../../db/sql.ts";
import { tidyMinutes } from "./minutes.ts";

/**
 * Minutes of the last eight days for the demo: a rhythm of office days, made and marked as a sample.
 * Charts say so; alarms and the table of instances leave them out.
 */
export const writeSampleMinutes = async (database: Database, timeZone: string): Promise<void> => {
  await database.transaction(noScope, (tx) =>
    tx.rows(sql`
      insert into monitor_minute (instance_name, at, measured, sample)
      select
        'sample of the demo', at,
        jsonb_build_object(
          'answers', round(2 + 60 * busy + 9 * wave), 'errors', 0, 'p50', round(4 + 6 * busy),
          'p95', round(22 + 70 * busy + 12 * wave), 'p95.read', round(18 + 55 * busy + 8 * wave),
          'p95.write', round(35 + 90 * busy + 20 * wave), 'memory',
          round(330 + 90 * busy + 6 * wave), 'loop', round(21 + 8 * busy + wave), 'connections',
          round(6 + 9 * busy), 'connectionsWaiting', 0, 'diskFree', 61, 'clock', 1
        ),
        true
      from (
        select
          m as at, abs(sin(extract(epoch from m) / 217)) as wave,
          case
            when extract(isodow from m at time zone ${timeZone}) > 5 then 0.05
            else greatest(
              0.04,
              sin(pi() * (extract(hour from m at time zone ${timeZone}) + extract(
                minute from m at time zone ${timeZone}
              ) / 60.0 - 6.5) / 11.5)
            )
          end as busy
        from generate_series(
          date_trunc('minute', clock_timestamp()) - interval '7 days 23 hours',
          date_trunc('minute', clock_timestamp()) - interval '1 minute', interval '1 minute'
        ) m
      ) s
      on conflict
      do nothing
    `),
  );
  await database.transaction(noScope, (tx) =>
    tx.rows(sql`
      insert into monitor_minute (instance_name, at, measured, sample)
      select
        '', at,
        jsonb_build_object(
          'instances', 1, 'jobsWaiting', ((measured ->> 'answers')::float8 / 25)::int, 'jobsOldest',
          ((measured ->> 'answers')::float8 / 6)::int, 'lettersWaiting',
          ((measured ->> 'answers')::float8 / 30)::int, 'lettersOldest', 4, 'unsealed', 0
        ),
        true
      from monitor_minute
      where sample and instance_name <> ''
      on conflict
      do nothing
    `),
  );
  await tidyMinutes(database);
};
