import { z } from "zod";
import { endpoint, idParams, writtenRecord, type Endpoint } from "#server/http/endpoint.ts";
import { listEndpoints } from "#server/http/export.ts";
import { historyEndpoint } from "#server/http/history.ts";
import { sql } from "#server/db/sql.ts";
import { stepInput } from "../recovery.steps.ts";
import { damageCycle, type DamageAction } from "./damage.labels.ts";
import { damageList } from "./damage.list.ts";
import { damageDetail, damageInput, damageRow } from "./damage.model.ts";
import { changeDamage, moveDamage, readDamage, reportDamage } from "./damage.service.ts";

const path = "/api/v1/pa-damage";
const open = z.object({ id: z.string(), number: z.string(), title: z.string() });

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
    permission: "recovery.edit",
    summary: "Correct damage of the list",
    params: idParams,
    body: damageInput,
    response: writtenRecord,
    handler: ({ tx, actor, params, body, ifMatch }) =>
      changeDamage(tx, actor, params.id, body, ifMatch),
  }),
  historyEndpoint(path, "paDamage", "recovery.capture"),
  ...(Object.keys(damageCycle.actions) as DamageAction[]).map((name) =>
    endpoint({
      method: "POST",
      path: `${path}/{id}/actions/${name}`,
      permission: damageCycle.actions[name].permission as "recovery.edit",
      summary: `${damageCycle.actions[name].label}: damage`,
      params: idParams,
      body: stepInput.extend({ duplicateOf: z.uuid().nullish() }),
      response: writtenRecord,
      handler: ({ tx, actor, params, body, ifMatch }) =>
        moveDamage(tx, actor, name, { ...body, id: params.id, version: ifMatch }),
    }),
  ),
];
