import { requireRecord } from "#server/lifecycle.ts";
import { z } from "zod";
import { instantField } from "#kernel/time-fields.ts";
import { actAt, recordAct } from "#server/http/acts.ts";
import { endpoint, idParams, writtenRecord, type Endpoint } from "#server/http/endpoint.ts";
import { listEndpoints } from "#server/http/export.ts";
import { historyEndpoint } from "#server/http/history.ts";
import { alike, stepEndpoints } from "#server/http/steps.ts";
import { writeAddendum } from "./addendum.service.ts";
import { agreeToExtension, declineExtension, withdrawExtension } from "./extension.service.ts";
import { listVendors, recordOutreach, suggestVendors, unlistVendor } from "./invitation.service.ts";
import { answerQuestion } from "./question.service.ts";
import { readSolicitation, solicitationList } from "./solicitation.list.ts";
import {
  addendumInput,
  answerInput,
  invitationInput,
  outreachInput,
  solicitationPatch,
  solicitationInput,
} from "./solicitation.fields.model.ts";
import { solicitationDetail, solicitationRow } from "./solicitation.model.ts";
import { solicitationNoun } from "./solicitation.noun.ts";
import {
  approveSolicitation,
  changeSolicitation,
  createSolicitation,
  endSolicitation,
  leaveClauseOut,
  publishSolicitation,
  returnSolicitation,
  reviewSolicitation,
  submitSolicitation,
} from "./solicitation.service.ts";
import { copyOf } from "./copy.service.ts";
import { changedTo } from "./standing.model.ts";
import { templates } from "./templates.data.ts";

const path = "/api/v1/solicitations";
const reasonInput = z.object({ reason: z.string().trim().max(2000).nullish() });

const steps = stepEndpoints(solicitationNoun, {
  submit: { summary: "Send a formal solicitation to review", take: submitSolicitation },
  approve: { summary: "Approve what somebody else prepared", take: approveSolicitation },
  return: { summary: "Return it to its buyer", take: returnSolicitation },
  publish: { summary: "Publish it and invite the listed vendors", take: publishSolicitation },
  ...alike(endSolicitation, {
    cancel: "Cancel it; everybody who was told of it hears why",
    noAward: "End it without an award",
  }),
  ...alike(reviewSolicitation, {
    review: "Say that the responses to a request for information were read",
    archive: "Put a reviewed request for information away",
  }),
});

const template = z.object({
  key: z.string(),
  kind: z.string(),
  name: z.string(),
  about: z.string(),
  envelopes: z.number(),
  awardBy: z.string(),
  priceFormula: z.string(),
  minimumBids: z.number(),
  construction: z.boolean(),
  insuranceRequired: z.boolean(),
  criteria: z.array(z.record(z.string(), z.unknown())),
  requirements: z.array(z.record(z.string(), z.unknown())),
});
const suggested = z.object({
  id: z.string(),
  number: z.string(),
  name: z.string(),
  city: z.string().nullable(),
  state: z.string().nullable(),
  diversity: z.array(z.string()),
  commodityCodes: z.array(z.string()),
  certified: z.boolean(),
  listed: z.boolean(),
});
const partParams = idParams.extend({ partId: z.uuid("Not a record id.") });
const done = z.object({ ok: z.literal(true) });
const publishedAddendum = z.object({
  id: z.string(),
  addendumNo: z.number(),
  dueAfter: instantField,
});

const parts: Endpoint[] = [
  endpoint({
    method: "POST",
    path: `${path}/{id}/addenda`,
    permission: "solicitation.publish",
    summary: "Publish an addendum; one that moves the deadline waits for a second person",
    params: idParams,
    body: addendumInput,
    response: z.object({
      addendum: publishedAddendum.nullable(),
      extension: z.object({ id: z.string(), dueAfter: instantField }).nullable(),
    }),
    handler: ({ tx, actor, params, body, ifMatch }) =>
      writeAddendum(tx, actor, params.id, body, ifMatch),
  }),
  actAt(`${path}/{id}/extensions/{partId}`, "agree", {
    permission: "solicitation.approve",
    summary: "Agree as a second person to a later deadline, which publishes the addendum",
    params: partParams,
    response: publishedAddendum,
    handler: ({ tx, actor, params }) => agreeToExtension(tx, actor, params.id, params.partId),
  }),
  actAt(`${path}/{id}/extensions/{partId}`, "decline", {
    permission: "solicitation.approve",
    summary: "Decline a later deadline with a reason",
    params: partParams,
    body: reasonInput,
    response: done,
    handler: async ({ tx, actor, params, body }) => {
      await declineExtension(tx, actor, params.id, params.partId, body.reason ?? null);
      return { ok: true as const };
    },
  }),
  actAt(`${path}/{id}/extensions/{partId}`, "withdraw", {
    permission: "solicitation.publish",
    summary: "Take back an addendum that waits for a second person",
    params: partParams,
    response: done,
    handler: async ({ tx, actor, params }) => {
      await withdrawExtension(tx, actor, params.id, params.partId);
      return { ok: true as const };
    },
  }),
  actAt(`${path}/{id}/questions/{partId}`, "answer", {
    permission: "solicitation.publish",
    summary: "Answer a question for everybody, or decline it",
    params: partParams,
    body: answerInput,
    response: z.object({ id: z.string(), questionNo: z.number() }),
    handler: ({ tx, actor, params, body }) =>
      answerQuestion(tx, actor, params.id, params.partId, body.answer, body.declined),
  }),
  endpoint({
    method: "GET",
    path: `${path}/{id}/suggested-vendors`,
    permission: "solicitation.edit",
    summary: "Vendors that sell what the items ask for, certified firms first",
    params: idParams,
    response: z.object({ items: z.array(suggested) }),
    handler: async ({ db, params }) => {
      await requireRecord(db, "solicitation", params.id);
      return { items: await suggestVendors(db, params.id) };
    },
  }),
  endpoint({
    method: "POST",
    path: `${path}/{id}/invitations`,
    permission: "solicitation.edit",
    summary: "Put vendors on the list; a published solicitation invites them at once",
    params: idParams,
    body: invitationInput,
    response: z.object({ added: z.number() }),
    handler: async ({ tx, actor, params, body }) => ({
      added: await listVendors(tx, actor, params.id, body.vendorIds, body.source),
    }),
  }),
  endpoint({
    method: "DELETE",
    path: `${path}/{id}/invitations/{partId}`,
    permission: "solicitation.edit",
    summary: "Take a vendor off the list that was not invited yet",
    params: partParams,
    response: done,
    handler: async ({ tx, actor, params }) => {
      await unlistVendor(tx, actor, params.id, params.partId);
      return { ok: true as const };
    },
  }),
  endpoint({
    method: "POST",
    path: `${path}/{id}/outreach`,
    permission: "solicitation.edit",
    summary: "Record a step toward small and minority firms",
    params: idParams,
    body: outreachInput,
    response: done,
    handler: async ({ tx, actor, params, body }) => {
      await recordOutreach(tx, actor, params.id, body);
      return { ok: true as const };
    },
  }),
  actAt(`${path}/{id}/clauses/{partId}`, "leaveOut", {
    permission: "solicitation.edit",
    summary: "Leave a clause out with a reason, or take it back in without one",
    params: partParams,
    body: reasonInput,
    response: writtenRecord,
    handler: ({ tx, actor, params, body }) =>
      leaveClauseOut(tx, actor, params.id, params.partId, body.reason ?? null),
  }),
];

export const solicitationEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: `${path}/templates`,
    permission: "solicitation.read",
    summary: "Beginnings for a solicitation",
    response: z.object({ items: z.array(template) }),
    handler: async () => ({ items: templates as never }),
  }),
  ...listEndpoints(path, "solicitation.read", solicitationList, solicitationRow),
  endpoint({
    method: "POST",
    path,
    permission: "solicitation.edit",
    summary: "Draft a solicitation",
    body: solicitationInput,
    response: writtenRecord,
    handler: ({ actor, tx, body }) => createSolicitation(tx, actor, body),
  }),
  endpoint({
    method: "GET",
    path: `${path}/{id}`,
    permission: "solicitation.read",
    summary: "A solicitation with its parts, checks and actions",
    params: idParams,
    response: solicitationDetail,
    handler: ({ actor, db, params }) => readSolicitation(db, actor, params.id),
  }),
  endpoint({
    method: "PATCH",
    path: `${path}/{id}`,
    permission: "solicitation.edit",
    summary: "Change a draft",
    params: idParams,
    body: solicitationPatch,
    response: writtenRecord,
    handler: async ({ actor, tx, params, body, ifMatch }) => {
      const stands = await readSolicitation(tx, actor, params.id);
      const input = changedTo(stands, body);
      return changeSolicitation(tx, actor, params.id, input, ifMatch ?? stands.version);
    },
  }),
  recordAct(path, "copy", {
    permission: "solicitation.edit",
    summary:
      "A new draft with the parts of this one; of a request for information, a request for proposals",
    body: z.object({ kind: z.enum(["rfi", "rfq", "itb", "rfp"]).nullish() }),
    response: writtenRecord,
    handler: ({ actor, tx, params, body }) => copyOf(tx, actor, params.id, body.kind ?? null),
  }),
  ...steps,
  ...parts,
  historyEndpoint(path, "solicitation", "solicitation.read"),
];
