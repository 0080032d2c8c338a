import { z } from "zod";
import { historyEndpoint } from "#server/http/history.ts";
import { endpoint, idParams, type Endpoint } from "#server/http/endpoint.ts";
import { listEndpoints } from "#server/http/export.ts";
import { masterList } from "./master.list.ts";
import { awardInput, masterDetail, masterInput, masterPatch, masterRow } from "./master.model.ts";
import { readMaster } from "./master.read.service.ts";
import { changeMaster, createFromAward, createMaster } from "./master.service.ts";

const path = "/api/v1/contract-masters";
const written = z.object({ id: z.string(), number: z.string(), version: z.number() });

/** Several vendors under one contract number. */
export const masterEndpoints: readonly Endpoint[] = [
  ...listEndpoints(path, "contract.read", masterList, masterRow),
  endpoint({
    method: "POST",
    path,
    permission: "contract.edit",
    summary: "Begin a contract with lots: one number for several vendors, and a ceiling over all",
    status: 201,
    body: masterInput,
    response: written,
    handler: ({ tx, actor, body }) => createMaster(tx, actor, body),
  }),
  endpoint({
    method: "POST",
    path: "/api/v1/contract-masters-of-awards",
    permission: "contract.edit",
    summary: "Begin a contract with lots from an award: a lot for each awarded lot and vendor",
    status: 201,
    body: awardInput,
    response: written,
    handler: ({ tx, actor, body }) => createFromAward(tx, actor, body),
  }),
  endpoint({
    method: "GET",
    path: `${path}/{id}`,
    permission: "contract.read",
    summary: "A contract with its lots",
    params: idParams,
    response: masterDetail,
    handler: ({ db, actor, params }) => readMaster(db, actor, params.id),
  }),
  endpoint({
    method: "PATCH",
    path: `${path}/{id}`,
    permission: "contract.edit",
    summary: "Change title and ceiling of a contract with lots while all of them are drafted",
    params: idParams,
    body: masterPatch,
    response: written,
    handler: ({ tx, actor, params, body, ifMatch }) =>
      changeMaster(tx, actor, params.id, body, ifMatch),
  }),
  historyEndpoint(path, "contractMaster", "contract.read"),
];
