import type { Actor } from "#kernel/access.ts";
import { conflict, invalidField, notFound } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { create } from "#server/create.ts";
import { change, note } from "#server/change.ts";
import type { Tx } from "#server/db/db.ts";
import { getRow, lockRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { allErrandSources, type Errand } from "#server/handover/errands.ts";
import { asSystem, transition } from "#server/lifecycle.ts";
import { requireVersion } from "#server/http/endpoint.ts";
import { planNoun, type PlanStored } from "../plan/plan.noun.ts";
import { routePlan, routeStop } from "../route.tables.ts";
import { stopInput, type StopTold } from "./stop.model.ts";
import { stopNoun, type StopStored } from "./stop.noun.ts";

/** So many stops a plan has at most. */
const mostStops = 200;

const changing: ReadonlySet<string> = new Set(["draft", "solved"]);

// A plan that is changed is not what was solved any more: it is a draft until it is solved anew.
const holdPlan = async (tx: Tx, actor: Actor, id: string): Promise<PlanStored> => {
  const row = await lockRow(tx, routePlan, id, "route plan");
  if (!changing.has(row.status))
    throw conflict(
      "plan_not_open",
      `${row.number} is ${row.status === "solving" ? "being solved" : "released or ended"}: its stops are not changed now.`,
    );
  if (row.status === "draft") return row;
  return transition(tx, asSystem(actor), planNoun, {
    id,
    action: "reopen",
    effect: () => Promise.resolve({ patch: { answer: null } }),
  });
};

const others = async (tx: Tx, planId: string): Promise<StopStored[]> =>
  tx.rows<StopStored>(sql`
    select *
    from route_stop
    where org_id = ${tx.scope.orgId} and plan_id = ${planId}
    order by line_no
  `);

const checkTold = (plan: PlanStored, stops: readonly StopStored[], told: StopTold): void => {
  const has = (id: string) => stops.some((stop) => stop.id === id);
  for (const field of ["afterId", "apartId"] as const)
    if (told[field] !== null && !has(told[field]))
      throw invalidField(field, "Choose a stop of this plan.", "stop_of_another");
  if (told.vehicle && !plan.setup.vehicles.some(({ key }) => key === told.vehicle))
    throw invalidField(
      "vehicle",
      `${plan.number} has no vehicle ${told.vehicle}. Choose one of its own.`,
      "vehicle_unknown",
    );
  if (!told.must && told.detour === 0)
    throw invalidField(
      "detour",
      "Say how many miles it is worth: at none it would always be left out.",
      "detour_missing",
    );
};

const store = async (
  tx: Tx,
  actor: Actor,
  plan: PlanStored,
  told: readonly { told: StopTold; errand: Errand | null }[],
): Promise<StopStored[]> => {
  const stops = await others(tx, plan.id);
  if (stops.length + told.length > mostStops)
    throw conflict("too_many_stops", `A plan has ${mostStops} stops at most. Begin another one.`);
  const made: StopStored[] = [];
  for (const [at, one] of told.entries()) {
    checkTold(plan, stops, one.told);
    const lineNo = Math.max(0, ...stops.map((stop) => stop.lineNo)) + 1 + at;
    made.push(
      await create(tx, actor, stopNoun, {
        number: { within: `${plan.number}/${lineNo}` },
        row: {
          ...{ orgId: tx.scope.orgId!, id: newId(), planId: plan.id, lineNo, told: one.told },
          sourceType: one.errand?.type ?? "",
          sourceId: one.errand?.id ?? null,
        },
      }),
    );
  }
  return made;
};

/**
 * Adds a stop that somebody typed. 404; 409 `plan_not_open`, `too_many_stops`; 422 `stop_of_another`,
 * `vehicle_unknown`, `detour_missing`.
 */
export const addStop = async (
  tx: Tx,
  actor: Actor,
  planId: string,
  told: StopTold,
): Promise<StopStored> => {
  const plan = await holdPlan(tx, actor, planId);
  const [made] = await store(tx, actor, plan, [{ told, errand: null }]);
  return made!;
};

type Asked = { type: string; id: string };

const errandOf = async (tx: Tx, { type, id }: Asked, at: number): Promise<Errand> => {
  const source = allErrandSources().find((each) => each.type === type);
  const errand = (await source?.read(tx, id)) ?? null;
  if (!errand)
    throw invalidField(
      `errands.${at}`,
      "This is not to be driven to any more. Choose among what waits.",
      "errand_gone",
    );
  if (!errand.position)
    throw invalidField(
      `errands.${at}`,
      `${errand.number} goes to ${errand.place || "a place"} without a position. Enter the position of the place, or add the stop by hand.`,
      "errand_unplaced",
    );
  return errand;
};

/** In which other plan a record is driven to already. */
const plannedIn = (tx: Tx, { type, id }: Asked) =>
  tx.maybe<{ number: string }>(sql`
    select p.number
    from route_stop s
    join route_plan p on p.org_id = s.org_id and p.id = s.plan_id
    where s.org_id = ${tx.scope.orgId}
      and s.source_type = ${type}
      and s.source_id = ${id}
      and (s.status = 'done' or (s.status in ('open', 'arrived') and p.status <> 'dropped'))
    limit 1
  `);

/**
 * Makes records that wait to be driven to stops of a plan, all or none. 404; 409 `plan_not_open`,
 * `too_many_stops`, `errand_planned`; 422 `errand_gone`, `errand_unplaced` at the record.
 */
export const addErrands = async (
  tx: Tx,
  actor: Actor,
  planId: string,
  asked: readonly Asked[],
): Promise<StopStored[]> => {
  const plan = await holdPlan(tx, actor, planId);
  // Two people who plan the same record take turns.
  await tx.rows(
    sql`select pg_advisory_xact_lock(hashtextextended(${`errands ${tx.scope.orgId}`}, 0))`,
  );
  const told: { told: StopTold; errand: Errand }[] = [];
  for (const [at, one] of asked.entries()) {
    const errand = await errandOf(tx, one, at);
    const taken = await plannedIn(tx, one);
    if (taken)
      throw conflict("errand_planned", `${errand.number} stands in ${taken.number} already.`);
    const { title, place, position } = errand;
    const name = `${errand.number} ${title}`.slice(0, 160);
    told.push({
      errand,
      told: stopInput.parse({ name, place: place.slice(0, 300), ...position! }),
    });
  }
  return store(tx, actor, plan, told);
};

const requireOpen = (stop: StopStored): void => {
  if (stop.status !== "open")
    throw conflict(
      "stop_driven",
      `${stop.number} was driven to already: it stays as it is in the plan.`,
    );
};

/** Changes a stop of a plan that is not released. 404, 412, 428; 409 and 422 as where one is added. */
export const changeStop = async (
  tx: Tx,
  actor: Actor,
  id: string,
  told: StopTold,
  version: number | null,
): Promise<StopStored> => {
  const before = await getRow(tx, routeStop, id, "stop");
  const plan = await holdPlan(tx, actor, before.planId);
  const stops = await others(tx, plan.id);
  const self = told.afterId === id || told.apartId === id;
  if (self) throw invalidField("afterId", "A stop comes not before itself.", "stop_of_another");
  checkTold(plan, stops, told);
  return change(
    tx,
    actor,
    { name: stopNoun.name, table: routeStop, called: "stop" },
    {
      id,
      version,
      effect: (row) => {
        requireOpen(row);
        return Promise.resolve({ patch: { told } });
      },
    },
  );
};

/** Takes a stop out of a plan that is not released. 404, 409 `plan_not_open`, `stop_driven`, 412, 428. */
export const removeStop = async (
  tx: Tx,
  actor: Actor,
  id: string,
  version: number | null,
): Promise<void> => {
  const { planId } = await getRow(tx, routeStop, id, "stop");
  const plan = await holdPlan(tx, actor, planId);
  const stop = await lockRow(tx, routeStop, id, "stop");
  requireVersion(stop.version, version);
  requireOpen(stop);
  const gone = await tx.rows(sql`
    delete from route_stop
    where org_id = ${tx.scope.orgId} and id = ${id}
    returning id
  `);
  if (gone.length === 0) throw notFound("stop");
  note(tx, actor, planNoun, plan, {
    action: "removeStop",
    before: stop.told,
    note: `${stop.number} ${stop.told.name}`,
  });
};
