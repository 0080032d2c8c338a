import type { Actor } from "#kernel/access.ts";
import { conflict, notFound } from "#kernel/errors.ts";
import { readOrganization } from "#areas/organization/organization.server.ts";
import type { Db } from "#server/db/db.ts";
import { gpxDocument, routesDocument } from "./paper.model.ts";
import type { PlanDetail } from "./plan.model.ts";
import { readPlan } from "./plan.read.service.ts";

const solved = async (db: Db, actor: Actor, id: string): Promise<PlanDetail> => {
  const plan = await readPlan(db, actor, id);
  if (!plan.answer)
    throw conflict("not_solved", `${plan.number} has no routes yet. Solve it first.`);
  return plan;
};

/** Drivers' lists and loading lists of a plan. 404, 409 `not_solved`. */
export const routePapers = async (
  db: Db,
  actor: Actor,
  id: string,
): Promise<{ title: string; document: string }> => {
  const [plan, { name }] = await Promise.all([solved(db, actor, id), readOrganization(db)]);
  return { title: plan.number, document: routesDocument(plan, name) };
};

/** A vehicle's route for a device that shows the way. 404, 409 `not_solved`. */
export const gpxOf = async (
  db: Db,
  actor: Actor,
  id: string,
  vehicle: string,
): Promise<{ title: string; document: string }> => {
  const plan = await solved(db, actor, id);
  const route = plan.answer!.routes.find((each) => each.vehicle === vehicle);
  if (!route) throw notFound("route");
  const title = `${plan.number}-${vehicle.replaceAll(/[^A-Za-z0-9-]+/g, "-")}`;
  return { title, document: gpxDocument(plan, route) };
};
