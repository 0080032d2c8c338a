import { wallClock } from "#kernel/dates.ts";
import { leadingDay } from "#kernel/time.ts";
import type { Instant } from "#kernel/time.ts";
import { businessNow } from "#server/clock.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import type { StopStored } from "../stop/stop.noun.ts";
import type { PlanStored } from "./plan.noun.ts";
import { secondsOf, type OpenStop, type UnderWay } from "./problem-of.model.ts";

/** The stops of a plan in the order in which they were added. */
export const stopsOf = (db: Db, planId: string): Promise<StopStored[]> =>
  db.rows<StopStored>(sql`
    select *
    from route_stop
    where org_id = ${db.scope.orgId} and plan_id = ${planId}
    order by line_no
  `);

/** The stops that are still to be driven to. */
export const openStopsOf = async (db: Db, planId: string): Promise<OpenStop[]> =>
  (await stopsOf(db, planId))
    .filter(({ status }) => status === "open")
    .map(({ id, told, planned }) => ({ id, told, aboard: planned?.vehicle ?? null }));

const lastHeard = ({ driven: { endedAt, arrivedAt } }: StopStored): string =>
  endedAt ?? arrivedAt ?? "";

/**
 * Vehicles that left the depot already: where each was heard of last, and that it goes on from now. What could
 * not be delivered is still aboard.
 */
export const underWayOf = async (
  db: Db,
  { id, onDay }: Pick<PlanStored, "id" | "onDay">,
): Promise<UnderWay[]> => {
  const heard = (await stopsOf(db, id)).filter((stop) => stop.planned && lastHeard(stop));
  const now = wallClock(businessNow(db.scope).toISOString() as Instant, db.scope.timeZone ?? "UTC");
  const from = leadingDay(now) === onDay ? secondsOf(now.slice(11)) : 0;
  return [...new Set(heard.map(({ planned }) => planned!.vehicle))].map((vehicle) => {
    const its = heard
      .filter(({ planned }) => planned!.vehicle === vehicle)
      .toSorted((a, b) => (lastHeard(a) < lastHeard(b) ? -1 : 1));
    const { latitude, longitude, name, place } = its.at(-1)!.told;
    const back = its.filter(({ status }) => status === "failed");
    return {
      ...{ vehicle, from, position: { latitude, longitude }, at: { name, place } },
      weight: back.reduce((sum, { told }) => sum + told.weight, 0),
      volume: back.reduce((sum, { told }) => sum + told.volume, 0),
    };
  });
};
