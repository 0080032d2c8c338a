import type { Actor } from "#kernel/access.ts";
import { editRefusal } from "#kernel/lifecycle.ts";
import type { Instant } from "#kernel/time.ts";
import { placePosition } from "#areas/organization/organization.server.ts";
import { businessDate, businessNow } from "#server/clock.ts";
import type { Db } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { actionsAsked } from "#server/lifecycle.ts";
import { device } from "../devices.tables.ts";
import type { MetricName } from "../reading/metrics.data.ts";
import { deviceCycle, type DeviceStatus } from "./device.labels.ts";
import type { DeviceDetail, DeviceKeyShown, DevicePositions } from "./device.model.ts";
import { deviceNoun } from "./device.noun.ts";
import { postsOf } from "./post.service.ts";

const latestOf = (db: Db, id: string): Promise<DeviceDetail["latest"]> =>
  db.rows(sql`
    select metric, value, longitude, accuracy, read_at, received_at, refused
    from device_latest
    where org_id = ${db.scope.orgId} and device_id = ${id}
    order by metric
  `);

const keysOf = (db: Db, id: string): Promise<DeviceKeyShown[]> =>
  db.rows(sql`
    select id, prefix, revoked_at, last_used_at, created_at
    from device_key
    where org_id = ${db.scope.orgId} and device_id = ${id}
    order by created_at desc
    limit 50
  `);

/** A device with its newest readings, what it belongs to, its keys, and what may be done. 404. */
export const readDevice = async (db: Db, actor: Actor, id: string): Promise<DeviceDetail> => {
  const row = await getRow(db, device, id, "device");
  const [latest, posts, keys, actions] = await Promise.all([
    latestOf(db, id),
    postsOf(db, id),
    keysOf(db, id),
    actionsAsked(db, actor, deviceNoun, row),
  ]);
  const muted =
    row.mutedUntil !== null && Date.parse(row.mutedUntil) > businessNow(db.scope).getTime();
  const { number, name, about, silentMinutes, version } = row;
  return {
    ...{ id, number, name, about, silentMinutes, version },
    status: row.status as DeviceStatus,
    metrics: row.metrics as MetricName[],
    heardAt: latest
      .map(({ receivedAt }) => receivedAt)
      .reduce<Instant | null>(
        (last, one) => (last !== null && Date.parse(last) >= Date.parse(one) ? last : one),
        null,
      ),
    mutedUntil: muted ? row.mutedUntil : null,
    mutedWhy: muted ? row.mutedWhy : "",
    ...{ latest, posts, keys, actions },
    canEdit: editRefusal(deviceCycle.edit!, row, actor) === null,
  };
};

type Where = {
  id: string;
  name: string;
  status: DeviceStatus;
  alarms: number;
  latitude: number | null;
  longitude: number | null;
  accuracy: number | null;
  placeId: string | null;
};

// A place is a point on the map with about this reach, in meters.
const placeReach = 50;

/** Where the devices are that are not retired: by their own positions, or by their place's. */
export const devicesOnMap = async (db: Db): Promise<DevicePositions> => {
  const rows = await db.rows<Where>(sql`
    select
      d.id, d.name, d.status, l.value as latitude, l.longitude, l.accuracy,
      (
        select count(*)
        from device_alarm a
        where a.org_id = d.org_id and a.device_id = d.id and a.status <> 'cleared'
      )::int as alarms,
      (
        select p.place_id
        from device_post p
        where p.org_id = d.org_id
          and p.device_id = d.id
          and p.from_on <= ${businessDate(db.scope)}::date
        order by p.from_on desc
        limit 1
      ) as place_id
    from device d
    left join device_latest l
      on l.org_id = d.org_id
      and l.device_id = d.id
      and l.metric = 'position'
    where d.org_id = ${db.scope.orgId} and d.status <> 'retired'
    order by d.name
    limit 1000
  `);
  const places = new Map(
    await Promise.all(
      [...new Set(rows.flatMap(({ placeId }) => placeId ?? []))].map(
        async (id) => [id, await placePosition(db, id)] as const,
      ),
    ),
  );
  const items = rows.flatMap(({ placeId, latitude, longitude, accuracy, ...of }) => {
    if (latitude !== null && longitude !== null)
      return [{ ...of, latitude, longitude, accuracy: accuracy ?? placeReach }];
    const at = placeId === null ? null : places.get(placeId);
    return at ? [{ ...of, ...at, accuracy: placeReach }] : [];
  });
  return { items, without: rows.length - items.length };
};
