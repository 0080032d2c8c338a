import type { Actor } from "#kernel/access.ts";
import { conflict, invalid, invalidField, type FieldError } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { counted } from "#kernel/words.ts";
import { membersNamed, notify } from "#areas/organization/organization.server.ts";
import { change } from "#server/change.ts";
import { businessNow } from "#server/clock.ts";
import { create } from "#server/create.ts";
import type { Tx } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { requireSeenFile } from "#server/files/holders.ts";
import { enqueue } from "#server/jobs/jobs.ts";
import { asSystem, transition, type StepAt, type TakenStep } from "#server/lifecycle.ts";
import { stopNoun, type StopStored } from "../stop/stop.noun.ts";
import { routePlan, routeStop } from "../route.tables.ts";
import type { Answer, AnswerRoute } from "./answer.model.ts";
import type { PlanInput, PlannedVehicle, Setup } from "./plan.model.ts";
import { planNoun, type PlanStored } from "./plan.noun.ts";
import { solvePlanJob } from "./solve.job.ts";
import { stopsOf } from "./under-way.service.ts";

const checkDrivers = async (tx: Tx, vehicles: readonly PlannedVehicle[]): Promise<void> => {
  const ids = vehicles.flatMap(({ driverId }) => driverId ?? []);
  const known = new Set(
    (await membersNamed(tx, { ids })).filter(({ active }) => active).map(({ id }) => id),
  );
  const errors = vehicles.flatMap(({ driverId }, at): FieldError[] =>
    driverId === null || known.has(driverId)
      ? []
      : [{ path: `vehicles.${at}.driverId`, message: "Choose somebody of the agency." }],
  );
  const twice = ids.find((id, at) => ids.indexOf(id) !== at);
  if (twice)
    throw invalidField(
      `vehicles.${vehicles.findLastIndex(({ driverId }) => driverId === twice)}.driverId`,
      "Nobody drives two vehicles on one day.",
      "driver_twice",
    );
  if (errors.length) throw invalid("driver_unknown", errors[0]!.message, errors);
};

const checkFile = async (tx: Tx, actor: Actor, { matrixFileId }: PlanInput): Promise<void> => {
  if (matrixFileId) await requireSeenFile(tx, actor, matrixFileId, "matrixFileId");
};

const parted = ({
  name,
  onDay,
  matrixFileId,
  ...setup
}: PlanInput): { head: Pick<PlanInput, "name" | "onDay" | "matrixFileId">; setup: Setup } => ({
  head: { name, onDay, matrixFileId },
  setup,
});

/** Begins the plan of a day. 422 `driver_unknown`, `driver_twice`, `unknown_file`. */
export const beginPlan = async (tx: Tx, actor: Actor, input: PlanInput): Promise<PlanStored> => {
  await checkDrivers(tx, input.vehicles);
  await checkFile(tx, actor, input);
  const { head, setup } = parted(input);
  return create(tx, actor, planNoun, {
    number: { kind: "RTE" },
    row: { ...head, setup, orgId: tx.scope.orgId!, id: newId(), createdBy: actor.personId },
  });
};

// Stops are pinned by the name of a vehicle; whose stops were driven keeps it.
const requireVehicles = (stops: readonly StopStored[], { vehicles }: Setup): void => {
  const keys = new Set(vehicles.map(({ key }) => key));
  const stop = stops.find(
    ({ told, planned, status }) =>
      (told.vehicle && !keys.has(told.vehicle)) ||
      (planned && status !== "open" && !keys.has(planned.vehicle)),
  );
  if (stop)
    throw conflict(
      "vehicle_needed",
      `${stop.told.name} is driven by ${stop.told.vehicle || stop.planned!.vehicle}, which is not among the vehicles any more.`,
    );
};

/** Changes a plan that is not released. 404, 409 `vehicle_needed`, 412; 422 as where it begins. */
export const changePlan = async (
  tx: Tx,
  actor: Actor,
  id: string,
  input: PlanInput,
  version: number | null,
): Promise<PlanStored> => {
  await checkDrivers(tx, input.vehicles);
  await checkFile(tx, actor, input);
  const { head, setup } = parted(input);
  const changed = await change(tx, actor, planNoun, {
    id,
    version,
    effect: async () => {
      requireVehicles(await stopsOf(tx, id), setup);
      return { patch: { ...head, setup } };
    },
  });
  if (changed.status === "draft") return changed;
  return transition(tx, asSystem(actor), planNoun, {
    id,
    action: "reopen",
    effect: () => Promise.resolve({ patch: { answer: null } }),
  });
};

/** Has a plan solved by a job. 404, 409 without a stop, 412. */
export const solvePlan = (tx: Tx, actor: Actor, { id, version }: StepAt): Promise<PlanStored> =>
  transition(tx, actor, planNoun, {
    id,
    version,
    action: "solve",
    effect: async ({ number, setup }) => {
      const open = (await stopsOf(tx, id)).filter(({ status }) => status === "open");
      if (open.length === 0)
        throw conflict("no_stops", "There is no stop to drive to. Add one first.");
      const jobId = await enqueue(
        tx,
        actor,
        solvePlanJob,
        { planId: id },
        `Routes of ${number}: ${counted(open.length, "stop")}, ${setup.seconds} seconds`,
        `/quantum-logistics/${id}`,
      );
      return { patch: { jobId, answer: null, statusReason: "" } };
    },
  });

const minutes = (seconds: number): number => Math.round(seconds / 60);

const planRoute = async (
  tx: Tx,
  actor: Actor,
  route: AnswerRoute,
  stops: readonly StopStored[],
  driverId: string,
): Promise<void> => {
  const before = stops.filter(
    ({ planned, status }) => planned?.vehicle === route.vehicle && status !== "open",
  ).length;
  const open = new Set(stops.flatMap(({ id, status }) => (status === "open" ? [id] : [])));
  // What was handed over meanwhile stays as it is.
  const visits = route.visits.filter(({ stopId }) => open.has(stopId));
  for (const [at, { stopId, arrival, begin, leave }] of visits.entries())
    await change(
      tx,
      actor,
      { name: stopNoun.name, table: routeStop, called: "stop" },
      {
        id: stopId,
        action: "plan",
        patch: {
          driverId,
          planned: {
            ...{ vehicle: route.vehicle, place: before + at + 1 },
            ...{ arrival: minutes(arrival), begin: minutes(begin), leave: minutes(leave) },
          },
        },
      },
    );
};

/** Stops that no route holds are out of the plan: what they were made of waits anew. */
const leaveOthers = async (
  tx: Tx,
  actor: Actor,
  stops: readonly StopStored[],
  { routes }: Answer,
): Promise<void> => {
  const held = new Set(routes.flatMap(({ visits }) => visits.map(({ stopId }) => stopId)));
  for (const { id, status } of stops)
    if (status === "open" && !held.has(id))
      await transition(tx, asSystem(actor), stopNoun, {
        id,
        action: "leave",
        effect: () => Promise.resolve({ patch: { planned: null, driverId: null } }),
      });
};

const driversOf = ({ setup }: PlanStored, routes: readonly AnswerRoute[]): string[] => {
  const errors: FieldError[] = [];
  const drivers = routes.map(({ vehicle }) => {
    const at = setup.vehicles.findIndex(({ key }) => key === vehicle);
    const { driverId } = setup.vehicles[at]!;
    if (!driverId)
      errors.push({
        path: `vehicles.${at}.driverId`,
        message: `Say who drives ${vehicle} before its route is released.`,
      });
    return driverId ?? "";
  });
  if (errors.length) throw invalid("no_driver", errors[0]!.message, errors);
  return drivers;
};

/**
 * Gives the routes to their drivers, who are told; stops without a route are out of the plan. 404, 409, 412;
 * 422 `no_driver`.
 */
export const releasePlan = (tx: Tx, actor: Actor, { id, version }: StepAt): Promise<PlanStored> =>
  transition(tx, actor, planNoun, {
    id,
    version,
    action: "release",
    effect: async (row) => {
      const routes = row.answer!.routes.filter(({ visits }) => visits.length > 0);
      const drivers = driversOf(row, routes);
      const stops = await stopsOf(tx, id);
      for (const [at, route] of routes.entries())
        await planRoute(tx, asSystem(actor), route, stops, drivers[at]!);
      await leaveOthers(tx, actor, stops, row.answer!);
      for (const [at, { vehicle, visits }] of routes.entries())
        notify(tx, [drivers[at]!], {
          kind: "route.released",
          title: `Your route with ${vehicle}: ${counted(visits.length, "stop")}`,
          body: `${row.name}, ${row.number}. The list says where you go next, and takes what you say there.`,
          link: `/quantum-logistics/${id}/drive`,
        });
      return {
        patch: { releasedBy: actor.personId, releasedAt: businessNow(tx.scope).toISOString() },
      };
    },
  });

/**
 * Takes routes back to plan them again: what was driven stays, what is open is planned anew from where the
 * vehicles are. 404, 409, 412, 422 without a reason.
 */
export const planAgain = (tx: Tx, actor: Actor, at: TakenStep): Promise<PlanStored> =>
  transition(tx, actor, planNoun, {
    ...at,
    action: "planAgain",
    effect: async ({ number, name }) => {
      const open = (await stopsOf(tx, at.id)).filter(({ status }) => status === "open");
      const drivers = open.flatMap(({ driverId }) => driverId ?? []);
      notify(tx, drivers, {
        kind: "route.again",
        title: `${name} is planned again`,
        body: `${number}: ${at.reason ?? ""} Wait for your new list before you drive on.`,
        link: `/quantum-logistics/${at.id}/drive`,
      });
      return { patch: { answer: null, releasedAt: null, releasedBy: null } };
    },
  });

/** Closes a plan that was driven. 404, 409, 412. */
export const closePlan = (tx: Tx, actor: Actor, at: StepAt): Promise<PlanStored> =>
  transition(tx, actor, planNoun, { ...at, action: "close" });

/** Drops a plan that nobody drives, with the reason. 404, 409, 412, 422; 409 `plan_begun` once something was driven. */
export const dropPlan = (tx: Tx, actor: Actor, at: TakenStep): Promise<PlanStored> =>
  transition(tx, actor, planNoun, {
    ...at,
    action: "drop",
    effect: async () => {
      const stops = await stopsOf(tx, at.id);
      const begun = stops.some(({ driven }) => driven.arrivedAt);
      // Where nothing is left to drive to, there is nothing to solve either.
      if (begun && stops.some(({ status }) => status === "open" || status === "arrived"))
        throw conflict(
          "plan_begun",
          "Somebody drove a part of it already. Solve and release what is left.",
        );
    },
  });

/** The plan is driven once every stop has its end. */
export const endWhenDriven = async (tx: Tx, actor: Actor, planId: string): Promise<void> => {
  const row = await getRow(tx, routePlan, planId, "route plan");
  if (row.status !== "released") return;
  const stops = await stopsOf(tx, planId);
  if (stops.some(({ status }) => status === "open" || status === "arrived")) return;
  await transition(tx, asSystem(actor), planNoun, { id: planId, action: "end" });
};
