import { z } from "zod";
import { definitionEndpoints } from "#server/definitions/endpoints.ts";
import { actAt } from "#server/http/acts.ts";
import { endpoint, idParams, type Endpoint } from "#server/http/endpoint.ts";
import { checklists, draftShippedList, listChecklists } from "./checklist.service.ts";
import { checklistRow, closeoutAnswer, proveInput } from "./closeout.model.ts";
import { proveItem, readCloseout, reopenItem } from "./closeout.service.ts";

const path = "/api/v1/contracts/{id}/closeout";
const lists = "/api/v1/closeout-checklists";
const itemParams = idParams.extend({ itemId: z.uuid("Not a record id.") });
const written = z.object({ id: z.string(), version: z.number() });

/** Closeouts of contracts, and the list that they begin with. */
export const closeoutEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path,
    permission: "contract.read",
    summary: "A contract's closeout: each item, what the record says of it, who proved it",
    params: idParams,
    response: closeoutAnswer,
    handler: ({ db, actor, params }) => readCloseout(db, actor, params.id),
  }),
  actAt(`${path}/{itemId}`, "prove", {
    permission: "contract.edit",
    summary: "Prove an item of a closeout, with evidence",
    params: itemParams,
    body: proveInput,
    response: written,
    handler: ({ tx, actor, params, body, ifMatch }) =>
      proveItem(tx, actor, { contractId: params.id, id: params.itemId, version: ifMatch }, body),
  }),
  actAt(`${path}/{itemId}`, "reopen", {
    permission: "contract.edit",
    summary: "Open an item of a closeout again",
    params: itemParams,
    response: written,
    handler: ({ tx, actor, params, ifMatch }) =>
      reopenItem(tx, actor, { contractId: params.id, id: params.itemId, version: ifMatch }),
  }),
  endpoint({
    method: "GET",
    path: lists,
    permission: "contract.read",
    summary: "The agency's lists of what a closeout asks, in all their versions",
    response: z.object({ items: z.array(checklistRow) }),
    handler: async ({ db }) => ({ items: await listChecklists(db) }),
  }),
  ...definitionEndpoints(checklists, {
    path: lists,
    read: "contract.read",
    write: "clause.edit",
    publish: "clause.publish",
    row: checklistRow,
  }),
  actAt(lists, "draftShipped", {
    permission: "clause.edit",
    summary: "Draft the product's own list as the agency's",
    response: checklistRow,
    handler: ({ tx, actor }) => draftShippedList(tx, actor),
  }),
];
