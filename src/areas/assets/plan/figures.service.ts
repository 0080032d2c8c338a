import type { z } from "zod";
import { invalidField } from "#kernel/errors.ts";
import { businessDate, businessNow } from "#server/clock.ts";
import type { Db } from "#server/db/db.ts";
import { sql, type Sql } from "#server/db/sql.ts";
import type { FiguresAnswer, figuresAsked } from "./figures.model.ts";
import { addMonths, day } from "#kernel/time.ts";
import { plusDays } from "./schedule.model.ts";

type Period = { from: string; to: string; classId: string | null; now: string; zone: string };

const assetsIn = ({ classId }: Period): Sql =>
  sql`(${classId}::uuid is null or a.class_id = ${classId}::uuid)`;
const begin = ({ from, zone }: Period): Sql => sql`(${from}::date::timestamp at time zone ${zone})`;
const end = ({ to, zone, now }: Period): Sql =>
  sql`least((${to}::date + 1)::timestamp at time zone ${zone}, ${now}::timestamptz)`;

/** What an asset was in service for within a span of time, and of that out of service. */
const hoursOf = (from: Sql, to: Sql, zone: string): Sql => sql`
  select
    a.id, a.class_id,
    extract(epoch from greatest(
      interval '0',
      least(${to}, a.retired_at) - greatest(
        ${from}, a.in_service_on::timestamp at time zone ${zone}
      )
    )) / 3600 as served,
    (
      select coalesce(
          sum(extract(epoch from greatest(
            interval '0',
            least(coalesce(t.until_at, ${to}), ${to}, a.retired_at) - greatest(t.from_at, ${from})
          ))),
          0
        ) / 3600
      from asset_downtime t
      where t.org_id = a.org_id and t.asset_id = a.id
    ) as down
  from asset a
`;

type Served = Pick<FiguresAnswer, "fromAt" | "toAt" | "assets" | "serviceHours" | "downHours">;
// Hours of the calendar in which assets were in service, and of those in which they were down. What
// is retired counts until it was.
const servedOf = (db: Db, p: Period) =>
  db.one<Served>(sql`
    select
      ${begin(p)} as from_at, ${end(p)} as to_at, count(*)::int as assets,
      coalesce(sum(h.served), 0)::float8 as service_hours,
      coalesce(sum(h.down), 0)::float8 as down_hours
    from (
      ${hoursOf(begin(p), end(p), p.zone)} where a.org_id = ${db.scope.orgId}
      and a.in_service_on is not null
      and a.in_service_on <= ${p.to}::date
      and (a.retired_at is null or a.retired_at > ${begin(p)})
      and ${assetsIn(p)}
    ) h
  `);

/**
 * How long an asset was without use for a repair: its times out of service that reach into the time
 * from the request to the completion; where there is none, the work itself.
 */
const repairHours: Sql = sql`
  coalesce(
    (
      select nullif(
          sum(extract(epoch from least(
            coalesce(t.until_at, w.completed_at), w.completed_at
          ) - t.from_at)),
          0
        )
      from asset_downtime t
      where t.org_id = w.org_id
        and t.asset_id = w.asset_id
        and t.from_at < w.completed_at
        and coalesce(t.until_at, w.completed_at) > w.created_at
    ),
    extract(epoch from w.completed_at - w.started_at)
  ) / 3600
`;

const workOf = (db: Db, p: Period) =>
  db.one<{
    failures: number;
    repairs: number;
    mttrHours: number | null;
    plannedDone: number;
    allDone: number;
    repeats: number;
  }>(sql`
    select
      (count(*) filter (
        where w.kind in ('corrective', 'emergency')
        and w.created_at >= ${begin(p)}
        and w.created_at < ${end(p)}
      ))::int as failures,
      (count(*) filter (
        where w.kind in ('corrective', 'emergency')
        and w.completed_at >= ${begin(p)}
        and w.completed_at < ${end(p)}
      ))::int as repairs,
      (avg(${repairHours}) filter (
        where w.kind in ('corrective', 'emergency')
        and w.completed_at >= ${begin(p)}
        and w.completed_at < ${end(p)}
      ))::float8 as mttr_hours,
      (count(*) filter (
        where w.kind in ('preventive', 'inspection')
        and w.completed_at >= ${begin(p)}
        and w.completed_at < ${end(p)}
      ))::int as planned_done,
      (
        count(*) filter (where w.completed_at >= ${begin(p)} and w.completed_at < ${end(p)})
      )::int as all_done,
      (count(*) filter (
        where w.kind in ('corrective', 'emergency')
        and w.created_at >= ${begin(p)}
        and w.created_at < ${end(p)}
        and exists (
          select 1
          from work_order b
          where b.org_id = w.org_id
            and b.asset_id = w.asset_id
            and b.id <> w.id
            and b.kind in ('corrective', 'emergency')
            and b.completed_at <= w.created_at
            and b.completed_at > w.created_at - interval '30 days'
        )
      ))::int as repeats
    from work_order w
    join asset a on a.org_id = w.org_id and a.id = w.asset_id
    where w.org_id = ${db.scope.orgId} and w.status <> 'cancelled' and ${assetsIn(p)}
  `);

const plannedOf = (db: Db, p: Period, today: string) =>
  db.one<{ of: number; all: number }>(sql`
    select
      (count(*) filter (where y.status = 'done' and y.done_on <= y.due_on))::int as of,
      count(*)::int as all
    from plan_cycle y
    left join asset a on a.org_id = y.org_id and a.id = y.asset_id
    where y.org_id = ${db.scope.orgId}
      and y.due_on between ${p.from}::date and ${p.to}::date
      and (y.status in ('done', 'missed') or (y.status = 'open' and y.due_on < ${today}::date))
      and (${p.classId}::uuid is null or a.class_id = ${p.classId}::uuid)
  `);

// What was open at the period's end, not what is open now: work that was done or given up since counts.
const backlogOf = (db: Db, p: Period) =>
  db.one<{ backlogMinutes: number; backlogOrders: number; unestimated: number }>(sql`
    select
      coalesce(sum(w.estimate_minutes), 0)::int as backlog_minutes, count(*)::int as backlog_orders,
      (count(*) filter (where w.estimate_minutes is null))::int as unestimated
    from work_order w
    left join asset a on a.org_id = w.org_id and a.id = w.asset_id
    where w.org_id = ${db.scope.orgId}
      and w.created_at < ${end(p)}
      and (
        w.status not in ('completed', 'closed', 'cancelled')
        or coalesce(w.completed_at, w.updated_at) >= ${end(p)}
      )
      and (${p.classId}::uuid is null or a.class_id = ${p.classId}::uuid)
  `);

type Times = FiguresAnswer["trend"][number];
const withMtbf = <T extends Omit<Times, "mtbfHours" | "from">>(
  row: T,
): T & { mtbfHours: number | null } => ({
  ...row,
  mtbfHours: row.failures > 0 ? (row.serviceHours - row.downHours) / row.failures : null,
});

/** Failures asked for and repairs completed in a span of time, of the assets that `which` leaves. */
const failuresIn = (from: Sql, to: Sql): Sql => sql`
  
    (count(*) filter (where w.created_at >= ${from} and w.created_at < ${to}))::int as failures,
    (count(*) filter (where w.completed_at >= ${from} and w.completed_at < ${to}))::int as repairs,
    (
      avg(${repairHours}) filter (where w.completed_at >= ${from} and w.completed_at < ${to})
    )::float8 as mttr_hours
`;

type ClassRow = Omit<FiguresAnswer["classes"][number], "mtbfHours">;
const byClass = async (db: Db, p: Period): Promise<FiguresAnswer["classes"]> => {
  const rows = await db.rows<ClassRow>(sql`
    select
      c.id as class_id, c.name as class_name, coalesce(h.assets, 0)::int as assets,
      coalesce(h.served, 0)::float8 as service_hours, coalesce(h.down, 0)::float8 as down_hours,
      f.failures, f.repairs, f.mttr_hours
    from asset_class c
    left join lateral (
        select count(*) as assets, sum(one.served) as served, sum(one.down) as down
        from (
          ${hoursOf(begin(p), end(p), p.zone)} where a.org_id = c.org_id
          and a.class_id = c.id
          and a.in_service_on <= ${p.to}::date
          and (a.retired_at is null or a.retired_at > ${begin(p)})
        ) one
      ) h
      on true
    cross join lateral (
      select ${failuresIn(begin(p), end(p))}
      from work_order w
      join asset a on a.org_id = w.org_id and a.id = w.asset_id
      where w.org_id = c.org_id
        and a.class_id = c.id
        and w.status <> 'cancelled'
        and w.kind in ('corrective', 'emergency')
    ) f
    where c.org_id = ${db.scope.orgId}
      and (${p.classId}::uuid is null or c.id = ${p.classId}::uuid)
      and (h.assets > 0 or f.failures > 0)
    order by f.failures desc, c.name
    limit 200
  `);
  return rows.map(withMtbf);
};

/** Beginnings of the months of a period, of its quarters where it is longer than two years. */
const bucketsOf = ({ from, to }: Period): { from: string; to: string }[] => {
  const step = plusDays(from, 2 * 366) < to ? 3 : 1;
  const all: { from: string; to: string }[] = [];
  for (let at = from; at <= to;) {
    const [year, month] = at.split("-").map(Number) as [number, number];
    const months = Math.floor((month - 1) / step) * step + step;
    const next = addMonths(day(`${year}-01-01`), months);
    all.push({ from: at, to: next > to ? to : plusDays(next, -1) });
    at = next;
  }
  return all;
};

const trendOf = async (db: Db, p: Period): Promise<FiguresAnswer["trend"]> => {
  const buckets = bucketsOf(p);
  const from = sql`(b.from_day::timestamp at time zone ${p.zone})`;
  const to = sql`least((b.to_day + 1)::timestamp at time zone ${p.zone}, ${p.now}::timestamptz)`;
  const rows = await db.rows<Omit<Times, "mtbfHours">>(sql`
    select
      b.from_day as from, coalesce(h.served, 0)::float8 as service_hours,
      coalesce(h.down, 0)::float8 as down_hours, f.failures, f.repairs, f.mttr_hours
    from unnest(${buckets.map((b) => b.from)}::date[], ${buckets.map((b) => b.to)}::date[]) as b(
      from_day, to_day
    )
    cross join lateral (
      select sum(one.served) as served, sum(one.down) as down
      from (
        ${hoursOf(from, to, p.zone)} where a.org_id = ${db.scope.orgId}
        and a.in_service_on <= b.to_day
        and ${assetsIn(p)}
      ) one
    ) h
    cross join lateral (
      select ${failuresIn(from, to)}
      from work_order w
      join asset a on a.org_id = w.org_id and a.id = w.asset_id
      where w.org_id = ${db.scope.orgId}
        and w.status <> 'cancelled'
        and w.kind in ('corrective', 'emergency')
        and ${assetsIn(p)}
    ) f
    order by b.from_day
  `);
  return rows.map(withMtbf);
};

/**
 * What maintenance comes to in a period of days, at most five years: a year up to today where nothing
 * is said. Failures are corrective and emergency orders on assets asked for in it; hours of service
 * are those of the calendar. A figure with nothing to divide by is null, never infinite.
 */
export const maintenanceFigures = async (
  db: Db,
  asked: z.output<typeof figuresAsked>,
): Promise<FiguresAnswer> => {
  const today = businessDate(db.scope);
  const to = asked.to && asked.to < today ? asked.to : today;
  const from = asked.from ?? plusDays(to, -364);
  if (from > to) throw invalidField("from", "The period begins after it ends.");
  if (plusDays(from, 5 * 366) < to) throw invalidField("from", "Choose five years at most.");
  const p: Period = {
    from,
    to,
    classId: asked.classId ?? null,
    now: businessNow(db.scope).toISOString(),
    zone: db.scope.timeZone ?? "UTC",
  };
  const [served, work, compliance, backlog, classes, trend] = await Promise.all([
    servedOf(db, p),
    workOf(db, p),
    plannedOf(db, p, today),
    backlogOf(db, p),
    byClass(db, p),
    trendOf(db, p),
  ]);
  const up = served.serviceHours - served.downHours;
  return {
    from,
    to,
    ...served,
    failures: work.failures,
    mtbfHours: work.failures > 0 ? up / work.failures : null,
    repairs: work.repairs,
    mttrHours: work.mttrHours,
    availability: served.serviceHours > 0 ? up / served.serviceHours : null,
    compliance,
    planned: { of: work.plannedDone, all: work.allDone },
    ...backlog,
    repeats: work.repeats,
    classes,
    trend,
  };
};
