import { sql, type Sql } from "#server/db/sql.ts";
import type { Every } from "./connector.labels.ts";

type Schedule = { every: Every; weekDay: number; runAt: string };

/**
 * SQL: when a connector runs next, from now, by the agency's clock: at that minute of the hour, at
 * that time of the day, or at that time of that day of the week (Monday is 1).
 */
export const nextAt = ({ every, weekDay, runAt }: Schedule, zone: string): Sql => {
  const local = sql`(clock_timestamp() at time zone ${zone})`;
  const passed = sql`${local}::time >= ${runAt}::time`;
  if (every === "hour") {
    const minutes = Number(runAt.slice(3));
    const inHour = sql`
      date_trunc('hour', clock_timestamp(), ${zone}) + make_interval(mins => ${minutes}::int)
    `;
    return sql`
      case when ${inHour} > clock_timestamp() then ${inHour} else ${inHour} + interval '1 hour' end
    `;
  }
  const days =
    every === "day"
      ? sql`case when ${passed} then 1 else 0 end`
      : sql`
        case
          when extract(isodow from ${local})::int = ${weekDay}::int and ${passed} then 7
          else (${weekDay}::int - extract(isodow from ${local})::int + 7) % 7
        end
      `;
  return sql`(${local}::date + ${days} + ${runAt}::time) at time zone ${zone}`;
};

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
