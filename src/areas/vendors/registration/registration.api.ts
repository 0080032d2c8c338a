import { requireRecord } from "#server/lifecycle.ts";
import { z } from "zod";
import { dayField, instantField } from "#kernel/time-fields.ts";
import type { Tx } from "#server/db/db.ts";
import { recordAct } from "#server/http/acts.ts";
import { endpoint, idParams, writtenRecord, type Endpoint } from "#server/http/endpoint.ts";
import { listEndpoints } from "#server/http/export.ts";
import { historyEndpoint } from "#server/http/history.ts";
import { alike, step, stepEndpoints } from "#server/http/steps.ts";
import { registrationNoun } from "./submission.service.ts";
import { approveRegistration, duplicatesOf, refuseRegistration } from "./decision.service.ts";
import { proposeFromRegistration } from "./registration-bank.service.ts";
import { screenRegistration } from "./registration-screening.service.ts";
import { documentEndpoints } from "./document.api.ts";
import {
  debarVendor,
  endDebarment,
  inviteVendor,
  listDebarments,
  listVendorInvitations,
  revokeVendorInvitation,
} from "./invitation.service.ts";
import { readRegistration, registrationList } from "./registration.list.ts";
import {
  callBackNumber,
  debarmentInput,
  invitationInput,
  registrationDetail,
  registrationRow,
  screenInput,
  w9Input,
} from "./registration.model.ts";
import { recordW9 } from "./w9.service.ts";

const path = "/api/v1/vendor-registrations";
const decisions: Endpoint[] = [
  ...stepEndpoints(registrationNoun, {
    screen: step(
      screenInput.extend({ reason: z.string().max(2000).nullish() }),
      screenRegistration,
      { summary: "Look for duplicates and exclusions; enters the company as a draft vendor" },
    ),
    approve: {
      summary: "Accept; stays in screening while the exclusion screening is not clear",
      take: approveRegistration,
    },
    ...alike(refuseRegistration, {
      return: "Send back with what must be mended",
      reject: "Turn away, with the reason",
    }),
  }),
  recordAct(path, "check-w9", {
    permission: "vendor.register",
    summary: "Record whether Form W-9 agrees with what was submitted",
    body: w9Input,
    response: writtenRecord,
    handler: ({ tx, actor, params, body, ifMatch }) =>
      recordW9(tx, actor, params.id, ifMatch, body),
  }),
  recordAct(path, "proposeBank", {
    permission: "vendor.editBank",
    summary: "Propose the bank details in quarantine; another person verifies them by a call",
    body: z.object({ callBack: callBackNumber.nullish() }),
    response: writtenRecord,
    handler: ({ tx, actor, params, body }) =>
      proposeFromRegistration(tx, actor, params.id, body.callBack ?? null),
  }),
];

const invited = z
  .object({
    id: z.string(),
    email: z.string(),
    company: z.string(),
    vendorId: z.string().nullable(),
    vendorNumber: z.string().nullable(),
    invitedBy: z.string().nullable(),
    createdAt: instantField,
    expiresAt: instantField,
    state: z.enum(["open", "used", "revoked", "expired"]),
  })
  .meta({ id: "VendorInvitation" });
const invitations: Endpoint[] = [
  endpoint({
    method: "GET",
    path: "/api/v1/vendor-invitations",
    permission: "vendor.read",
    summary: "Companies that were asked to register",
    response: z.object({ items: z.array(invited) }),
    handler: async ({ db }) => ({ items: await listVendorInvitations(db) }),
  }),
  endpoint({
    method: "POST",
    path: "/api/v1/vendor-invitations",
    permission: "vendor.register",
    summary: "Ask a company to register",
    body: invitationInput,
    response: z.object({ id: z.string() }),
    handler: ({ tx, actor, body }) => inviteVendor(tx, actor, body),
  }),
  recordAct("/api/v1/vendor-invitations", "revoke", {
    permission: "vendor.register",
    summary: "Take an invitation back",
    response: z.object({ id: z.string() }),
    handler: async ({ tx, actor, params }) => {
      await revokeVendorInvitation(tx, actor, params.id);
      return { id: params.id };
    },
  }),
];

const debarred = z
  .object({
    id: z.string(),
    cause: z.string(),
    noticedOn: dayField,
    hearingOn: dayField.nullable(),
    fromOn: dayField,
    untilOn: dayField,
    decidedBy: z.string().nullable(),
    endedOn: dayField.nullable(),
    endedReason: z.string().nullable(),
    running: z.boolean(),
  })
  .meta({ id: "VendorDebarment" });
const debarments: Endpoint[] = [
  endpoint({
    method: "GET",
    path: "/api/v1/vendors/{id}/debarments",
    permission: "vendor.read",
    summary: "Debarments by this agency",
    params: idParams,
    response: z.object({ items: z.array(debarred) }),
    handler: async ({ db, params }) => {
      await requireRecord(db, "vendor", params.id);
      return { items: await listDebarments(db, params.id) };
    },
  }),
  endpoint({
    method: "POST",
    path: "/api/v1/vendors/{id}/debarments",
    permission: "vendor.debar",
    summary: "Debar a vendor with notice, hearing and dates",
    params: idParams,
    body: debarmentInput,
    response: z.object({ id: z.string() }),
    handler: ({ tx, actor, params, body }) => debarVendor(tx, actor, params.id, body),
  }),
  recordAct("/api/v1/vendor-debarments", "end", {
    permission: "vendor.debar",
    summary: "End a debarment before its last day",
    body: z.object({ reason: z.string().trim().min(3, "Say why it ends.").max(1000) }),
    response: z.object({ id: z.string() }),
    handler: async ({ tx, actor, params, body }) => ({
      id: await endDebarment(tx, actor, params.id, body.reason),
    }),
  }),
];

export const registrationEndpoints: readonly Endpoint[] = [
  ...listEndpoints(path, "vendor.read", registrationList, registrationRow),
  endpoint({
    method: "GET",
    path: `${path}/{id}`,
    permission: "vendor.read",
    summary: "A registration: old and new side by side, documents, duplicates, actions",
    params: idParams,
    response: registrationDetail,
    handler: ({ actor, db, params }) =>
      readRegistration(db, actor, params.id, (r) => duplicatesOf(db as Tx, r)),
  }),
  historyEndpoint(path, "vendorRegistration", "vendor.read"),
  ...decisions,
  ...documentEndpoints,
  ...invitations,
  ...debarments,
];
