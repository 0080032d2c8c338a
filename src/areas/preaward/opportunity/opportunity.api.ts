import { z } from "zod";
import { endpoint, idParams, writtenRecord, type Endpoint } from "#server/http/endpoint.ts";
import { listEndpoints } from "#server/http/export.ts";
import { historyEndpoint } from "#server/http/history.ts";
import { sourcesOf } from "#areas/connectors/connectors.server.ts";
import { opportunityList } from "./opportunity.list.ts";
import {
  opportunityInput,
  opportunityRecord,
  opportunityRow,
  proposalInput,
  sourceAge,
} from "./opportunity.model.ts";
import { readOpportunity } from "./opportunity.read.service.ts";
import {
  addOpportunity,
  changeOpportunity,
  decideOpportunity,
  proposeOpportunity,
  stepOpportunity,
} from "./opportunity.service.ts";

const path = "/api/v1/grant-opportunities";
const act = { method: "POST", params: idParams, response: writtenRecord } as const;
const reason = z.object({ reason: z.string().trim().max(2000).nullish() });

const plain = (
  [
    ["review", "grantOpportunity.review", "Begin to review an opportunity"],
    ["reopen", "grantOpportunity.decide", "Look again at an opportunity that was decided"],
    ["dismiss", "grantOpportunity.decide", "Say for good that an opportunity is not relevant"],
  ] as const
).map(([name, permission, summary]) =>
  endpoint({
    ...act,
    path: `${path}/{id}/actions/${name}`,
    permission,
    summary,
    body: reason,
    handler: ({ tx, actor, params, body, ifMatch }) =>
      stepOpportunity(tx, actor, name, {
        id: params.id,
        version: ifMatch,
        reason: body.reason ?? null,
      }),
  }),
);

export const opportunityEndpoints: readonly Endpoint[] = [
  ...listEndpoints(path, "grantOpportunity.read", opportunityList, opportunityRow),
  endpoint({
    method: "GET",
    path: "/api/v1/grant-opportunity-sources",
    permission: "grantOpportunity.read",
    summary: "Sources of opportunities with how old what they said is",
    response: z.object({ items: z.array(sourceAge) }),
    handler: async ({ db }) => ({ items: await sourcesOf(db, "grant-opportunities") }),
  }),
  endpoint({
    method: "POST",
    path,
    permission: "grantOpportunity.review",
    summary: "Enter an opportunity by hand",
    status: 201,
    body: opportunityInput,
    response: writtenRecord,
    handler: ({ tx, actor, body }) => addOpportunity(tx, actor, body),
  }),
  endpoint({
    method: "GET",
    path: `${path}/{id}`,
    permission: "grantOpportunity.read",
    summary: "An opportunity with where it was read and what is proposed",
    params: idParams,
    response: opportunityRecord,
    handler: ({ db, actor, params }) => readOpportunity(db, actor, params.id),
  }),
  endpoint({
    method: "PATCH",
    path: `${path}/{id}`,
    permission: "grantOpportunity.review",
    summary: "Change what is known of an opportunity",
    params: idParams,
    body: opportunityInput,
    response: writtenRecord,
    handler: ({ tx, actor, params, body, ifMatch }) =>
      changeOpportunity(tx, actor, { id: params.id, version: ifMatch }, body),
  }),
  historyEndpoint(path, "grantOpportunity", "grantOpportunity.read"),
  ...plain,
  endpoint({
    ...act,
    path: `${path}/{id}/actions/propose`,
    permission: "grantOpportunity.review",
    summary: "Propose what to do with an opportunity",
    body: proposalInput,
    handler: ({ tx, actor, params, body, ifMatch }) =>
      proposeOpportunity(tx, actor, { id: params.id, version: ifMatch }, body),
  }),
  endpoint({
    ...act,
    path: `${path}/{id}/actions/decide`,
    permission: "grantOpportunity.decide",
    summary: "Decide on a proposal",
    body: proposalInput,
    handler: ({ tx, actor, params, body, ifMatch }) =>
      decideOpportunity(tx, actor, { id: params.id, version: ifMatch }, body),
  }),
];
