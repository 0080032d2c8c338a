import { z } from "zod";
import { endpoint, idParams, writtenRecord, type Endpoint } from "#server/http/endpoint.ts";
import { listEndpoints } from "#server/http/export.ts";
import { historyEndpoint } from "#server/http/history.ts";
import { alike, step, stepEndpoints } from "#server/http/steps.ts";
import { awardNoun } from "./award.noun.ts";
import { closeAward, closeoutOf } from "../closeout/closeout.service.ts";
import { awardList } from "./award.list.ts";
import {
  acceptInput,
  approvalInput,
  awardDetail,
  awardInput,
  awardPatch,
  awardRow,
  overrideInput,
  termInput,
} from "./award.model.ts";
import { readAward } from "./award.read.service.ts";
import { acceptAward, changeAward, createAward, stepAward } from "./award.service.ts";
import { addTerm, approveTerm, endTerm, grantOverride } from "./terms.service.ts";

const path = "/api/v1/grant-awards";
const written = z.object({ id: z.string(), version: z.number() });

const terms: readonly Endpoint[] = [
  endpoint({
    method: "POST",
    path: `${path}/{id}/terms`,
    permission: "grant.edit",
    summary: "Enter a term of an award as its document says it",
    params: idParams,
    status: 201,
    body: termInput,
    response: written,
    handler: ({ tx, actor, params, body }) => addTerm(tx, actor, params.id, body),
  }),
  endpoint({
    method: "POST",
    path: "/api/v1/award-terms/{id}/approval",
    permission: "grant.edit",
    summary: "Record the grantor's approval that a term asks for",
    params: idParams,
    body: approvalInput,
    response: written,
    handler: ({ tx, actor, params, body }) => approveTerm(tx, actor, params.id, body),
  }),
  endpoint({
    method: "POST",
    path: "/api/v1/award-terms/{id}/end",
    permission: "grant.edit",
    summary: "End a term that the grantor took back",
    params: idParams,
    body: z.object({}),
    response: written,
    handler: ({ tx, actor, params }) => endTerm(tx, actor, params.id),
  }),
  endpoint({
    method: "POST",
    path: `${path}/{id}/overrides`,
    permission: "grant.override",
    summary: "Let somebody's purchase pass over a term, with the reason",
    params: idParams,
    status: 201,
    body: overrideInput,
    response: written,
    handler: ({ tx, actor, params, body }) => grantOverride(tx, actor, params.id, body),
  }),
];

export const awardEndpoints: readonly Endpoint[] = [
  ...listEndpoints(path, "grant.read", awardList, awardRow),
  endpoint({
    method: "POST",
    path,
    permission: "grant.edit",
    summary: "Enter an award as it is offered",
    status: 201,
    body: awardInput,
    response: writtenRecord,
    handler: ({ tx, actor, body }) => createAward(tx, actor, body),
  }),
  endpoint({
    method: "GET",
    path: `${path}/{id}`,
    permission: "grant.read",
    summary: "An award with its books and its terms",
    params: idParams,
    response: awardDetail,
    handler: ({ db, actor, params }) => readAward(db, actor, params.id),
  }),
  endpoint({
    method: "PATCH",
    path: `${path}/{id}`,
    permission: "grant.edit",
    summary: "Correct an award that is not accepted yet",
    params: idParams,
    body: awardPatch,
    response: writtenRecord,
    handler: ({ tx, actor, params, body, ifMatch }) =>
      changeAward(tx, actor, params.id, body, ifMatch),
  }),
  historyEndpoint(path, "grantAward", "grant.read"),
  endpoint({
    method: "GET",
    path: `${path}/{id}/closeout`,
    permission: "grant.read",
    summary: "What closing an award asks",
    params: idParams,
    response: z.object({
      items: z.array(
        z.object({
          key: z.string(),
          ok: z.boolean(),
          text: z.string(),
          citation: z.string(),
          records: z.array(z.object({ number: z.string(), href: z.string() })).optional(),
        }),
      ),
    }),
    handler: async ({ db, params }) => ({
      items: (await closeoutOf(db, params.id)).map(({ records, ...each }) => ({
        ...each,
        ...(records && { records: [...records] }),
      })),
    }),
  }),
  ...stepEndpoints(awardNoun, {
    accept: step(acceptInput, acceptAward, {
      summary: "Accept an award: it gets its own segment of the accounts",
    }),
    close: { summary: "Close an award of which nothing is open", take: closeAward },
    ...alike(stepAward, ["decline", "activate", "suspend", "resume", "end"]),
  }),
  ...terms,
];
