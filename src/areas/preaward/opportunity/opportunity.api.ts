import { patchOf, wholeWith } from "#kernel/fields.ts";
import { z } from "zod";
import { endpoint, idParams, writtenRecord, type Endpoint } from "#server/http/endpoint.ts";
import { listEndpoints } from "#server/http/export.ts";
import { historyEndpoint } from "#server/http/history.ts";
import { alike, step, stepEndpoints } from "#server/http/steps.ts";
import { opportunityNoun } from "./opportunity.noun.ts";
import { sourcesOf } from "#areas/connectors/connectors.server.ts";
import { opportunityList } from "./opportunity.list.ts";
import {
  opportunityInput,
  opportunityTyped,
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

const plain = stepEndpoints(opportunityNoun, {
  propose: step(proposalInput, proposeOpportunity, {
    summary: "Propose what to do with an opportunity",
  }),
  decide: step(proposalInput, decideOpportunity, { summary: "Decide on a proposal" }),
  ...alike(stepOpportunity, {
    review: "Begin to review an opportunity",
    reopen: "Look again at an opportunity that was decided",
    dismiss: "Say for good that an opportunity is not relevant",
  }),
});

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
    body: opportunityTyped,
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
    body: patchOf(opportunityInput.shape),
    response: writtenRecord,
    handler: async ({ tx, actor, params, body, ifMatch }) => {
      const stands = await readOpportunity(tx, actor, params.id);
      const whole = wholeWith(opportunityTyped, opportunityInput.shape, stands, body);
      return changeOpportunity(tx, actor, { id: params.id, version: ifMatch }, whole);
    },
  }),
  historyEndpoint(path, "grantOpportunity", "grantOpportunity.read"),
  ...plain,
];
