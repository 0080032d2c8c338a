import { z } from "zod";
import { oneFile } from "#server/files/upload.ts";
import { endpoint, idParams, writtenRecord, type Endpoint } from "#server/http/endpoint.ts";
import { vendorInvoiceInput } from "./vendor-invoice.model.ts";
import { submitVendorInvoice, submitVendorUbl } from "./vendor-invoice.service.ts";

const answer = ({ id, number, status, version }: z.output<typeof writtenRecord>) => ({
  id,
  number,
  status,
  version,
});

export const vendorInvoiceEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "POST",
    path: "/api/v1/vendor-orders/{orgId}/{id}/invoices",
    permission: "vendorPortal.act",
    summary: "Send an invoice for lines of your order",
    tag: "vendor-portal",
    ownTransaction: true,
    params: idParams.extend({ orgId: z.uuid() }),
    body: vendorInvoiceInput,
    response: writtenRecord,
    handler: async ({ app, actor, params, body }) =>
      answer(await submitVendorInvoice(app, actor, params.orgId, params.id, body)),
  }),
  endpoint({
    method: "POST",
    path: "/api/v1/vendor-agencies/{orgId}/ubl-invoices",
    permission: "vendorPortal.act",
    summary: "Send a UBL 2.1 invoice (multipart, field `file`)",
    tag: "vendor-portal",
    ownTransaction: true,
    params: z.object({ orgId: z.uuid() }),
    response: writtenRecord,
    handler: async ({ app, actor, params, request }) => {
      const part = await oneFile(request, "Choose the XML file.");
      return answer(await submitVendorUbl(app, actor, params.orgId, part));
    },
  }),
];
