import { z } from "zod";
import { recordAct } from "#server/http/acts.ts";
import { endpoint, idParams, type Endpoint } from "#server/http/endpoint.ts";
import { listEndpoints } from "#server/http/export.ts";
import { hourList } from "./hours.list.ts";
import {
  correctionInput,
  hourCost,
  hourInput,
  hourRow,
  laborClassChange,
  laborClassInput,
  laborClassRow,
  rateInput,
  rateRow,
} from "./hours.model.ts";
import { approveHours, correctHours, enterHours, withdrawHours } from "./hours.service.ts";
import { addRate, costOfWork, laborClassesOf, ratesOf, saveLaborClass } from "./rates.service.ts";

const path = "/api/v1/work-hours";
const classes = "/api/v1/labor-classes";
const written = z.object({ id: z.string(), version: z.number(), status: z.string() });
const madeId = z.object({ id: z.string() });

const rows: readonly Endpoint[] = [
  ...listEndpoints(path, "hours.read", hourList, hourRow),
  endpoint({
    method: "POST",
    path,
    permission: "hours.enter",
    summary: "Enter hours of a person or a unit",
    status: 201,
    body: hourInput,
    response: written,
    handler: ({ tx, actor, body }) => enterHours(tx, actor, body),
  }),
  recordAct(path, "approve", {
    permission: "hours.approve",
    summary: "Approve hours that somebody else worked and entered",
    response: written,
    handler: ({ tx, actor, params, ifMatch }) => approveHours(tx, actor, params.id, ifMatch),
  }),
  recordAct(path, "withdraw", {
    permission: "hours.enter",
    summary: "Take back hours that nobody approved",
    response: written,
    handler: ({ tx, actor, params, ifMatch }) => withdrawHours(tx, actor, params.id, ifMatch),
  }),
  recordAct(path, "correct", {
    permission: "hours.enter",
    summary: "Correct approved hours by a new row",
    body: correctionInput,
    response: written,
    handler: ({ tx, actor, params, body, ifMatch }) =>
      correctHours(tx, actor, params.id, body, ifMatch),
  }),
  endpoint({
    method: "GET",
    path: "/api/v1/work-orders/{id}/hours-cost",
    permission: "hours.all",
    summary: "Hours of a work order, and their cost for who may read rates",
    params: idParams,
    response: hourCost,
    handler: ({ db, actor, params }) => costOfWork(db, actor, params.id),
  }),
];

/** Hours, classes of work, rates. */
export const hourEndpoints: readonly Endpoint[] = [
  ...rows,
  endpoint({
    method: "GET",
    path: classes,
    permission: "hours.read",
    summary: "Labor classes",
    response: z.object({ items: z.array(laborClassRow) }),
    handler: async ({ db }) => ({ items: await laborClassesOf(db) }),
  }),
  endpoint({
    method: "POST",
    path: classes,
    permission: "hours.rates",
    summary: "Add a class of work",
    status: 201,
    body: laborClassInput,
    response: madeId,
    handler: ({ tx, actor, body }) => saveLaborClass(tx, actor, body),
  }),
  endpoint({
    method: "PUT",
    path: `${classes}/{id}`,
    permission: "hours.rates",
    summary: "Change a class of work, or retire it",
    params: idParams,
    body: laborClassChange,
    response: madeId,
    handler: ({ tx, actor, params, body, ifMatch }) =>
      saveLaborClass(tx, actor, body, { id: params.id, version: ifMatch }),
  }),
  endpoint({
    method: "GET",
    path: "/api/v1/hour-rates",
    permission: "hours.rates",
    summary: "Burdened rates with the days from which they hold",
    response: z.object({ items: z.array(rateRow) }),
    handler: async ({ db }) => ({ items: await ratesOf(db) }),
  }),
  endpoint({
    method: "POST",
    path: "/api/v1/hour-rates",
    permission: "hours.rates",
    summary: "Say what an hour costs from a day on",
    status: 201,
    body: rateInput,
    response: madeId,
    handler: ({ tx, actor, body }) => addRate(tx, actor, body),
  }),
];
