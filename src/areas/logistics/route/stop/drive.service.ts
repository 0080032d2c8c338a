import type { Actor } from "#kernel/access.ts";
import { formatDate } from "#kernel/dates.ts";
import { conflict } from "#kernel/errors.ts";
import type { Instant } from "#kernel/time.ts";
import { notify } from "#areas/organization/organization.server.ts";
import { businessDate, businessNow } from "#server/clock.ts";
import type { Tx } from "#server/db/db.ts";
import { getRow, lockRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { asSystem, transition, type StepAt, type TakenStep } from "#server/lifecycle.ts";
import type { DriverLink } from "../../proof/proof.model.ts";
import type { LinkOf } from "../../proof/subject.service.ts";
import { makeDriverLink, ofShipment, ofTransfer } from "../../proof/link.service.ts";
import { enterAttempt } from "../../shipment/event.service.ts";
import { endWhenDriven } from "../plan/plan.service.ts";
import { routePlan, routeStop } from "../route.tables.ts";
import type { DrivenStop } from "./stop.model.ts";
import { stopNoun, type StopStored } from "./stop.noun.ts";

const nowOf = (tx: Tx): Instant => businessNow(tx.scope).toISOString() as Instant;

// While a plan is planned again nobody drives by its old list.
const requireReleased = async (tx: Tx, { planId }: StopStored): Promise<void> => {
  const plan = await lockRow(tx, routePlan, planId, "route plan");
  if (plan.status !== "released")
    throw conflict(
      "plan_not_out",
      `${plan.number} is being planned again. Wait for your new list before you drive on.`,
    );
  if (businessDate(tx.scope) < plan.onDay)
    throw conflict(
      "before_its_day",
      `This route is for ${formatDate(plan.onDay)}: say what happened on that day.`,
    );
};

const driven = (row: StopStored, more: DrivenStop) => ({
  patch: { driven: { ...row.driven, ...more } },
});

const lockPlanOf = async (tx: Tx, id: string): Promise<void> =>
  requireReleased(tx, await getRow(tx, routeStop, id, "stop"));

/** The driver is at a stop. 404, 409 `plan_not_out`, 412. */
export const arriveAt = async (tx: Tx, actor: Actor, at: StepAt): Promise<StopStored> => {
  await lockPlanOf(tx, at.id);
  return transition(tx, actor, stopNoun, {
    ...at,
    action: "arrive",
    effect: (row) =>
      Promise.resolve(driven(row as StopStored, { arrivedAt: nowOf(tx), by: actor.name ?? "" })),
  });
};

/** A stop is done, with who took it. 404, 409 `plan_not_out`, 412. */
export const finishStop = async (
  tx: Tx,
  actor: Actor,
  at: StepAt,
  said: { receiver: string; note: string },
): Promise<StopStored> => {
  await lockPlanOf(tx, at.id);
  const row = await transition(tx, actor, stopNoun, {
    ...at,
    action: "done",
    effect: (stop) =>
      Promise.resolve(
        driven(stop as StopStored, { ...said, endedAt: nowOf(tx), by: actor.name ?? "" }),
      ),
  });
  await endWhenDriven(tx, actor, row.planId);
  return row;
};

const tellDispatcher = async (tx: Tx, stop: StopStored, reason: string): Promise<void> => {
  const plan = await getRow(tx, routePlan, stop.planId, "route plan");
  notify(
    tx,
    [plan.releasedBy ?? plan.createdBy].filter((id) => id !== null),
    {
      kind: "route.failed",
      title: `${stop.told.name} could not be delivered`,
      body: `${plan.number}, ${stop.planned?.vehicle ?? ""}: ${reason}`,
      link: `/quantum-logistics/${plan.id}`,
    },
  );
};

/**
 * A stop could not be delivered, with the reason; what it was made of waits anew, and whoever released the
 * plan is told. 404, 409 `plan_not_out`, 412, 422.
 */
export const failStop = async (tx: Tx, actor: Actor, at: TakenStep): Promise<StopStored> => {
  await lockPlanOf(tx, at.id);
  const reason = at.reason?.trim() ?? "";
  const row = await transition(tx, actor, stopNoun, {
    ...at,
    action: "fail",
    effect: (stop) =>
      Promise.resolve(
        driven(stop as StopStored, { reason, endedAt: nowOf(tx), by: actor.name ?? "" }),
      ),
  });
  await tellDispatcher(tx, row, reason);
  if (row.sourceType === "shipNotice")
    await enterAttempt(tx, asSystem(actor), row.sourceId!, reason);
  await endWhenDriven(tx, actor, row.planId);
  return row;
};

const handedOver: Readonly<Record<string, (id: string) => LinkOf>> = {
  stockTransfer: ofTransfer,
  shipNotice: ofShipment,
};

/**
 * The link by which the driver of a route hands a transfer or a shipment over. 404; 409 where it is another
 * one's stop, neither of both, or nothing of it is on its way.
 */
export const handOverLink = async (tx: Tx, actor: Actor, id: string): Promise<DriverLink> => {
  const stop = await getRow(tx, routeStop, id, "stop");
  await requireReleased(tx, stop);
  const linkOf = handedOver[stop.sourceType];
  if (!linkOf || stop.sourceId === null)
    throw conflict(
      "no_transfer",
      "This stop is neither a transfer nor a shipment: say that it is done.",
    );
  if (stop.driverId !== actor.personId && !actor.permissions.has("route.plan"))
    throw conflict("rule", "Another person drives this route.");
  return makeDriverLink(tx, asSystem(actor), linkOf(stop.sourceId));
};

/** A driver's proof came in: the stop of what was handed over is done, also while the plan is planned again. */
export const stopHandedOver = async (
  tx: Tx,
  actor: Actor,
  { type, id }: { type: string; id: string },
  receiver: string,
): Promise<void> => {
  const stop = await tx.maybe<StopStored>(sql`
    select s.*
    from route_stop s
    join route_plan p on p.org_id = s.org_id and p.id = s.plan_id
    where s.org_id = ${tx.scope.orgId}
      and s.source_type = ${type}
      and s.source_id = ${id}
      and s.status in ('open', 'arrived')
      and p.status in ('draft', 'solving', 'solved', 'released')
    limit 1
  `);
  if (!stop) return;
  const at = nowOf(tx);
  const done = { arrivedAt: stop.driven.arrivedAt ?? at, endedAt: at, by: receiver };
  await transition(tx, asSystem(actor), stopNoun, {
    id: stop.id,
    action: "handedOver",
    effect: (row) => Promise.resolve(driven(row as StopStored, done)),
  });
  await endWhenDriven(tx, actor, stop.planId);
};
