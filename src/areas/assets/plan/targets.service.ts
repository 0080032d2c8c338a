import { businessDate } from "#server/clock.ts";
import type { Db } from "#server/db/db.ts";
import { sql, type Sql } from "#server/db/sql.ts";
import type { PlanRow } from "./plan.model.ts";

/** An asset under a plan (of a route: none), with what came of it before. */
export type Target = {
  assetId: string | null;
  startOn: string;
  lastDueOn: string | null;
  lastDoneOn: string | null;
  lastUndoneOn: string | null;
  openDue: string | null;
  total: number | null;
  doneTotal: number | null;
  perDay: number | null;
  coverDates: string[];
};

/** So many assets are looked at together. */
export const pageSize = 5000;

// Of the newest cycles one row each: due, done, open, the meter at the last that was done.
const cyclesOf = (plan: PlanRow): Sql => sql`
  select
    max(y.due_on) as last_due_on, max(y.done_on) as last_done_on,
    max(y.due_on) filter (where y.status <> 'done') as last_undone_on,
    max(y.due_on) filter (where y.status = 'open') as open_due,
    max(y.meter_total) filter (where y.status in ('done', 'skipped')) as done_total
  from plan_cycle y
  where y.org_id = a.org_id and y.definition_id = ${plan.definitionId} and y.asset_id = a.id
`;
// What the meter of the plan shows, showed when the plan came into force, and rises a day.
const meterOf = (plan: PlanRow): Sql => sql`
  select
    q.total,
    (
      select r.total
      from meter_reading r
      where r.org_id = q.org_id
        and r.meter_id = q.id
        and r.read_at <= ${plan.publishedAt}::timestamptz
      order by r.read_at desc
      limit 1
    ) as at_first,
    (
      select case
          when max(r.read_at) > min(r.read_at) + interval '1 day' then ((max(r.total) - min(r.total)) / (
            extract(epoch from max(r.read_at) - min(r.read_at)) / 86400
          ))::float8
        end
      from meter_reading r
      where r.org_id = q.org_id and r.meter_id = q.id and r.read_at > q.read_at - interval '1 year'
    ) as per_day
  from asset_meter q
  where q.org_id = a.org_id and q.asset_id = a.id and q.kind = ${plan.meterKind}::text
`;
const coveredBy = (covering: readonly string[], today: string): Sql => sql`
  select array_agg(y.due_on::text) as dates
  from plan_cycle y
  where y.org_id = a.org_id
    and y.asset_id = a.id
    and y.definition_id = any(${[...covering]}::uuid[])
    and y.status in ('open', 'done')
    and y.due_on > ${today}::date - 400
`;

/** A page of the assets that a plan is on now, in the order of their ids. */
export const targetsOf = (
  db: Db,
  plan: PlanRow,
  covering: readonly string[],
  after: string | null,
) => {
  const today = businessDate(db.scope);
  return db.rows<Target & { pageId: string }>(sql`
    select
      a.id as page_id, a.id as asset_id,
      greatest(
        coalesce(a.in_service_on, ${plan.anchorOn}::date, '2000-01-01'),
        (${plan.publishedAt}::timestamptz at time zone ${db.scope.timeZone ?? "UTC"})::date
      )::text as start_on,
      c.last_due_on::text, c.last_done_on::text, c.last_undone_on::text, c.open_due::text,
      m.total::float8 as total, coalesce(c.done_total, m.at_first, 0)::float8 as done_total,
      m.per_day, coalesce(v.dates, '{}') as cover_dates
    from asset a
    left join lateral (${cyclesOf(plan)}) c on true
    left join lateral (${meterOf(plan)}) m on ${plan.dueBy !== "calendar"}::boolean
    left join lateral (${coveredBy(covering, today)}) v on ${covering.length > 0}::boolean
    where a.org_id = ${db.scope.orgId}
      and a.status in ('in_service', 'out_of_service')
      and a.id in (
        select o.id
        from asset o
        where o.org_id = ${db.scope.orgId} and o.class_id = ${plan.classId}::uuid
        union
        select unnest(${plan.assetIds}::uuid[])
      )
      and (${after}::uuid is null or a.id > ${after}::uuid)
    order by a.id
    limit ${pageSize}
  `);
};

/** The one target of a round. */
export const routeOf = async (
  db: Db,
  plan: PlanRow,
  covering: readonly string[],
): Promise<Target> => {
  const found = await db.one<Omit<Target, "assetId" | "total" | "doneTotal" | "perDay">>(sql`
    select
      greatest(
        ${plan.anchorOn}::date,
        (${plan.publishedAt}::timestamptz at time zone ${db.scope.timeZone ?? "UTC"})::date
      )::text as start_on,
      max(y.due_on)::text as last_due_on, max(y.done_on)::text as last_done_on,
      (max(y.due_on) filter (where y.status <> 'done'))::text as last_undone_on,
      (max(y.due_on) filter (where y.status = 'open'))::text as open_due,
      coalesce(
        (
          select array_agg(v.due_on::text)
          from plan_cycle v
          where v.org_id = ${db.scope.orgId}
            and v.definition_id = any(${[...covering]}::uuid[])
            and v.asset_id is null
            and v.status in ('open', 'done')
        ),
        '{}'
      ) as cover_dates
    from plan_cycle y
    where y.org_id = ${db.scope.orgId} and y.definition_id = ${plan.definitionId}
  `);
  return { ...found, assetId: null, total: null, doneTotal: null, perDay: null };
};
