import { z } from "zod";
import { actAt } from "#server/http/acts.ts";
import { endpoint, idParams, writtenRecord, type Endpoint } from "#server/http/endpoint.ts";
import { applicationInput, applicationPatch } from "../application/application.model.ts";
import { requestInput } from "../request/request.model.ts";
import { grantsOverview, ownSubawardDetail } from "./portal.model.ts";
import {
  applyAsVendor,
  changeAsVendor,
  grantsOf,
  requestAsVendor,
  stepAsVendor,
  subawardOf,
  withdrawRequestAsVendor,
} from "./portal.service.ts";

const both = idParams.extend({ orgId: z.uuid("Not an agency's id.") });
const reason = z.object({ reason: z.string().trim().max(2000).nullish() });
const read = { method: "GET", permission: "vendorPortal.read", tag: "vendor-portal" } as const;
const act = {
  permission: "vendorPortal.act",
  tag: "vendor-portal",
  ownTransaction: true,
  params: both,
  response: writtenRecord,
} as const;
const brief = ({ id, number, status, version }: z.output<typeof writtenRecord>) => ({
  id,
  number,
  status,
  version,
});
const application = "/api/v1/vendor-program-applications/{orgId}/{id}";

export const portalEndpoints: readonly Endpoint[] = [
  endpoint({
    ...read,
    path: "/api/v1/vendor-grants",
    summary: "Grants to apply for, your applications and your subawards",
    response: grantsOverview,
    handler: ({ app, actor }) => grantsOf(app, actor),
  }),
  endpoint({
    ...read,
    path: "/api/v1/vendor-subawards/{orgId}/{id}",
    summary: "Your subaward with what it states and what you asked for",
    params: both,
    response: ownSubawardDetail,
    handler: ({ app, actor, params }) => subawardOf(app, actor, params.orgId, params.id),
  }),
  endpoint({
    ...act,
    method: "POST",
    path: "/api/v1/vendor-programs/{orgId}/{id}/applications",
    summary: "Begin an application to a program",
    status: 201,
    body: applicationInput,
    handler: async ({ app, actor, params, body }) =>
      brief(await applyAsVendor(app, actor, params.orgId, params.id, body)),
  }),
  endpoint({
    ...act,
    method: "PATCH",
    path: application,
    summary: "Change your draft",
    body: applicationPatch,
    handler: async ({ app, actor, params, body, ifMatch }) =>
      brief(await changeAsVendor(app, actor, { ...params, version: ifMatch }, body)),
  }),
  ...(["submit", "withdraw"] as const).map((action) =>
    actAt(application, action, {
      ...act,
      summary: action === "submit" ? "Send your application" : "Withdraw your application",
      body: reason,
      handler: async ({ app, actor, params, body, ifMatch }) =>
        brief(
          await stepAsVendor(app, actor, action, {
            ...params,
            version: ifMatch,
            reason: body.reason ?? null,
          }),
        ),
    }),
  ),
  endpoint({
    ...act,
    method: "POST",
    path: "/api/v1/vendor-subawards/{orgId}/{id}/requests",
    summary: "Ask for payment under your subaward",
    status: 201,
    body: requestInput,
    handler: async ({ app, actor, params, body }) =>
      brief(await requestAsVendor(app, actor, params, body)),
  }),
  actAt("/api/v1/vendor-subaward-requests/{orgId}/{id}", "withdraw", {
    ...act,
    summary: "Take a payment request back",
    body: reason,
    handler: async ({ app, actor, params, body, ifMatch }) =>
      brief(
        await withdrawRequestAsVendor(app, actor, {
          ...params,
          version: ifMatch,
          reason: body.reason ?? null,
        }),
      ),
  }),
];
