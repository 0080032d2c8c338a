import { z } from "zod";
import { actAt } from "#server/http/acts.ts";
import { endpoint, idParams, writtenRecord, type Endpoint } from "#server/http/endpoint.ts";
import { sendFile } from "#server/files/send-file.ts";
import { oneFile } from "#server/files/upload.ts";
import { contractorPapers } from "./contractor.model.ts";
import {
  contractorPaperFile,
  handInAsContractor,
  keepContractorPaper,
  readContractorPapers,
} from "./contractor.service.ts";
import { handInInput } from "./paper.model.ts";

const order = "/api/v1/vendor-orders/{orgId}/{id}";
const params = idParams.extend({ orgId: z.uuid() });
const [tag, act] = ["vendor-portal", "vendorPortal.act"] as const;

/** What a contractor reads and hands in of the papers that it owes at the end. */
export const contractorPaperEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: `${order}/closeout-papers`,
    permission: "vendorPortal.read",
    summary: "The papers that you hand over under the contract of your order",
    tag,
    params,
    response: contractorPapers,
    handler: ({ app, actor, params: at }) => readContractorPapers(app, actor, at),
  }),
  endpoint({
    method: "GET",
    path: `${order}/closeout-files/{fileId}`,
    permission: "vendorPortal.read",
    summary: "A file of a paper that you handed over",
    tag,
    params: params.extend({ fileId: z.uuid() }),
    raw: true,
    handler: async ({ app, actor, params: at, reply }) =>
      sendFile(app.files, reply, await contractorPaperFile(app, actor, at, at.fileId)),
  }),
  endpoint({
    method: "POST",
    path: `${order}/closeout-files`,
    permission: act,
    summary: "Upload a file of a paper that you hand over (multipart: file)",
    tag,
    ownTransaction: true,
    params,
    response: z.object({ id: z.string() }),
    handler: async ({ app, actor, params: at, request }) =>
      keepContractorPaper(app, actor, at, await oneFile(request, "Choose a file.")),
  }),
  actAt(`${order}/closeout-papers/{paperId}`, "handIn", {
    permission: act,
    summary: "Hand in a paper that you owe at the end",
    tag,
    ownTransaction: true,
    params: params.extend({ paperId: z.uuid() }),
    body: handInInput,
    response: writtenRecord,
    handler: async ({ app, actor, params: at, body }) => {
      const row = await handInAsContractor(app, actor, at, at.paperId, body);
      return { id: row.id, number: row.number, status: row.status, version: row.version };
    },
  }),
];
