import { z } from "zod";
import { systemActor, type Actor } from "#kernel/access.ts";
import type { App } from "#server/app.ts";
import { defineJob } from "#server/jobs/jobs.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { businessNow } from "#server/clock.ts";
import { getRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { transition } from "#server/lifecycle.ts";
import { checkPlan } from "../check.model.ts";
import { roadLines } from "../graph.model.ts";
import { nearestNeighbor } from "../nearest.model.ts";
import { judgeProblem, withoutStops, type RoutePlan, type RouteProblem } from "../problem.model.ts";
import { routePlan } from "../route.tables.ts";
import { boundInThread, solveInThread } from "../solving.service.ts";
import type { Answer } from "./answer.model.ts";
import { distancesOf, NotSolvable, reach, type Roads } from "./distances.service.ts";
import { planNoun, type PlanStored } from "./plan.noun.ts";
import { mile, placesOf, problemOf, type OpenStop, type UnderWay } from "./problem-of.model.ts";
import { standingOf } from "./standing.model.ts";
import { openStopsOf, underWayOf } from "./under-way.service.ts";

/** What is known before anything is solved. */
type Asked = {
  stops: OpenStop[];
  underWay: UnderWay[];
  problem: RouteProblem;
  /** Which stop of the plan each stop of the problem is; those behind are vehicles under way. */
  kept: number[];
  aside: Answer["aside"];
  basis: string;
  roads: Roads;
};

const askedOf = async (app: App, actor: Actor, row: PlanStored): Promise<Asked> => {
  const { setup } = row;
  const db = app.database.read(actor);
  const [stops, underWay] = await Promise.all([openStopsOf(db, row.id), underWayOf(db, row)]);
  if (stops.length === 0) throw new NotSolvable("There is no stop to drive to. Add one first.");
  const { basis, roads, ...distances } = await distancesOf(app, actor, row, stops, underWay);
  const whole = problemOf(setup, stops, underWay, distances);
  const { refused, aside } = judgeProblem(whole);
  if (refused.length > 0) throw new NotSolvable(refused.map(({ text }) => text).join(" "));
  const { problem, kept } = withoutStops(whole, new Set(aside.map(({ stop }) => stop)));
  if (!kept.some((stop) => stop < stops.length))
    throw new NotSolvable(
      `No stop can be driven to. ${aside.map(({ text }) => text).join(" ")}`.slice(0, 2000),
    );
  return {
    ...{ stops, underWay, problem, kept, roads, basis },
    aside: aside.flatMap(({ stop, text }) =>
      stops[stop] ? [{ stopId: stops[stop].id, text }] : [],
    ),
  };
};

const nearestCost = (problem: RouteProblem): number | null => {
  const { feasible, cost, unserved } = checkPlan(problem, nearestNeighbor(problem));
  return feasible && unserved.length === 0 ? cost : null;
};

type Bound = Awaited<ReturnType<typeof boundInThread>>;

const answerOf = (
  { setup }: PlanStored,
  asked: Asked,
  plan: RoutePlan,
  { bound }: Bound,
  said: { at: string; stopped: boolean },
): Answer => {
  const { problem, kept, stops, underWay, roads } = asked;
  const checked = checkPlan(problem, plan);
  const places = placesOf(setup, stops, underWay);
  const idOf = (stop: number) => stops[kept[stop]!]?.id ?? null;
  const tours = checked.routes.map(({ visits }) => {
    const at = visits.map(({ stop }) => places[problem.stops[stop]!.at]!);
    const begins = visits[0] && idOf(visits[0].stop) === null ? [] : [places[0]!];
    return [...begins, ...at, places[0]!];
  });
  const lines = roads
    ? roadLines(roads.network, tours, { reach, closures: roads.closures })
    : tours.map((tour) => tour.map(({ longitude, latitude }) => [longitude, latitude] as const));
  return {
    at: said.at as Answer["at"],
    basis: asked.basis,
    ...{ meters: checked.meters, seconds: checked.seconds, waiting: checked.waiting },
    ...{ cost: checked.cost, bound, aside: asked.aside, stopped: said.stopped },
    standing: standingOf(checked.cost, bound, nearestCost(problem)),
    routes: checked.routes.map(({ vehicle, visits, late: _late, ...route }, n) => ({
      ...route,
      vehicle: problem.vehicles[vehicle]!.name,
      visits: visits.flatMap(({ stop, arrival, begin, leave, waiting }) => {
        const stopId = idOf(stop);
        return stopId === null ? [] : [{ stopId, arrival, begin, leave, waiting }];
      }),
      line: lines[n]!.map(([longitude, latitude]): [number, number] => [longitude, latitude]),
    })),
    left: plan.left.flatMap((stop) => idOf(stop) ?? []),
  };
};

const miles = (meters: number): string => `${(meters / mile).toFixed(1)} miles`;

const fail = (tx: Tx, actor: Actor, id: string, why: string) =>
  transition(tx, actor, planNoun, {
    id,
    action: "failed",
    effect: () => Promise.resolve({ patch: { statusReason: why, jobId: null }, note: why }),
  });

const stillSolving = async (db: Db, id: string): Promise<boolean> =>
  (await db.maybe(sql`
    select 1 as solving
    from route_plan
    where org_id = ${db.scope.orgId} and id = ${id} and status = 'solving'
  `)) !== null;

const page = (id: string) => `/quantum-logistics/${id}`;

/**
 * Solves a plan: the bound beside the search, in threads of their own. Begun again after a restart it solves
 * anew; stopped by whoever asked, the best plan so far is the answer.
 */
export const solvePlanJob = defineJob({
  kind: "route.solve",
  lane: "long",
  payload: z.object({ planId: z.uuid() }),
  dropped: async (tx, { planId }) => {
    if (await stillSolving(tx, planId))
      await fail(tx, systemActor(tx.scope.orgId!), planId, "It was stopped before it began.");
  },
  run: async ({ app, actor, payload: { planId }, progress }) => {
    const { database } = app;
    const row = await getRow(database.read(actor), routePlan, planId, "route plan");
    if (row.status !== "solving") return { resultPath: page(planId) };
    let asked: Asked;
    try {
      asked = await askedOf(app, actor, row);
    } catch (error) {
      if (!(error instanceof NotSolvable)) throw error;
      await database.transaction(actor, (tx) => fail(tx, actor, planId, error.message));
      return { result: { refused: error.message }, resultPath: page(planId) };
    }
    const { problem } = asked;
    const { seconds } = row.setup;
    const stop = new AbortController();
    let [stage, broken] = ["Looking for a first plan", null as unknown];
    const began = performance.now();
    const heard = ({ plan }: { plan: RoutePlan }) => {
      stage = `Best so far: ${miles(checkPlan(problem, plan).meters)}`;
    };
    const told = setInterval(() => {
      const spent = Math.min(seconds - 1, Math.round((performance.now() - began) / 1000));
      progress(spent, seconds, stage).catch((error: unknown) => {
        broken = error;
        stop.abort();
      });
    }, 500);
    const how = { seconds, signal: stop.signal };
    try {
      const [solved, bound] = await Promise.all([
        solveInThread(problem, { ...how, heard }),
        boundInThread(problem, how),
      ]);
      await database.transaction(actor, async (tx) => {
        if (!(await stillSolving(tx, planId))) return;
        const said = { at: businessNow(tx.scope).toISOString(), stopped: broken !== null };
        const answer = answerOf(row, asked, solved.plan, bound, said);
        await transition(tx, actor, planNoun, {
          id: planId,
          action: "found",
          effect: () => Promise.resolve({ patch: { answer, statusReason: "", jobId: null } }),
        });
      });
    } finally {
      clearInterval(told);
    }
    if (broken) throw broken;
    await progress(seconds, seconds, "Done");
    return { resultPath: page(planId) };
  },
});
