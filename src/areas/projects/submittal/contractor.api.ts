import { z } from "zod";
import { actAt } from "#server/http/acts.ts";
import { endpoint, idParams, writtenRecord, type Endpoint } from "#server/http/endpoint.ts";
import { sendFile } from "#server/files/send-file.ts";
import { oneFile } from "#server/files/upload.ts";
import type { SubmittalStored } from "./submittal.noun.ts";
import {
  contractorFile,
  keepContractorFile,
  readContractorSubmittals,
  submitAsContractor,
  submitListed,
} from "./contractor.service.ts";
import { contractorSubmits, contractorSubmittals, submitInput } from "./submittal.model.ts";

const project = "/api/v1/vendor-projects/{orgId}/{id}";
const params = idParams.extend({ orgId: z.uuid("Not an agency's id.") });
const tag = "vendor-portal";
const written = ({ id, number, status, version }: SubmittalStored) => ({
  id,
  number,
  status,
  version,
});

/** What a contractor reads and does of what it submits. */
export const contractorSubmittalEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: `${project}/submittals`,
    permission: "vendorPortal.read",
    summary: "What you are to submit for a project, and what became of it",
    tag,
    params,
    response: contractorSubmittals,
    handler: ({ app, actor, params: at }) => readContractorSubmittals(app, actor, at),
  }),
  endpoint({
    method: "GET",
    path: `${project}/submittal-files/{fileId}`,
    permission: "vendorPortal.read",
    summary: "A file of a submittal of yours",
    tag,
    params: params.extend({ fileId: z.uuid() }),
    raw: true,
    handler: async ({ app, actor, params: at, reply }) =>
      sendFile(app.files, reply, await contractorFile(app, actor, at, at.fileId)),
  }),
  endpoint({
    method: "POST",
    path: `${project}/submittal-files`,
    permission: "vendorPortal.act",
    summary: "Upload a file that you are about to submit (multipart: file)",
    tag,
    ownTransaction: true,
    params,
    response: z.object({ id: z.string() }),
    handler: async ({ app, actor, params: at, request }) =>
      keepContractorFile(app, actor, at, await oneFile(request, "Choose a file.")),
  }),
  endpoint({
    method: "POST",
    path: `${project}/submittals`,
    permission: "vendorPortal.act",
    summary: "Submit what nobody listed yet",
    tag,
    status: 201,
    ownTransaction: true,
    params,
    body: contractorSubmits,
    response: writtenRecord,
    handler: async ({ app, actor, params: at, body }) =>
      written(await submitAsContractor(app, actor, at, body)),
  }),
  actAt("/api/v1/vendor-submittals/{orgId}/{id}", "submit", {
    permission: "vendorPortal.act",
    summary: "Submit what is listed, or its next revision",
    tag,
    ownTransaction: true,
    params,
    body: submitInput,
    response: writtenRecord,
    handler: async ({ app, actor, params: at, body, ifMatch }) =>
      written(await submitListed(app, actor, at, body, ifMatch)),
  }),
];
