import { patchOf, wholeWith } from "#kernel/fields.ts";
import { z } from "zod";
import { endpoint, idParams, writtenRecord, type Endpoint } from "#server/http/endpoint.ts";
import { listEndpoints } from "#server/http/export.ts";
import { historyEndpoint } from "#server/http/history.ts";
import { alike, step, stepEndpoints } from "#server/http/steps.ts";
import { damageNoun } from "../recovery.nouns.ts";
import { sql } from "#server/db/sql.ts";
import { stepInput } from "../recovery.steps.ts";
import { damageList } from "./damage.list.ts";
import { damageDetail, damageInput, damageRow } from "./damage.model.ts";
import {
  damageGeojson,
  damageInventory,
  geojsonInput,
  geojsonResult,
  importGeojson,
} from "./geojson.service.ts";
import {
  changeDamage,
  documentDamage,
  endDamage,
  inspectDamage,
  markDuplicate,
  readDamage,
  reportDamage,
} from "./damage.service.ts";

const path = "/api/v1/pa-damage";
const open = z.object({ id: z.string(), number: z.string(), title: z.string() });

const damageStep = stepInput.extend({ duplicateOf: z.uuid().nullish() });

/** The damage list, and what somebody in the field enters into it. */
export const damageEndpoints: readonly Endpoint[] = [
  ...listEndpoints(path, "recovery.capture", damageList, damageRow),
  endpoint({
    method: "GET",
    path: "/api/v1/pa-open-declarations",
    permission: "recovery.capture",
    summary: "Declarations under which damage is entered",
    response: z.object({ items: z.array(open) }),
    handler: async ({ db }) => ({
      items: await db.rows<z.output<typeof open>>(sql`
        select id, number, title
        from pa_declaration
        where org_id = ${db.scope.orgId} and status <> 'closed'
        order by declared_on desc
        limit 100
      `),
    }),
  }),
  endpoint({
    method: "POST",
    path,
    permission: "recovery.capture",
    summary: "Enter damage",
    status: 201,
    body: damageInput,
    response: writtenRecord,
    handler: ({ tx, actor, body }) => reportDamage(tx, actor, body),
  }),
  endpoint({
    method: "GET",
    path: `${path}/{id}`,
    permission: "recovery.capture",
    summary: "Damage of the list",
    params: idParams,
    response: damageDetail,
    handler: ({ db, actor, params }) => readDamage(db, actor, params.id),
  }),
  endpoint({
    method: "PATCH",
    path: `${path}/{id}`,
    permission: "recovery.inspect",
    summary: "Correct damage of the list",
    params: idParams,
    body: patchOf(damageInput.shape),
    response: writtenRecord,
    handler: async ({ tx, actor, params, body, ifMatch }) => {
      const stands = await readDamage(tx, actor, params.id);
      const whole = wholeWith(damageInput, damageInput.shape, stands, body);
      return changeDamage(tx, actor, params.id, whole, ifMatch);
    },
  }),
  endpoint({
    method: "GET",
    path: "/api/v1/pa-declarations/{id}/damage.geojson",
    permission: "recovery.read",
    summary: "The damage of a declaration as GeoJSON",
    params: idParams,
    raw: true,
    handler: async ({ db, params, reply }) =>
      reply
        .type("application/geo+json")
        .header("content-disposition", 'attachment; filename="damage.geojson"')
        .send(await damageGeojson(db, params.id)),
  }),
  endpoint({
    method: "GET",
    path: "/api/v1/pa-declarations/{id}/damage-inventory.csv",
    permission: "recovery.read",
    summary: "The damage inventory of a declaration for the Grants Portal",
    params: idParams,
    raw: true,
    handler: async ({ db, params, reply }) =>
      reply
        .type("text/csv; charset=utf-8")
        .header("content-disposition", 'attachment; filename="damage-inventory.csv"')
        .send(await damageInventory(db, params.id)),
  }),
  endpoint({
    method: "POST",
    path: "/api/v1/pa-damage/geojson",
    permission: "recovery.edit",
    summary: "Take points of GeoJSON into the damage list",
    body: geojsonInput,
    bodyLimit: 12_000_000,
    response: geojsonResult,
    handler: ({ tx, actor, body }) => importGeojson(tx, actor, body),
  }),
  historyEndpoint(path, "paDamage", "recovery.capture"),
  ...stepEndpoints(damageNoun, {
    inspect: step(damageStep, inspectDamage),
    document: step(damageStep, documentDamage),
    markDuplicate: step(damageStep, markDuplicate),
    ...alike(endDamage, ["exclude", "withdraw"], { body: damageStep }),
  }),
];
