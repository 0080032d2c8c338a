import { declarationStanding } from "#areas/emergency/emergency.server.ts";
import type { Actor } from "#kernel/access.ts";
import { notFound } from "#kernel/errors.ts";
import type { Db } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { bind, raw, sql } from "#server/db/sql.ts";
import { recordColumns } from "#server/http/record-columns.ts";
import { actionsFor } from "#server/lifecycle.ts";
import { incidentEntries, incidentList, incidentOrders } from "./incident.list.ts";
import type { Incident, IncidentDetail, Position, TimelineEntry } from "./incident.model.ts";
import { sectionsOf } from "./incident.service.ts";
import { incident } from "./incident.tables.ts";
import { tells } from "./telling.service.ts";
import { incidentNoun } from "./nouns.ts";

/** The positions of an incident as a tree, with who holds each, and how many report to it. */
export const positionsOf = (db: Db, incidentId: string): Promise<Position[]> =>
  db.rows<Position>(sql`
    select
      p.id, p.parent_id, p.code, p.title, p.section, p.kind, h.person_id,
      who.display_name as person, h.from_at as since,
      (
        select count(*)::int
        from incident_position c
        join incident_holding ch
          on ch.org_id = c.org_id
          and ch.position_id = c.id
          and ch.to_at is null
        where c.org_id = p.org_id and c.parent_id = p.id and c.closed_at is null
      ) as span
    from incident_position p
    left join incident_holding h on h.org_id = p.org_id and h.position_id = p.id and h.to_at is null
    left join person who on who.id = h.person_id
    where p.org_id = ${db.scope.orgId} and p.incident_id = ${incidentId} and p.closed_at is null
    order by p.place, p.id
  `);

const costsOf = (db: Db, incidentId: string) =>
  db.rows<IncidentDetail["costs"][number]>(sql`
    select
      c.department_id, d.name as department, sum(c.encumbered + c.expended)::bigint as committed,
      sum(c.expended)::bigint as spent, count(distinct c.id)::int as orders
    from incident i
    cross join lateral (${raw(incidentEntries("i.id"))}) c
    join department d on d.org_id = i.org_id and d.id = c.department_id
    where i.org_id = ${db.scope.orgId} and i.id = ${incidentId}
    group by c.department_id, d.name
    order by d.name
  `);

// By the category of emergency work under which the request of each order would be claimed.
const categoriesOf = (db: Db, incidentId: string) =>
  db.rows<IncidentDetail["categories"][number]>(sql`
    select
      (
        select r.category
        from purchase_order_line l
        join requisition_line ql on ql.org_id = l.org_id and ql.id = l.requisition_line_id
        join incident_request r on r.org_id = ql.org_id and r.requisition_id = ql.requisition_id
        where l.org_id = i.org_id and l.purchase_order_id = c.id and r.category is not null
        order by r.number
        limit 1
      ) as category,
      sum(c.encumbered + c.expended)::bigint as committed
    from incident i
    cross join lateral (${raw(incidentEntries("i.id"))}) c
    where i.org_id = ${db.scope.orgId} and i.id = ${incidentId}
    group by 1
    order by 1 nulls last
  `);

/** An incident with organization, periods, objectives and cost. 404. */
export const readIncident = async (db: Db, actor: Actor, id: string): Promise<IncidentDetail> => {
  const row = await db.maybe<Incident>(
    bind(
      `
        select ${recordColumns(incidentList, {})}
        from ${incidentList.from}
        where i.org_id = $1 and i.id = $2
      `,
      [db.scope.orgId, id],
    ),
  );
  if (!row) throw notFound("incident");
  const [head, positions, periods, objectives, costs, categories, held, telling] =
    await Promise.all([
      getRow(db, incident, id, "incident"),
      positionsOf(db, id),
      db.rows<IncidentDetail["periods"][number]>(sql`
        select p.id, p.period_no, p.from_at, p.to_at, x.id as plan_id, x.status as plan_status
        from incident_period p
        left join incident_plan x on x.org_id = p.org_id and x.period_id = p.id
        where p.org_id = ${db.scope.orgId} and p.incident_id = ${id}
        order by p.period_no desc
      `),
      db.rows<IncidentDetail["objectives"][number]>(sql`
        select id, objective, from_period, until_period, outcome
        from incident_objective
        where org_id = ${db.scope.orgId} and incident_id = ${id}
        order by from_period, id
      `),
      costsOf(db, id),
      categoriesOf(db, id),
      sectionsOf(db, actor.personId, id),
      tells(db, actor, id),
    ]);
  const declared = head.declarationId ? await declarationStanding(db, head.declarationId) : null;
  return {
    ...row,
    cause: head.cause,
    areaText: head.areaText,
    area: head.area,
    declarationId: head.declarationId,
    declarationEndedAt: declared?.endedAt ?? null,
    accountStringId: head.accountStringId,
    departmentId: head.departmentId,
    alertId: head.alertId,
    lessons: head.lessons,
    positions,
    periods,
    objectives,
    costs,
    categories,
    sections: held,
    tells: telling,
    actions: actionsFor(actor, incidentNoun, head),
  };
};

// What was told: to the public, and to command.
const reported = sql`
  union all
  select
    y.id::text, y.published_at, 'release', y.number || ': ' || y.title, y.author_id,
    '/disaster-response/releases/' || y.id, null
  from incident_release y
  where y.org_id = i.org_id and y.incident_id = i.id and y.published_at is not null
  union all
  select
    s.id::text, s.as_of, 'situation', s.number || ': ' || s.summary, s.prepared_by,
    '/disaster/' || i.id || '?tab=situation', s.created_at
  from incident_situation s
  where s.org_id = i.org_id and s.incident_id = i.id
`;
// What came of the orders.
const delivered = sql`
  union all
  select
    c.id::text, c.created_at, 'receipt', c.number || ' of ' || p.number, c.received_by,
    '/purchase-orders/' || p.id, c.created_at
  from (${raw(incidentOrders("i.id"))}) o
  join purchase_order p on p.org_id = i.org_id and p.id = o.id
  join receipt c on c.org_id = p.org_id and c.purchase_order_id = p.id
`;

/**
 * What happened in the incidents, or in one, by the time of the event: log, warnings, requests,
 * orders, plans, releases.
 */
export const timelineOf = (
  db: Db,
  { incidentId, kind, limit = 500 }: { incidentId?: string; kind?: string; limit?: number },
): Promise<TimelineEntry[]> =>
  db.rows<TimelineEntry>(sql`
    select
      e.id, e.at, e.kind, e.title, who.display_name as person, e.href, i.number as incident,
      e.entered_at
    from incident i
    cross join lateral (
      select
        l.id::text, l.happened_at as at, 'log' as kind, l.entry as title, l.entered_by as by,
        null::text as href, l.entered_at
      from incident_log l
      where l.org_id = i.org_id and l.incident_id = i.id
      union all
      select
        w.id::text, w.sent_at, 'alert', coalesce(nullif(w.headline, ''), w.event), null,
        '/weather-alerts/' || w.id, null
      from weather_alert w
      join weather_alert mine on mine.org_id = w.org_id and mine.id = i.alert_id
      where w.org_id = i.org_id and w.event_key = mine.event_key
      union all
      select
        r.id::text, r.created_at, 'request', r.number || ': ' || r.title, r.requested_by,
        '/disaster-response/requests/' || r.id, null
      from incident_request r
      where r.org_id = i.org_id and r.incident_id = i.id
      union all
      select
        o.id::text, p.issued_at, 'order', p.number || ': ' || p.title, p.buyer_id,
        '/purchase-orders/' || o.id, null
      from (${raw(incidentOrders("i.id"))}) o
      join purchase_order p on p.org_id = i.org_id and p.id = o.id
      where p.issued_at is not null
      union all
      select
        x.id::text, x.approved_at, 'plan', x.number || ' approved', x.approved_by,
        '/disaster-response/plans/' || x.id, null
      from incident_plan x
      where x.org_id = i.org_id
        and x.incident_id = i.id
        and x.approved_at is not null ${reported} ${delivered}
    ) e
    left join person who on who.id = e.by
    where i.org_id = ${db.scope.orgId}
      and (${incidentId ?? null}::uuid is null or i.id = ${incidentId ?? null}::uuid)
      and (${kind ?? null}::text is null or e.kind = ${kind ?? null})
    order by e.at desc, e.id
    limit ${limit}
  `);

/** Where the open incidents are. */
export const openAreas = (db: Db) =>
  db.rows<{ id: string; title: string; area: unknown }>(sql`
    select id, number || ' ' || title as title, area
    from incident
    where org_id = ${db.scope.orgId} and status <> 'closed'
    order by begins_on desc
    limit 50
  `);
