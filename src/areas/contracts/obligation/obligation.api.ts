import { z } from "zod";
import { recordAct } from "#server/http/acts.ts";
import { endpoint, idParams, type Endpoint } from "#server/http/endpoint.ts";
import { listEndpoints } from "#server/http/export.ts";
import { historyEndpoint } from "#server/http/history.ts";
import { alike, step, stepEndpoints } from "#server/http/steps.ts";
import { dueNoun } from "./obligation.noun.ts";
import { managementAnswer } from "./management.model.ts";
import { readManagement } from "./management.service.ts";
import { dueList } from "./obligation.list.ts";
import { deliveryInput, dueDetail, dueRow, obligationInput } from "./obligation.model.ts";
import {
  addObligation,
  decideDue,
  deliverDue,
  endObligation,
  readDue,
} from "./obligation.service.ts";

const path = "/api/v1/obligations";
const written = z.object({ id: z.string(), version: z.number() });
/** What both sides owe under contracts, day by day. */
export const obligationEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: "/api/v1/contract-management",
    permission: "contract.read",
    summary: "What waits, lacks or ends under the agency's contracts",
    response: managementAnswer,
    handler: ({ db }) => readManagement(db),
  }),
  ...listEndpoints(path, "contract.read", dueList, dueRow),
  endpoint({
    method: "GET",
    path: `${path}/{id}`,
    permission: "contract.read",
    summary: "One day of an obligation, with what was delivered",
    params: idParams,
    response: dueDetail,
    handler: ({ db, actor, params }) => readDue(db, actor, params.id),
  }),
  historyEndpoint(path, "obligation", "contract.read"),
  endpoint({
    method: "POST",
    path: "/api/v1/contracts/{id}/obligations",
    permission: "contract.edit",
    summary: "Enter what one side owes under a contract, once or again and again",
    status: 201,
    params: idParams,
    body: obligationInput,
    response: written,
    handler: ({ tx, actor, params, body }) => addObligation(tx, actor, params.id, body),
  }),
  recordAct("/api/v1/contract-obligations", "end", {
    permission: "contract.edit",
    summary: "End an obligation: no further day of it is due",
    body: z.object({ reason: z.string().trim().min(3, "Say why.").max(2000) }),
    response: written,
    handler: ({ tx, actor, params, body, ifMatch }) =>
      endObligation(tx, actor, { id: params.id, version: ifMatch, reason: body.reason }),
  }),
  ...stepEndpoints(
    dueNoun,
    {
      deliver: step(deliveryInput, deliverDue, {
        summary: "Deliver what was due, with what shows it",
      }),
      ...alike(decideDue, {
        accept: "Accept what was delivered; never by who delivered it",
        return: "Return what was delivered, with a reason",
      }),
    },
    { response: written },
  ),
];
