import { z } from "zod";
import { endpoint, idParams, writtenRecord, type Endpoint } from "#server/http/endpoint.ts";
import { sendFile } from "#server/files/send-file.ts";
import { oneFile } from "#server/files/upload.ts";
import {
  contractorScheduleFile,
  handInAsContractor,
  keepContractorSchedule,
  readContractorSchedules,
} from "./contractor.service.ts";
import { writtenProposal } from "./proposal.api.ts";
import { contractorProposal, contractorSchedules } from "./proposal.model.ts";

const project = "/api/v1/vendor-projects/{orgId}/{id}";
const params = idParams.extend({ orgId: z.uuid("Not an agency's id.") });
const tag = "vendor-portal";

/** What a contractor reads and does of its schedules. */
export const contractorScheduleEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: `${project}/schedules`,
    permission: "vendorPortal.read",
    summary: "The schedules that you handed in for a project, and what came of them",
    tag,
    params,
    response: contractorSchedules,
    handler: ({ app, actor, params: at }) => readContractorSchedules(app, actor, at),
  }),
  endpoint({
    method: "GET",
    path: `${project}/schedules/{proposalId}/file`,
    permission: "vendorPortal.read",
    summary: "A schedule as you handed it in",
    tag,
    params: params.extend({ proposalId: z.uuid() }),
    raw: true,
    handler: async ({ app, actor, params: at, reply }) =>
      sendFile(app.files, reply, await contractorScheduleFile(app, actor, at, at.proposalId)),
  }),
  endpoint({
    method: "POST",
    path: `${project}/schedule-files`,
    permission: "vendorPortal.act",
    summary: "Upload a schedule that you are about to hand in (multipart: file)",
    tag,
    ownTransaction: true,
    params,
    response: z.object({ id: z.string() }),
    handler: async ({ app, actor, params: at, request }) =>
      keepContractorSchedule(app, actor, at, await oneFile(request, "Choose a file.")),
  }),
  endpoint({
    method: "POST",
    path: `${project}/schedules`,
    permission: "vendorPortal.act",
    summary: "Hand in your schedule, of Microsoft Project (XML) or Primavera P6 (XER)",
    tag,
    status: 201,
    ownTransaction: true,
    params,
    body: contractorProposal,
    response: writtenRecord,
    handler: async ({ app, actor, params: at, body }) =>
      writtenProposal(await handInAsContractor(app, actor, at, body)),
  }),
];
