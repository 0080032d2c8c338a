import { membersNamed } from "#areas/organization/organization.server.ts";
import type { Day } from "#kernel/time.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import type { StopStatus } from "./stop.labels.ts";

type Found = {
  planId: string;
  number: string;
  onDay: Day;
  vehicle: string;
  driverId: string | null;
  place: number;
  arrival: number;
  status: StopStatus;
};
/** When a route comes to a record: `arrival` in minutes since midnight of the plan's day. */
type Visit = Omit<Found, "driverId"> & { driver: string };

/**
 * The released route that drives a record, the newest first; null where none does. What was left out of its
 * route, or is planned again, has no visit.
 */
export const visitOf = async (
  db: Db,
  { type, id }: { type: string; id: string },
): Promise<Visit | null> => {
  const found = await db.maybe<Found>(sql`
    select
      p.id as plan_id, p.number, p.on_day, s.planned ->> 'vehicle' as vehicle, s.driver_id,
      (s.planned ->> 'place')::int as place, (s.planned ->> 'arrival')::int as arrival, s.status
    from route_stop s
    join route_plan p on p.org_id = s.org_id and p.id = s.plan_id
    where s.org_id = ${db.scope.orgId}
      and s.source_type = ${type}
      and s.source_id = ${id}
      and s.status <> 'left'
      and s.planned is not null
      and p.status in ('released', 'driven', 'closed')
    order by p.on_day desc, p.created_at desc
    limit 1
  `);
  if (!found) return null;
  const { driverId, ...visit } = found;
  const [driver] = driverId ? await membersNamed(db, { ids: [driverId] }) : [];
  return { ...visit, driver: driver?.name ?? "" };
};
