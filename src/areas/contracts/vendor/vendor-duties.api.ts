import { z } from "zod";
import { oneFile } from "#server/files/upload.ts";
import { actAt } from "#server/http/acts.ts";
import { endpoint, idParams, type Endpoint } from "#server/http/endpoint.ts";
import { certificateInput } from "../coverage/coverage.model.ts";
import { deliveryInput } from "../obligation/obligation.model.ts";
import { vendorDuties } from "./vendor-duties.model.ts";
import {
  deliverAsVendor,
  dutiesOf,
  handInAsVendor,
  keepVendorFile,
} from "./vendor-duties.service.ts";

const contract = "/api/v1/vendor-contracts/{orgId}/{id}";
const both = idParams.extend({ orgId: z.uuid("Not an agency's id.") });
const written = z.object({ id: z.string(), version: z.number() });
const act = {
  method: "POST",
  permission: "vendorPortal.act",
  ownTransaction: true,
  params: both,
  tag: "vendor-portal",
} as const;

/** What a vendor owes under its contracts, and its certificates and bonds. */
export const vendorDutyEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: `${contract}/duties`,
    permission: "vendorPortal.read",
    tag: "vendor-portal",
    summary: "What you owe under your contract, and how your insurance and bonds stand",
    params: both,
    response: vendorDuties,
    handler: ({ app, actor, params }) => dutiesOf(app, actor, params),
  }),
  endpoint({
    ...act,
    path: `${contract}/files`,
    summary: "Upload a document that you hand in next (multipart: file)",
    response: z.object({ id: z.string() }),
    handler: async ({ app, actor, params, request }) => {
      const part = await oneFile(request);
      return keepVendorFile(app, actor, params, part);
    },
  }),
  endpoint({
    ...act,
    path: `${contract}/certificates`,
    summary: "Hand in a certificate of insurance or a bond",
    status: 201,
    body: certificateInput,
    response: written,
    handler: ({ app, actor, params, body }) => handInAsVendor(app, actor, params, body),
  }),
  actAt("/api/v1/vendor-obligations/{orgId}/{id}", "deliver", {
    ...act,
    summary: "Deliver what you owe under a contract",
    body: deliveryInput,
    response: written,
    handler: ({ app, actor, params, body, ifMatch }) =>
      deliverAsVendor(app, actor, params.orgId, { id: params.id, version: ifMatch }, body),
  }),
];
