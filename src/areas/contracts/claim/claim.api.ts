import { z } from "zod";
import { endpoint, idParams, writtenRecord, type Endpoint } from "#server/http/endpoint.ts";
import { listEndpoints } from "#server/http/export.ts";
import { historyEndpoint } from "#server/http/history.ts";
import { step, stepEndpoints } from "#server/http/steps.ts";
import { claimNoun } from "./claim.noun.ts";
import { claimList } from "./claim.list.ts";
import {
  appealInput,
  assessInput,
  claimDetail,
  claimInput,
  claimRow,
  decideInput,
  noteInput,
  noteRow,
  settleInput,
  submitInput,
} from "./claim.model.ts";
import { readClaim } from "./claim.read.service.ts";
import { appealClaim, closeClaim, noticeClaim, reviewClaim, submitClaim } from "./claim.service.ts";
import { addNote, notesOf } from "./note.service.ts";
import { assessClaim, decideClaim, settleClaim } from "./settling.service.ts";

const path = "/api/v1/claims";

const steps: readonly Endpoint[] = [
  ...stepEndpoints(claimNoun, {
    submit: step(submitInput, submitClaim, {
      summary: "Enter a claim that was submitted on paper",
    }),
    review: { summary: "Take a submitted claim up", take: reviewClaim },
    assess: step(assessInput, assessClaim, {
      summary: "Enter what is found and offered, point by point",
    }),
    decide: step(decideInput, decideClaim, {
      summary: "Accept a claim, in whole or in part, or deny it",
    }),
    appeal: step(appealInput, appealClaim, { summary: "Enter an appeal that came on paper" }),
    settle: step(settleInput, settleClaim, {
      summary: "Ask approvers for a settlement, point by point",
    }),
    close: closeClaim,
  }),
];

export const claimEndpoints: readonly Endpoint[] = [
  ...listEndpoints(path, "contract.read", claimList, claimRow),
  endpoint({
    method: "POST",
    path,
    permission: "contract.edit",
    summary: "Enter a notice of claim that came on paper",
    status: 201,
    body: claimInput,
    response: writtenRecord,
    handler: ({ tx, actor, body }) => noticeClaim(tx, actor, body),
  }),
  endpoint({
    method: "GET",
    path: `${path}/{id}`,
    permission: "contract.read",
    summary: "A claim with its points; never counsel's notes",
    params: idParams,
    response: claimDetail,
    handler: ({ db, actor, params }) => readClaim(db, actor, params.id),
  }),
  historyEndpoint(path, "claim", "contract.read"),
  ...steps,
  endpoint({
    method: "GET",
    path: `${path}/{id}/notes`,
    permission: "claimNote.read",
    summary: "Counsel's notes on a claim",
    params: idParams,
    response: z.object({ items: z.array(noteRow) }),
    handler: async ({ db, params }) => ({ items: await notesOf(db, params.id) }),
  }),
  endpoint({
    method: "POST",
    path: `${path}/{id}/notes`,
    permission: "claimNote.create",
    summary: "Keep a note of counsel's on a claim",
    status: 201,
    params: idParams,
    body: noteInput,
    response: z.object({ id: z.string() }),
    handler: ({ tx, actor, params, body }) => addNote(tx, actor, params.id, body.body),
  }),
];
