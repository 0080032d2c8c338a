import { z } from "zod";
import { endpoint, idParams, type Endpoint } from "#server/http/endpoint.ts";
import { listEndpoints } from "#server/http/export.ts";
import { recordAct } from "#server/http/acts.ts";
import { codeInput, unitRow } from "./equipment.model.ts";
import { nameUnitCode, unitRows } from "./equipment.service.ts";
import { itemList } from "./item.list.ts";
import {
  answerInput,
  chainRow,
  choiceRow,
  costsInput,
  hoursInput,
  itemRow,
  materialRow,
  materialsInput,
  tieRow,
} from "./item.model.ts";
import { assignMaterials, chainRows, materialRows } from "./material.service.ts";
import { choicesOf, tieRows } from "./item.read.service.ts";
import { answerAsked, assignCosts, assignHours, takeOut } from "./item.service.ts";

const project = "/api/v1/pa-projects/{id}";

/** What projects cost: bought, worked, run. */
export const itemEndpoints: readonly Endpoint[] = [
  ...listEndpoints("/api/v1/pa-items", "recovery.read", itemList, itemRow),
  endpoint({
    method: "GET",
    path: "/api/v1/fema-units",
    permission: "recovery.hours",
    summary: "Units that worked for incidents, with their code of FEMA's schedule",
    response: z.object({ items: z.array(unitRow) }),
    handler: async ({ db }) => ({ items: await unitRows(db) }),
  }),
  recordAct("/api/v1/fema-units", "nameCode", {
    permission: "recovery.hours",
    summary: "Name the code of FEMA's schedule for a unit, by its size",
    body: codeInput,
    response: z.object({ id: z.string() }),
    handler: ({ tx, actor, params, body }) => nameUnitCode(tx, actor, params.id, body),
  }),
  endpoint({
    method: "GET",
    path: `${project}/costs`,
    permission: "recovery.read",
    summary: "Costs that may be assigned to a project",
    params: idParams,
    response: z.object({ items: z.array(choiceRow) }),
    handler: async ({ db, params }) => ({ items: await choicesOf(db, params.id) }),
  }),
  endpoint({
    method: "GET",
    path: `${project}/tie-out`,
    permission: "recovery.read",
    summary: "Hours of a project against the pay of its people",
    params: idParams,
    response: z.object({ items: z.array(tieRow) }),
    handler: async ({ db, params }) => ({ items: await tieRows(db, params.id) }),
  }),
  endpoint({
    method: "POST",
    path: `${project}/costs`,
    permission: "recovery.edit",
    summary: "Assign costs to a project",
    params: idParams,
    body: costsInput,
    response: z.object({ assigned: z.number() }),
    handler: ({ tx, actor, params, body }) => assignCosts(tx, actor, params.id, body.costLineIds),
  }),
  endpoint({
    method: "GET",
    path: `${project}/materials`,
    permission: "recovery.read",
    summary: "Issues of stock that may be assigned to a project",
    params: idParams,
    response: z.object({ items: z.array(materialRow) }),
    handler: async ({ db, params }) => ({ items: await materialRows(db, params.id) }),
  }),
  endpoint({
    method: "GET",
    path: `${project}/material-chain`,
    permission: "recovery.read",
    summary: "Materials of a project with receipt, order, invoice and payments of each",
    params: idParams,
    response: z.object({ items: z.array(chainRow) }),
    handler: async ({ db, params }) => ({ items: await chainRows(db, params.id) }),
  }),
  endpoint({
    method: "POST",
    path: `${project}/materials`,
    permission: "recovery.edit",
    summary: "Take issues of stock into a project",
    params: idParams,
    body: materialsInput,
    response: z.object({ assigned: z.number() }),
    handler: ({ tx, actor, params, body }) => assignMaterials(tx, actor, params.id, body),
  }),
  endpoint({
    method: "POST",
    path: `${project}/hours`,
    permission: "recovery.edit",
    summary: "Take hours of the incident into a project",
    params: idParams,
    body: hoursInput,
    response: z.object({
      assigned: z.number(),
      excluded: z.number(),
      elsewhere: z.number(),
      anew: z.number(),
      asked: z.number(),
    }),
    handler: ({ tx, actor, params, body }) => assignHours(tx, actor, params.id, body),
  }),
  endpoint({
    method: "POST",
    path: `${project}/items/answer`,
    permission: "recovery.edit",
    summary: "Say what overtime in scheduled hours was",
    params: idParams,
    body: answerInput,
    response: z.object({ answered: z.number(), eligible: z.number() }),
    handler: ({ tx, actor, params, body }) => answerAsked(tx, actor, params.id, body),
  }),
  endpoint({
    method: "POST",
    path: `${project}/items/take-out`,
    permission: "recovery.edit",
    summary: "Take lines out of a project",
    params: idParams,
    body: z.object({ itemIds: z.array(z.uuid()).min(1, "Choose a line.").max(2_000) }),
    response: z.object({ removed: z.number() }),
    handler: ({ tx, actor, params, body }) => takeOut(tx, actor, params.id, body.itemIds),
  }),
];
