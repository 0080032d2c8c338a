import { placePosition } from "#areas/organization/organization.server.ts";
import type { Position } from "#kernel/geo/fence.ts";
import type { Day } from "#kernel/time.ts";
import type { Db } from "#server/db/db.ts";
import { sql, type Sql } from "#server/db/sql.ts";
import type { Errand, ErrandSource } from "#server/handover/errands.ts";

type Found = {
  id: string;
  number: string;
  title: string;
  location: string;
  placeId: string | null;
  due: Day | null;
  latitude: number | null;
  longitude: number | null;
};

const found = (db: Db, where: Sql, most: number): Promise<Found[]> =>
  db.rows<Found>(sql`
    select
      w.id, w.number, w.title, coalesce(nullif(w.location, ''), a.location, '') as location,
      coalesce(w.place_id, a.place_id) as place_id, coalesce(w.scheduled_on, w.due_on) as due,
      a.latitude::float8 as latitude, a.longitude::float8 as longitude
    from work_order w
    left join asset a on a.org_id = w.org_id and a.id = w.asset_id
    where w.org_id = ${db.scope.orgId}
      and w.status in ('approved', 'scheduled', 'in_progress')
      and ${where}
    order by coalesce(w.scheduled_on, w.due_on) nulls last, w.number
    limit ${most}
  `);

const errandsOf = async (db: Db, rows: readonly Found[]): Promise<Errand[]> => {
  const positions = new Map<string, Position | null>();
  for (const { placeId } of rows)
    if (placeId && !positions.has(placeId))
      positions.set(placeId, await placePosition(db, placeId));
  return rows.map(({ id, number, title, location, placeId, due, latitude, longitude }) => ({
    ...{ type: "workOrder", id, number, title, due, place: location },
    position:
      latitude !== null && longitude !== null
        ? { latitude, longitude }
        : (positions.get(placeId ?? "") ?? null),
  }));
};

/** Work orders that a crew drives to: approved, scheduled or begun. */
export const workErrands: ErrandSource = {
  type: "workOrder",
  label: "Work order",
  href: (id) => `/maintenance-management/${id}`,
  waiting: async (db, until, most) =>
    errandsOf(db, await found(db, sql`coalesce(w.scheduled_on, w.due_on) <= ${until}`, most)),
  read: async (db, id) => (await errandsOf(db, await found(db, sql`w.id = ${id}`, 1)))[0] ?? null,
};
