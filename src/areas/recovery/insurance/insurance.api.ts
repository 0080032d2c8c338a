import { z } from "zod";
import { endpoint, idParams, type Endpoint } from "#server/http/endpoint.ts";
import { insuranceInput, insuranceRow, settlementInput } from "./insurance.model.ts";
import { insuranceOf, recordInsurance, settleInsurance } from "./insurance.service.ts";

const path = "/api/v1/pa-declarations/{id}/insurance";
const madeId = z.object({ id: z.string() });

/** Insurance of a disaster's damage, expected and paid. */
export const insuranceEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path,
    permission: "recovery.read",
    summary: "Policies that pay for a declaration's damage",
    params: idParams,
    response: z.object({ items: z.array(insuranceRow) }),
    handler: async ({ db, params }) => ({ items: await insuranceOf(db, params.id) }),
  }),
  endpoint({
    method: "POST",
    path,
    permission: "recovery.edit",
    summary: "Record a policy and share what it is expected to pay",
    status: 201,
    params: idParams,
    body: insuranceInput,
    response: madeId,
    handler: ({ tx, actor, params, body }) => recordInsurance(tx, actor, params.id, body),
  }),
  endpoint({
    method: "POST",
    path: "/api/v1/pa-insurance/{id}/settle",
    permission: "recovery.edit",
    summary: "Record what an insurer paid",
    params: idParams,
    body: settlementInput,
    response: madeId,
    handler: ({ tx, actor, params, body, ifMatch }) =>
      settleInsurance(tx, actor, params.id, body, ifMatch),
  }),
];
