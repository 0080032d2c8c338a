import { systemActor } from "#kernel/access.ts";
import type { App } from "#server/app.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { clockSlack } from "./reading.model.ts";

/** So many hours of metrics are added up in one transaction. */
const atOnce = 500;

type Due = { deviceId: string; metric: string; fromAt: string };

const takeDue = (tx: Tx, deviceId: string | null): Promise<Due[]> =>
  tx.rows<Due>(sql`
    delete from device_recount c
    using (
      select device_id, metric, from_at
      from device_recount
      where org_id = ${tx.scope.orgId}
        and (${deviceId}::uuid is null or device_id = ${deviceId}::uuid)
      order by from_at
      limit ${atOnce}
      for update skip locked
    ) t
    where c.org_id = ${tx.scope.orgId}
      and c.device_id = t.device_id
      and c.metric = t.metric
      and c.from_at = t.from_at
    returning c.device_id, c.metric, c.from_at
  `);

const dueRows = (due: readonly Due[]) => sql`
  unnest(
    ${due.map(({ deviceId }) => deviceId)}::uuid[], ${due.map(({ metric }) => metric)}::text[],
    ${due.map(({ fromAt }) => fromAt)}::timestamptz[]
  ) g(device_id, metric, from_at)
`;

// Readings of the future as they came count for nothing.
const countReadings = (tx: Tx, due: readonly Due[]) =>
  tx.rows(sql`
    insert into device_sum (
      org_id, device_id, metric, span, from_at, readings, lowest, highest, mean
    )
    select
      r.org_id, r.device_id, r.metric, s.span, date_trunc(s.span, r.read_at, 'UTC'), count(*),
      min(r.value), max(r.value), avg(r.value)
    from ${dueRows(due)}
    join device_reading r
      on r.org_id = ${tx.scope.orgId}
      and r.device_id = g.device_id
      and r.metric = g.metric
      and r.read_at >= g.from_at
      and r.read_at < g.from_at + interval '1 hour'
      and r.read_at <= r.received_at + make_interval(secs => ${clockSlack / 1000})
    cross join (values ('minute'), ('hour')) s(span)
    group by 1, 2, 3, 4, 5
    on conflict (org_id, device_id, metric, span, from_at)
    do update set
      readings = excluded.readings, lowest = excluded.lowest, highest = excluded.highest,
      mean = excluded.mean
  `);

const countDays = (tx: Tx, due: readonly Due[]) => {
  const zone = tx.scope.timeZone ?? "UTC";
  return tx.rows(sql`
    insert into device_sum (
      org_id, device_id, metric, span, from_at, readings, lowest, highest, mean
    )
    select
      h.org_id, h.device_id, h.metric, 'day', t.from_at, sum(h.readings), min(h.lowest),
      max(h.highest), sum(h.mean * h.readings) / sum(h.readings)
    from (
      select
        distinct g.device_id, g.metric,
        date_trunc('day', g.from_at at time zone ${zone}) at time zone ${zone} as from_at
      from ${dueRows(due)}
    ) t
    join device_sum h
      on h.org_id = ${tx.scope.orgId}
      and h.device_id = t.device_id
      and h.metric = t.metric
      and h.span = 'hour'
      and h.from_at >= t.from_at
      and h.from_at < t.from_at + interval '26 hours'
      and date_trunc('day', h.from_at at time zone ${zone}) at time zone ${zone} = t.from_at
    group by 1, 2, 3, 5
    on conflict (org_id, device_id, metric, span, from_at)
    do update set
      readings = excluded.readings, lowest = excluded.lowest, highest = excluded.highest,
      mean = excluded.mean
  `);
};

/**
 * Adds up anew what readings came for since: minutes, hours and days of the agency. The only writer of
 * these sums, so that a late reading corrects them as any other does. Of one device, or of all.
 */
export const recount = async (
  app: App,
  {
    orgId,
    timeZone,
    deviceId = null,
  }: { orgId: string; timeZone: string; deviceId?: string | null },
): Promise<void> => {
  const scope = { ...systemActor(orgId, undefined, "Readings of devices"), timeZone };
  for (;;) {
    const done = await app.database.transaction(scope, async (tx) => {
      const due = await takeDue(tx, deviceId);
      if (due.length > 0) {
        await countReadings(tx, due);
        await countDays(tx, due);
      }
      return due.length;
    });
    if (done < atOnce) return;
  }
};
