import { z } from "zod";
import { recordAct } from "#server/http/acts.ts";
import { endpoint, idParams, writtenRecord, type Endpoint } from "#server/http/endpoint.ts";
import { listEndpoints } from "#server/http/export.ts";
import { historyEndpoint } from "#server/http/history.ts";
import { alike, stepEndpoints } from "#server/http/steps.ts";
import { declarationNoun } from "../recovery.nouns.ts";
import { declarationList } from "./declaration.list.ts";
import {
  amendmentInput,
  declarationDetail,
  declarationInput,
  declarationRow,
  payPolicyInput,
  thresholdInput,
} from "./declaration.model.ts";
import { readDeclaration } from "./declaration.read.service.ts";
import {
  amend,
  declare,
  finishPaper,
  moveDeclaration,
  previewAmendment,
} from "./declaration.service.ts";
import { addPayPolicy } from "./pay-policy.service.ts";
import { loadThreshold, thresholdsOf } from "./threshold.service.ts";

const path = "/api/v1/pa-declarations";
const threshold = z.object({
  fiscalYear: z.number(),
  minimumCents: z.number(),
  largeCents: z.number(),
  source: z.string(),
  verified: z.boolean(),
});

/** Federal declarations and the yearly thresholds. */
export const declarationEndpoints: readonly Endpoint[] = [
  ...listEndpoints(path, "recovery.read", declarationList, declarationRow),
  endpoint({
    method: "POST",
    path,
    permission: "recovery.edit",
    summary: "Enter a federal declaration",
    status: 201,
    body: declarationInput,
    response: writtenRecord,
    handler: ({ tx, actor, body }) => declare(tx, actor, body),
  }),
  endpoint({
    method: "GET",
    path: `${path}/{id}`,
    permission: "recovery.read",
    summary: "A federal declaration",
    params: idParams,
    response: declarationDetail,
    handler: ({ db, actor, params }) => readDeclaration(db, actor, params.id),
  }),
  historyEndpoint(path, "paDeclaration", "recovery.read"),
  endpoint({
    method: "POST",
    path: `${path}/{id}/pay-policies`,
    permission: "recovery.edit",
    summary: "Say which policy of pay holds for a class of work",
    status: 201,
    params: idParams,
    body: payPolicyInput,
    response: z.object({ id: z.string() }),
    handler: ({ tx, actor, params, body }) => addPayPolicy(tx, actor, params.id, body),
  }),
  endpoint({
    method: "POST",
    path: `${path}/{id}/amendments/preview`,
    permission: "recovery.edit",
    summary: "What an amendment would change",
    params: idParams,
    body: amendmentInput,
    response: z.object({ changes: z.array(z.string()) }),
    handler: async ({ tx, params, body }) => ({
      changes: await previewAmendment(tx, params.id, body),
    }),
  }),
  endpoint({
    method: "POST",
    path: `${path}/{id}/amendments`,
    permission: "recovery.edit",
    summary: "Take an amendment of a declaration",
    params: idParams,
    body: amendmentInput,
    response: writtenRecord,
    handler: ({ tx, actor, params, body, ifMatch }) => amend(tx, actor, params.id, body, ifMatch),
  }),
  recordAct("/api/v1/pa-papers", "finish", {
    permission: "recovery.edit",
    summary: "Write down that a paper of the request is done",
    body: z.object({
      doneOn: z.iso.date("Enter the day."),
      note: z.string().trim().max(2000).default(""),
    }),
    response: writtenRecord,
    handler: ({ tx, actor, params, body }) => finishPaper(tx, actor, params.id, body),
  }),
  endpoint({
    method: "GET",
    path: "/api/v1/pa-thresholds",
    permission: "recovery.read",
    summary: "Least and large projects by fiscal year",
    response: z.object({ items: z.array(threshold) }),
    handler: async ({ db }) => ({ items: await thresholdsOf(db) }),
  }),
  endpoint({
    method: "POST",
    path: "/api/v1/pa-thresholds",
    permission: "recovery.edit",
    summary: "Load the notice of a fiscal year",
    status: 201,
    body: thresholdInput,
    response: z.object({ id: z.string() }),
    handler: ({ tx, actor, body }) => loadThreshold(tx, actor, body),
  }),
  ...stepEndpoints(declarationNoun, {
    ...alike(moveDeclaration, ["approve", "refuse", "close"]),
  }),
];
