import { z } from "zod";
import { oneFile } from "#server/files/upload.ts";
import { endpoint, idParams, writtenRecord, type Endpoint } from "#server/http/endpoint.ts";
import { sentDocument, vendorDocumentInput, vendorReading } from "./vendor-document.model.ts";
import { readVendorDocument, submitVendorDocument } from "./vendor-document.service.ts";
import { vendorInvoiceInput } from "./vendor-invoice.model.ts";
import { submitVendorInvoice, submitVendorUbl } from "./vendor-invoice.service.ts";

const answer = ({ id, number, status, version }: z.output<typeof writtenRecord>) => ({
  id,
  number,
  status,
  version,
});

const mostBody = 15_000_000;

export const vendorInvoiceEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "POST",
    path: "/api/v1/vendor-invoice-readings",
    permission: "vendorPortal.act",
    summary:
      "What your invoice in a PDF or XML file says, each value with its place; stores nothing",
    tag: "vendor-portal",
    ownTransaction: true,
    unkept: true,
    status: 200,
    bodyLimit: mostBody,
    body: z.object({ file: sentDocument }),
    response: vendorReading,
    handler: ({ app, actor, body }) => readVendorDocument(app, actor, body.file),
  }),
  endpoint({
    method: "POST",
    path: "/api/v1/vendor-orders/{orgId}/{id}/document-invoices",
    permission: "vendorPortal.act",
    summary: "Send your invoice as it was read from its document and corrected",
    tag: "vendor-portal",
    ownTransaction: true,
    bodyLimit: mostBody,
    params: idParams.extend({ orgId: z.uuid() }),
    body: vendorDocumentInput,
    response: writtenRecord,
    handler: async ({ app, actor, params, body }) =>
      answer(await submitVendorDocument(app, actor, params, body)),
  }),
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
