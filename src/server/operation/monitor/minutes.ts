import type { Instant } from "#kernel/time.ts";
import type { App } from "../../app.ts";
import { noScope, type Database, type Db } from "../../db/db.ts";
import { databaseMs } from "../../db/database-clock.ts";
import { sql } from "../../db/sql.ts";
import type { Schedule } from "../../jobs/jobs.ts";
import { selfOf } from "../heartbeat.ts";
import type { Measured } from "../operation.tables.ts";
import { measureInstance, measureWhole } from "./measure.ts";

/** The name under which the installation as a whole stands. */
export const whole = "";
/** Minutes are kept so many days, hours so many. */
const minuteDays = 8;
const hourDays = 366;
const minuteMs = 60_000;

/** Writes a minute of an instance, or of the whole; whoever is second leaves it as it is. */
export const writeMinute = (
  database: Database,
  instanceName: string,
  measured: Measured,
): Promise<unknown> =>
  database.transaction(noScope, (tx) =>
    tx.rows(sql`
      insert into monitor_minute (instance_name, at, measured)
      values (
        ${instanceName}, date_trunc('minute', clock_timestamp()), ${JSON.stringify(measured)}::jsonb
      )
      on conflict
      do nothing
    `),
  );

/** Measures this instance and the whole once, and writes both. */
export const measureMinute = async (app: App): Promise<void> => {
  await writeMinute(app.database, selfOf(app.config.PORT).name, await measureInstance(app));
  await writeMinute(app.database, whole, await measureWhole(app));
};

/** Measures at the end of every minute; gives what ends it. What fails leaves a gap in the charts. */
export const beginMinutes = async (app: App): Promise<() => Promise<void>> => {
  await measureInstance(app);
  let running: Promise<void> = Promise.resolve();
  let stopped = false;
  const next = () =>
    setTimeout(() => void (running = again()), minuteMs - (databaseMs() % minuteMs));
  const again = async () => {
    await measureMinute(app).catch(() => {});
    if (!stopped) timer = next();
  };
  let timer = next();
  return async () => {
    stopped = true;
    clearTimeout(timer);
    await running;
  };
};

/** Adds the hours that are over, and takes away what is too old. Bears running twice. */
export const tidyMinutes = (database: Database): Promise<unknown> =>
  database.transaction(noScope, async (tx) => {
    await tx.rows(sql`
      insert into monitor_hour (instance_name, at, mean, most)
      select instance_name, hour, jsonb_object_agg(name, mean), jsonb_object_agg(name, most)
      from (
        select
          m.instance_name, date_trunc('hour', m.at) as hour, v.key as name,
          round(avg((v.value #>> '{}')::numeric), 2) as mean,
          max((v.value #>> '{}')::numeric) as most
        from monitor_minute m
        cross join lateral jsonb_each(m.measured) v
        where m.at < date_trunc('hour', clock_timestamp()) and v.value <> 'null'
        group by 1, 2, 3
      ) h
      group by 1, 2
      on conflict
      do nothing
    `);
    await tx.rows(sql`
      delete from monitor_minute
      where at < clock_timestamp() - make_interval(days => ${minuteDays}::int)
    `);
    await tx.rows(sql`
      delete from monitor_hour
      where at < clock_timestamp() - make_interval(days => ${hourDays}::int)
    `);
  });

export const tidyMonitor: Schedule = {
  name: "monitor-tidy",
  cron: "4 * * * *",
  afterRestore: "goes on",
  run: async ({ database }) => void (await tidyMinutes(database)),
};

/** How long a chart reaches back, and what one point of it is, in minutes. */
const spans = {
  hour: { minutes: 60, step: 1 },
  day: { minutes: 1_440, step: 20 },
  week: { minutes: 10_080, step: 180 },
} as const;
export type Span = keyof typeof spans;

export type Point = { at: string; now: number | null; before: number | null };

const table = { minute: sql`monitor_minute`, hour: sql`monitor_hour` };

/**
 * A number over time with the same time a week earlier: the worst instance of each point, or the
 * whole. Points without any measurement are null.
 */
export const seriesOf = (
  db: Db,
  { metric, span, low }: { metric: string; span: Span; low: boolean },
): Promise<Point[]> => {
  const { minutes, step } = spans[span];
  const hourly = span === "week";
  const worst = low ? sql`min` : sql`max`;
  const column = hourly ? sql`m.mean` : sql`m.measured`;
  return db.rows<Point>(sql`
    with points as (
      select generate_series(
          date_bin(
            make_interval(mins => ${step}::int), clock_timestamp(), '2026-01-01'
          ) - make_interval(mins => ${minutes - step}::int),
          date_bin(make_interval(mins => ${step}::int), clock_timestamp(), '2026-01-01'),
          make_interval(mins => ${step}::int)
        ) as at
    ),
    known as (
      select
        date_bin(make_interval(mins => ${step}::int), m.at, '2026-01-01') as at,
        ${worst}((${column} ->> ${metric})::float8) as value
      from ${hourly ? table.hour : table.minute} m
      where m.at > clock_timestamp() - make_interval(days => 7, mins => ${minutes + step}::int)
        and ${column} ->> ${metric} is not null
      group by 1
    )
    select p.at, n.value as now, b.value as before
    from points p
    left join known n on n.at = p.at
    left join known b on b.at = p.at - interval '7 days'
    order by p.at
  `);
};

export type Newest = {
  instanceName: string;
  at: string;
  startedAt: Instant | null;
  measured: Measured;
};

/** What the instances that are alive, and the whole, measured last: of the last three minutes. */
export const newestMinutes = (db: Db): Promise<Newest[]> =>
  db.rows<Newest>(sql`
    select
      distinct on (m.instance_name) m.instance_name, m.at,
      (select max(i.started_at) from instance i where i.name = m.instance_name) as started_at,
      m.measured
    from monitor_minute m
    where m.at > clock_timestamp() - interval '3 minutes'
    order by m.instance_name, m.at desc
  `);
