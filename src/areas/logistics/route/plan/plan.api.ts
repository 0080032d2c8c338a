import { z } from "zod";
import { patchOf, wholeWith } from "#kernel/fields.ts";
import { names } from "#kernel/labels.ts";
import { dayField } from "#kernel/time-fields.ts";
import { recordAct } from "#server/http/acts.ts";
import { endpoint, idParams, writtenRecord, type Endpoint } from "#server/http/endpoint.ts";
import { listEndpoints } from "#server/http/export.ts";
import { historyEndpoint } from "#server/http/history.ts";
import { step, stepEndpoints } from "#server/http/steps.ts";
import { makePdf } from "#server/pdf/pdf.ts";
import { driverLink } from "../../proof/proof.model.ts";
import { arriveAt, failStop, finishStop, handOverLink } from "../stop/drive.service.ts";
import { doneInput, driverStop, errandsInput, stopFields, stopInput } from "../stop/stop.model.ts";
import { stopNoun } from "../stop/stop.noun.ts";
import { addErrands, addStop, changeStop, removeStop } from "../stop/stop.service.ts";
import { gpxOf, routePapers } from "./paper.service.ts";
import { planStatuses } from "./plan.labels.ts";
import { planList } from "./plan.list.ts";
import { planDetail, planFields, planInput, planRow, unplanned } from "./plan.model.ts";
import { planNoun } from "./plan.noun.ts";
import { readDrive, readPlan, readStop, readUnplanned, typedPlan } from "./plan.read.service.ts";
import {
  beginPlan,
  changePlan,
  closePlan,
  dropPlan,
  planAgain,
  releasePlan,
  solvePlan,
} from "./plan.service.ts";

const [path, stops] = ["/api/v1/route-plans", "/api/v1/route-stops"] as const;
const [read, plan, drive] = ["route.read", "route.plan", "route.drive"] as const;

const writtenStop = z.object({
  id: z.string(),
  number: z.string(),
  status: z.string(),
  version: z.number(),
});

const planEndpoints: readonly Endpoint[] = [
  ...listEndpoints(path, read, planList, planRow),
  endpoint({
    method: "GET",
    path: "/api/v1/route-errands",
    permission: read,
    summary: "What waits to be driven to and is in no route plan",
    response: unplanned,
    handler: ({ db }) => readUnplanned(db),
  }),
  endpoint({
    method: "POST",
    path,
    permission: plan,
    summary: "Begin the route plan of a day",
    status: 201,
    body: planInput,
    response: writtenRecord,
    handler: ({ tx, actor, body }) => beginPlan(tx, actor, body),
  }),
  endpoint({
    method: "GET",
    path: `${path}/{id}`,
    permission: read,
    summary: "A route plan with its stops, its routes and how far they are from the best",
    params: idParams,
    response: planDetail,
    handler: ({ db, actor, params }) => readPlan(db, actor, params.id),
  }),
  endpoint({
    method: "PATCH",
    path: `${path}/{id}`,
    permission: plan,
    summary: "Change a route plan that is not released",
    params: idParams,
    body: patchOf(planFields),
    response: writtenRecord,
    handler: async ({ tx, actor, params, body, ifMatch }) => {
      const whole = wholeWith(planInput, planFields, await typedPlan(tx, params.id), body);
      return changePlan(tx, actor, params.id, whole, ifMatch);
    },
  }),
  historyEndpoint(path, "routePlan", read),
  endpoint({
    method: "GET",
    path: `${path}/{id}/paper`,
    permission: read,
    summary: "Drivers' lists and loading lists of a route plan, as PDF",
    params: idParams,
    handler: async ({ db, actor, params, reply }) => {
      const { title, document } = await routePapers(db, actor, params.id);
      return reply
        .type("application/pdf")
        .header("content-disposition", `attachment; filename="${title}.pdf"`)
        .send(await makePdf(document));
    },
  }),
  endpoint({
    method: "GET",
    path: `${path}/{id}/gpx`,
    permission: read,
    summary: "A vehicle's route as GPX 1.1, for a device that shows the way",
    params: idParams,
    query: z.object({ vehicle: z.string().min(1).max(40) }),
    handler: async ({ db, actor, params, query, reply }) => {
      const { title, document } = await gpxOf(db, actor, params.id, query.vehicle);
      return reply
        .type("application/gpx+xml")
        .header("content-disposition", `attachment; filename="${title}.gpx"`)
        .send(document);
    },
  }),
  endpoint({
    method: "GET",
    path: `${path}/{id}/drive`,
    permission: drive,
    summary: "What you drive of a released route plan, in its order",
    params: idParams,
    response: z
      .object({
        number: z.string(),
        name: z.string(),
        onDay: dayField,
        status: z.enum(names(planStatuses)),
        depot: z.object({ name: z.string(), latitude: z.number(), longitude: z.number() }),
        stops: z.array(driverStop),
      })
      .meta({ id: "DriversRoute" }),
    handler: ({ db, actor, params }) => readDrive(db, actor, params.id),
  }),
  ...stepEndpoints(planNoun, {
    solve: solvePlan,
    release: releasePlan,
    planAgain,
    close: closePlan,
    drop: dropPlan,
  }),
];

const stopEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "POST",
    path: `${path}/{id}/stops`,
    permission: plan,
    summary: "Add a stop to a route plan by hand",
    status: 201,
    params: idParams,
    body: stopInput,
    response: writtenStop,
    handler: ({ tx, actor, params, body }) => addStop(tx, actor, params.id, body),
  }),
  recordAct(path, "add-errands", {
    permission: plan,
    summary: "Make records that wait to be driven to stops of a route plan, all or none",
    body: errandsInput,
    response: z.object({ added: z.number() }),
    handler: async ({ tx, actor, params, body }) => ({
      added: (await addErrands(tx, actor, params.id, body.errands)).length,
    }),
  }),
  endpoint({
    method: "GET",
    path: `${stops}/{id}`,
    permission: drive,
    summary: "A stop of a route",
    params: idParams,
    response: driverStop,
    handler: ({ db, actor, params }) => readStop(db, actor, params.id),
  }),
  endpoint({
    method: "PATCH",
    path: `${stops}/{id}`,
    permission: plan,
    summary: "Change a stop of a route plan that is not released",
    params: idParams,
    body: patchOf(stopFields),
    response: writtenStop,
    handler: async ({ tx, actor, params, body, ifMatch }) => {
      const { told } = await readStop(tx, actor, params.id);
      const whole = wholeWith(stopInput, stopFields, told, body);
      return changeStop(tx, actor, params.id, whole, ifMatch);
    },
  }),
  recordAct(stops, "remove", {
    permission: plan,
    summary: "Take a stop out of a route plan that is not released",
    response: z.object({ id: z.string() }),
    handler: async ({ tx, actor, params, ifMatch }) => {
      await removeStop(tx, actor, params.id, ifMatch);
      return { id: params.id };
    },
  }),
  recordAct(stops, "hand-over", {
    permission: drive,
    summary: "Make the link by which you hand the transfer of your stop over",
    response: driverLink,
    handler: ({ tx, actor, params }) => handOverLink(tx, actor, params.id),
  }),
  historyEndpoint(stops, "routeStop", read),
  ...stepEndpoints(stopNoun, {
    arrive: arriveAt,
    done: step(doneInput, finishStop),
    fail: failStop,
  }),
];

/** Plans of routes, their stops, and what drivers say. */
export const routeEndpoints: readonly Endpoint[] = [...planEndpoints, ...stopEndpoints];
