import { z } from "zod";
import { definitionEndpoints } from "#server/definitions/endpoints.ts";
import { getRow } from "#server/db/rows.ts";
import { actAt } from "#server/http/acts.ts";
import { endpoint, idParams, type Endpoint } from "#server/http/endpoint.ts";
import { listEndpoints } from "#server/http/export.ts";
import { maintenanceFigures } from "./figures.service.ts";
import { figuresAnswer, figuresAsked } from "./figures.model.ts";
import { cycleList } from "./plan.list.ts";
import { cycleRow, planRow, previewAnswer, previewInput, runAnswer } from "./plan.model.ts";
import { listPlans, plans } from "./plan.service.ts";
import { maintenancePlan } from "./plan.tables.ts";
import { runPlans } from "./planning.service.ts";
import { previewPlan } from "./preview.service.ts";

const path = "/api/v1/maintenance-plans";

/** Plans, their cycles, and what maintenance comes to. */
export const planEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path,
    permission: "maintenancePlan.read",
    summary: "Plans of preventive work in all versions",
    response: z.object({ items: z.array(planRow) }),
    handler: async ({ db }) => ({ items: await listPlans(db) }),
  }),
  endpoint({
    method: "GET",
    path: `${path}/{id}`,
    permission: "maintenancePlan.read",
    summary: "A version of a plan",
    params: idParams,
    response: planRow,
    handler: ({ db, params }) => getRow(db, maintenancePlan, params.id, "plan"),
  }),
  actAt(path, "preview", {
    permission: "maintenancePlan.read",
    summary: "The next twelve dates of a plan as it stands",
    status: 200,
    body: previewInput,
    response: previewAnswer,
    handler: ({ tx, body }) => previewPlan(tx, body),
  }),
  actAt(path, "run", {
    permission: "maintenancePlan.publish",
    summary: "Make the work that has come due by today",
    status: 200,
    ownTransaction: true,
    response: runAnswer,
    handler: ({ app, actor }) =>
      runPlans(app.database, {
        orgId: actor.orgId!,
        personId: null,
        ...(actor.timeZone ? { timeZone: actor.timeZone } : {}),
        ...(actor.businessNow ? { businessNow: actor.businessNow } : {}),
      }),
  }),
  ...definitionEndpoints(plans, {
    path,
    read: "maintenancePlan.read",
    write: "maintenancePlan.edit",
    publish: "maintenancePlan.publish",
    row: planRow,
  }),
  ...listEndpoints("/api/v1/plan-cycles", "maintenancePlan.read", cycleList, cycleRow),
  endpoint({
    method: "GET",
    path: "/api/v1/maintenance-figures",
    permission: "workOrder.read",
    summary: "Failures, repairs, availability and plans of a period",
    query: figuresAsked,
    response: figuresAnswer,
    handler: ({ db, query }) => maintenanceFigures(db, query),
  }),
];
