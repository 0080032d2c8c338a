import { usualCalendar } from "#kernel/business-days.ts";
import { nextAt } from "#kernel/next-at.ts";
import { instantAt, type Instant } from "#kernel/time.ts";
import { databaseNow } from "#server/clock.ts";
import type { Tx } from "#server/db/db.ts";
import { sql, type Sql } from "#server/db/sql.ts";
import type { Every } from "./connector.labels.ts";

type Schedule = { every: Every; weekDay: number; runAt: string };

/**
 * When a connector runs next, from now by the database's clock: at that minute of the hour, at that
 * time of the agency's day, or at that time of that day of the week (Monday is 1).
 */
export const nextRun = async (
  tx: Tx,
  { every, weekDay, runAt: at }: Schedule,
  zone: string,
): Promise<Instant> =>
  // Every hour, every day, a day of the week: each comes round under any calendar.
  nextAt(
    every === "week" ? { every, weekDay, at } : { every, at },
    zone,
    instantAt(await databaseNow(tx)),
    usualCalendar,
  )!;

/** SQL: five minutes into the agency's next day, when a day's calls begin anew. */
export const tomorrow = (zone: string): Sql => sql`
  ((clock_timestamp() at time zone ${zone})::date + 1 + time '00:05') at time zone ${zone}
`;

/** SQL: so long a connector of this schedule may be silent before somebody should look. */
export const mostSilence: Sql = sql`
  case every
    when 'hour' then interval '6 hours'
    when 'week' then interval '15 days'
    else interval '3 days'
  end
`;
