import { z } from "zod";
import { actAt } from "#server/http/acts.ts";
import { endpoint, idParams, writtenRecord, type Endpoint } from "#server/http/endpoint.ts";
import { vendorChangeInput } from "../change/change.model.ts";
import { appealInput, submitInput, vendorClaimInput } from "../claim/claim.model.ts";
import { vendorFile } from "./vendor-change.model.ts";
import {
  appealAsVendor,
  closeAsVendor,
  noticeAsVendor,
  proposeAsVendor,
  submitAsVendor,
  vendorFileOf,
  withdrawAsVendor,
} from "./vendor-change.service.ts";

const contract = "/api/v1/vendor-contracts/{orgId}/{id}";
const both = idParams.extend({ orgId: z.uuid("Not an agency's id.") });
const reason = z.object({ reason: z.string().trim().min(3, "Say why.").max(2000) });
const act = {
  method: "POST",
  permission: "vendorPortal.act",
  ownTransaction: true,
  params: both,
  response: writtenRecord,
  tag: "vendor-portal",
} as const;

export const vendorChangeEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: contract,
    permission: "vendorPortal.read",
    tag: "vendor-portal",
    summary: "Your contract with its change orders and claims",
    params: both,
    response: vendorFile,
    handler: ({ app, actor, params }) => vendorFileOf(app, actor, params.orgId, params.id),
  }),
  endpoint({
    ...act,
    path: `${contract}/changes`,
    summary: "Propose a change of your contract",
    status: 201,
    body: vendorChangeInput,
    handler: ({ app, actor, params, body }) =>
      proposeAsVendor(app, actor, params.orgId, params.id, body),
  }),
  endpoint({
    ...act,
    path: `${contract}/claims`,
    summary: "Give notice of a claim under your contract",
    status: 201,
    body: vendorClaimInput,
    handler: ({ app, actor, params, body }) =>
      noticeAsVendor(app, actor, params.orgId, params.id, body),
  }),
  actAt("/api/v1/vendor-change-orders/{orgId}/{id}", "withdraw", {
    ...act,
    summary: "Withdraw a change that you proposed",
    body: reason,
    handler: ({ app, actor, params, body, ifMatch }) =>
      withdrawAsVendor(app, actor, params.orgId, {
        id: params.id,
        version: ifMatch,
        reason: body.reason,
      }),
  }),
  actAt("/api/v1/vendor-claims/{orgId}/{id}", "submit", {
    ...act,
    summary: "Submit your claim, point by point and certified",
    body: submitInput,
    handler: ({ app, actor, params, body, ifMatch }) =>
      submitAsVendor(app, actor, params.orgId, { id: params.id, version: ifMatch }, body),
  }),
  actAt("/api/v1/vendor-claims/{orgId}/{id}", "appeal", {
    ...act,
    summary: "Appeal the decision on your claim",
    body: appealInput,
    handler: ({ app, actor, params, body, ifMatch }) =>
      appealAsVendor(app, actor, params.orgId, { id: params.id, version: ifMatch }, body.appeal),
  }),
  actAt("/api/v1/vendor-claims/{orgId}/{id}", "close", {
    ...act,
    summary: "Pursue your claim no more",
    body: reason,
    handler: ({ app, actor, params, body, ifMatch }) =>
      closeAsVendor(app, actor, params.orgId, {
        id: params.id,
        version: ifMatch,
        reason: body.reason,
      }),
  }),
];
