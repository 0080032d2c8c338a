import type { Actor } from "#kernel/access.ts";
import { wallClock } from "#kernel/dates.ts";
import { addDays, leadingDay, type Day, type Instant } from "#kernel/time.ts";
import { membersNamed } from "#areas/organization/organization.server.ts";
import { businessDate } from "#server/clock.ts";
import type { Db } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { seenFile } from "#server/files/holders.ts";
import { allErrandSources } from "#server/handover/errands.ts";
import { actionsAsked } from "#server/lifecycle.ts";
import { closedOn, layerNow, linesNamed } from "../road/road.service.ts";
import { routePlan, routeStop } from "../route.tables.ts";
import type { StopStatus } from "../stop/stop.labels.ts";
import type { DriverStop, StopShown } from "../stop/stop.model.ts";
import { stopNoun, type StopStored } from "../stop/stop.noun.ts";
import type { PlanStatus } from "./plan.labels.ts";
import { planInput, type PlanDetail, type PlanInput, type Unplanned } from "./plan.model.ts";
import { planNoun, type PlanStored } from "./plan.noun.ts";
import { stopsOf } from "./under-way.service.ts";

/** Minutes since midnight of a day at which something was, by the agency's clock; more than a day's on later days. */
const minutesAt = (at: Instant, day: Day, zone: string): number => {
  const wall = wallClock(at, zone);
  const days = (Date.parse(leadingDay(wall)!) - Date.parse(day)) / 86_400_000;
  return days * 1440 + Number(wall.slice(11, 13)) * 60 + Number(wall.slice(14, 16));
};

const hrefOf = ({ sourceType, sourceId }: StopStored): string | null =>
  sourceId === null
    ? null
    : (allErrandSources()
        .find(({ type }) => type === sourceType)
        ?.href(sourceId) ?? null);

const shown = (stop: StopStored, { onDay }: PlanStored, zone: string): StopShown => {
  const { id, number, lineNo, sourceType, sourceId, told, planned, driven, version } = stop;
  const { arrivedAt } = driven as { arrivedAt?: Instant };
  return {
    ...{ id, number, lineNo, sourceType, sourceId, told, planned, version },
    status: stop.status as StopStatus,
    sourceHref: hrefOf(stop),
    driven: driven as StopShown["driven"],
    minutesLate: planned && arrivedAt ? minutesAt(arrivedAt, onDay, zone) - planned.arrival : null,
  };
};

const zoneOf = (db: Db): string => db.scope.timeZone ?? "UTC";

const closuresShown = async (db: Db, onDay: Day): Promise<PlanDetail["closures"]> => {
  const closed = await closedOn(db, onDay);
  const lines = await linesNamed(
    db,
    closed.flatMap(({ road }) => road || []),
  );
  return closed.map(({ id, number, name, road, area }) => ({
    ...{ id, number, name, area },
    lines: lines.get(road) ?? [],
  }));
};

/** A plan with its stops, its answer and what may be done of it. 404. */
export const readPlan = async (db: Db, actor: Actor, id: string): Promise<PlanDetail> => {
  const row = await getRow(db, routePlan, id, "route plan");
  const { setup, answer } = row;
  const people = [...setup.vehicles.flatMap(({ driverId }) => driverId ?? []), row.releasedBy];
  const [stops, members, roads, closures, actions, matrixFile] = await Promise.all([
    stopsOf(db, id),
    membersNamed(db, { ids: people.filter((one) => one !== null) }),
    layerNow(db),
    closuresShown(db, row.onDay),
    actionsAsked(db, actor, planNoun, row),
    row.matrixFileId ? seenFile(db, actor, row.matrixFileId) : null,
  ]);
  const named = (who: string | null) => members.find((one) => one.id === who)?.name ?? "";
  const { number, statusReason, name, onDay, jobId, releasedAt, version } = row;
  return {
    ...{ id, number, statusReason, name, onDay, jobId, releasedAt, version, answer, closures },
    ...setup,
    status: row.status as PlanStatus,
    vehicles: setup.vehicles.map((each) => ({ ...each, driver: named(each.driverId) })),
    stops: stops.map((stop) => shown(stop, row, zoneOf(db))),
    matrixFile: matrixFile && { id: matrixFile.id, name: matrixFile.name, size: matrixFile.size },
    roads: roads && { name: roads.name, asOf: roads.asOf },
    releasedBy: named(row.releasedBy),
    canEdit:
      (row.status === "draft" || row.status === "solved") && actor.permissions.has("route.plan"),
    actions,
  };
};

/** What a plan was made of, as it is typed again. 404. */
export const typedPlan = async (db: Db, id: string): Promise<PlanInput> => {
  const { name, onDay, setup, matrixFileId } = await getRow(db, routePlan, id, "route plan");
  return planInput.parse({ name, onDay, matrixFileId, ...setup });
};

const inHand = async (db: Db, actor: Actor, stop: StopStored, plan: PlanStored) => ({
  ...shown(stop, plan, zoneOf(db)),
  actions: plan.status === "released" ? await actionsAsked(db, actor, stopNoun, stop) : [],
});

/**
 * What somebody drives of a plan, in its order; a dispatcher sees all of it. 404.
 */
export const readDrive = async (
  db: Db,
  actor: Actor,
  id: string,
): Promise<{
  number: string;
  name: string;
  onDay: Day;
  status: PlanStatus;
  depot: PlanDetail["depot"];
  stops: DriverStop[];
}> => {
  const row = await getRow(db, routePlan, id, "route plan");
  const all = actor.permissions.has("route.plan");
  const stops = (await stopsOf(db, id))
    .filter(({ planned, driverId }) => planned && (all || driverId === actor.personId))
    .toSorted(
      (a, b) =>
        a.planned!.vehicle.localeCompare(b.planned!.vehicle) || a.planned!.place - b.planned!.place,
    );
  const { number, name, onDay, setup } = row;
  return {
    ...{ number, name, onDay, depot: setup.depot },
    status: row.status as PlanStatus,
    stops: await Promise.all(stops.map((stop) => inHand(db, actor, stop, row))),
  };
};

/** A stop as its driver has it in hand. 404. */
export const readStop = async (db: Db, actor: Actor, id: string): Promise<DriverStop> => {
  const stop = await getRow(db, routeStop, id, "stop");
  return inHand(db, actor, stop, await getRow(db, routePlan, stop.planId, "route plan"));
};

const mostErrands = 100;

const plannedAlready = async (db: Db): Promise<Set<string>> =>
  new Set(
    (
      await db.rows<{ sourceId: string }>(sql`
        select s.source_id
        from route_stop s
        join route_plan p on p.org_id = s.org_id and p.id = s.plan_id
        where s.org_id = ${db.scope.orgId}
          and s.source_id is not null
          and (s.status = 'done' or (s.status in ('open', 'arrived') and p.status <> 'dropped'))
      `)
    ).map(({ sourceId }) => sourceId),
  );

/** What waits to be driven to within a fortnight and is in no plan, the earliest day first. */
export const readUnplanned = async (db: Db): Promise<Unplanned> => {
  const until = addDays(businessDate(db.scope), 14);
  const [taken, ...found] = await Promise.all([
    plannedAlready(db),
    ...allErrandSources().map(async ({ type, label, href, waiting }) =>
      (await waiting(db, until, mostErrands * 2)).map(
        ({ id, number, title, place, position, due }) => ({
          ...{ type, label, id, number, title, place, due, placed: position !== null },
          href: href(id),
        }),
      ),
    ),
  ]);
  const open = found
    .flat()
    .filter(({ id }) => !taken.has(id))
    .toSorted((a, b) => (a.due ?? "9999").localeCompare(b.due ?? "9999"));
  return { items: open.slice(0, mostErrands), more: open.length > mostErrands };
};
