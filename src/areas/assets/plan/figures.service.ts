import type { z } from "zod";
import { invalidField } from "#kernel/errors.ts";
import { businessDate, businessNow } from "#server/clock.ts";
import type { Db } from "#server/db/db.ts";
import { sql, type Sql } from "#server/db/sql.ts";
import type { FiguresAnswer, figuresAsked } from "./figures.model.ts";
import { plusDays } from "./schedule.model.ts";

type Period = { from: string; to: string; classId: string | null; now: string; zone: string };

const assetsIn = ({ classId }: Period): Sql =>
  sql`(${classId}::uuid is null or a.class_id = ${classId}::uuid)`;
const begin = ({ from, zone }: Period): Sql => sql`(${from}::date::timestamp at time zone ${zone})`;
const end = ({ to, zone, now }: Period): Sql =>
  sql`least((${to}::date + 1)::timestamp at time zone ${zone}, ${now}::timestamptz)`;

type Served = Pick<FiguresAnswer, "fromAt" | "toAt" | "assets" | "serviceHours" | "downHours">;
// Hours of the calendar in which assets were in service, and of those in which they were down.
const servedOf = (db: Db, p: Period) =>
  db.one<Served>(sql`
    select
      ${begin(p)} as from_at, ${end(p)} as to_at, count(*)::int as assets,
      coalesce(
        sum(extract(epoch from greatest(
          interval '0',
          ${end(p)} - greatest(${begin(p)}, a.in_service_on::timestamp at time zone ${p.zone})
        )) / 3600),
        0
      )::float8 as service_hours,
      coalesce(sum(d.hours), 0)::float8 as down_hours
    from asset a
    left join lateral (
        select sum(extract(epoch from greatest(
            interval '0',
            least(coalesce(t.until_at, ${end(p)}), ${end(p)}) - greatest(t.from_at, ${begin(p)})
          )) / 3600) as hours
        from asset_downtime t
        where t.org_id = a.org_id and t.asset_id = a.id
      ) d
      on true
    where a.org_id = ${db.scope.orgId}
      and a.status in ('in_service', 'out_of_service')
      and a.in_service_on is not null
      and ${assetsIn(p)}
  `);

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
      (avg(extract(epoch from w.completed_at - w.started_at) / 3600) filter (
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

const backlogOf = (db: Db, p: Period) =>
  db.one<{ backlogMinutes: number; backlogOrders: number; unestimated: number }>(sql`
    select
      coalesce(sum(w.estimate_minutes), 0)::int as backlog_minutes, count(*)::int as backlog_orders,
      (count(*) filter (where w.estimate_minutes is null))::int as unestimated
    from work_order w
    left join asset a on a.org_id = w.org_id and a.id = w.asset_id
    where w.org_id = ${db.scope.orgId}
      and w.status not in ('completed', 'closed', 'cancelled')
      and (${p.classId}::uuid is null or a.class_id = ${p.classId}::uuid)
  `);

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
  const [served, work, compliance, backlog] = await Promise.all([
    servedOf(db, p),
    workOf(db, p),
    plannedOf(db, p, today),
    backlogOf(db, p),
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
  };
};
