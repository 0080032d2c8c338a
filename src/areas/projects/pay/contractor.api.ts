import { z } from "zod";
import { endpoint, idParams, writtenRecord, type Endpoint } from "#server/http/endpoint.ts";
import { oneFile } from "#server/files/upload.ts";
import { contractorInput, contractorSide } from "./contractor.model.ts";
import {
  applyAsContractor,
  keepContractorPaper,
  readContractorSide,
} from "./contractor.service.ts";

const path = "/api/v1/vendor-orders/{orgId}/{id}/pay-applications";
const params = idParams.extend({ orgId: z.uuid() });

/** What a contractor does of its own applications. */
export const contractorEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path,
    permission: "vendorPortal.read",
    summary: "Your applications for payment on your order",
    tag: "vendor-portal",
    params,
    response: contractorSide,
    handler: ({ app, actor, params: at }) => readContractorSide(app, actor, at.orgId, at.id),
  }),
  endpoint({
    method: "POST",
    path: "/api/v1/vendor-orders/{orgId}/{id}/pay-papers",
    permission: "vendorPortal.act",
    summary:
      "Upload a bill or the insurance of material that is stored on the site (multipart: file)",
    tag: "vendor-portal",
    ownTransaction: true,
    params,
    response: z.object({ id: z.string() }),
    handler: async ({ app, actor, params: at, request }) =>
      keepContractorPaper(app, actor, at, await oneFile(request, "Choose a file.")),
  }),
  endpoint({
    method: "POST",
    path,
    permission: "vendorPortal.act",
    summary: "Apply for payment on your order, or correct what was returned",
    tag: "vendor-portal",
    ownTransaction: true,
    params,
    body: contractorInput,
    response: writtenRecord,
    handler: async ({ app, actor, params: at, body }) => {
      const { id, number, status, version } = await applyAsContractor(
        app,
        actor,
        at.orgId,
        at.id,
        body,
      );
      return { id, number, status, version };
    },
  }),
];
