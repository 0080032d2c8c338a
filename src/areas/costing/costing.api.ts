import { z } from "zod";
import { endpoint, idParams, type Endpoint } from "#server/http/endpoint.ts";
import { poolInput, poolRow, runInput } from "./allocation/allocation.model.ts";
import { addPool, listPools, runPool } from "./allocation/allocation.service.ts";
import { centerChange, centerInput, centerRow, parentInput } from "./center/center.model.ts";
import { addCenter, changeCenter, listCenters, setParent } from "./center/center.service.ts";

const centers = "/api/v1/cost-centers";
const pools = "/api/v1/allocation-pools";
const written = z.object({ id: z.string() });

export const costingEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: centers,
    permission: "costCenter.read",
    summary: "Cost centers with owners, days and parents",
    response: z.object({ items: z.array(centerRow) }),
    handler: async ({ db }) => ({ items: await listCenters(db) }),
  }),
  endpoint({
    method: "POST",
    path: centers,
    permission: "costCenter.edit",
    summary: "Add a cost center",
    body: centerInput,
    response: written,
    handler: ({ tx, actor, body }) => addCenter(tx, actor, body),
  }),
  endpoint({
    method: "PUT",
    path: `${centers}/{id}`,
    permission: "costCenter.edit",
    summary: "Change a cost center",
    params: idParams,
    body: centerChange,
    response: written,
    handler: ({ tx, actor, params, body, ifMatch }) =>
      changeCenter(tx, actor, params.id, body, ifMatch),
  }),
  endpoint({
    method: "PUT",
    path: `${centers}/{id}/parent`,
    permission: "costCenter.edit",
    summary: "Put a cost center below another one from a day on",
    params: idParams,
    body: parentInput,
    response: written,
    handler: ({ tx, actor, params, body }) => setParent(tx, actor, params.id, body),
  }),
  endpoint({
    method: "GET",
    path: pools,
    permission: "costCenter.read",
    summary: "Pools of cost with their runs",
    response: z.object({ items: z.array(poolRow) }),
    handler: async ({ db }) => ({ items: await listPools(db) }),
  }),
  endpoint({
    method: "POST",
    path: pools,
    permission: "costCenter.edit",
    summary: "Add a pool of cost that is shared out",
    body: poolInput,
    response: written,
    handler: ({ tx, actor, body }) => addPool(tx, actor, body),
  }),
  endpoint({
    method: "POST",
    path: `${pools}/{id}/runs`,
    permission: "costCenter.edit",
    summary: "Share out a month of a pool, as a journal that another person posts",
    params: idParams,
    body: runInput,
    response: z.object({
      id: z.string(),
      journalId: z.string(),
      journal: z.string(),
      cents: z.number(),
    }),
    handler: ({ tx, actor, params, body }) => runPool(tx, actor, params.id, body),
  }),
];
