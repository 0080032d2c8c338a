import { z } from "zod";
import { actAt } from "#server/http/acts.ts";
import { endpoint, idParams, writtenRecord, type Endpoint } from "#server/http/endpoint.ts";
import { contractorProject, contractorProjects } from "./contractor.model.ts";
import { contractorProjectOf, contractorProjectsOf } from "./contractor.read.service.ts";
import { askAsContractor, stepAsContractor } from "./contractor.service.ts";
import { contractorAsks, saysInput } from "./rfi.model.ts";

const project = "/api/v1/vendor-projects";
const params = idParams.extend({ orgId: z.uuid("Not an agency's id.") });
const act = {
  permission: "vendorPortal.act",
  ownTransaction: true,
  params,
  response: writtenRecord,
  tag: "vendor-portal",
} as const;

const acts = {
  answer: "Answer a question that the agency asked you",
  reply: "Reply where the agency asked back",
  close: "Take the answer to your question",
  reopen: "Open your question again, with what is not answered",
  withdraw: "Withdraw your question",
} as const;
type Act = keyof typeof acts;

const steps = (Object.keys(acts) as Act[]).map((name) =>
  actAt("/api/v1/vendor-rfis/{orgId}/{id}", name, {
    ...act,
    summary: acts[name],
    body:
      name === "close"
        ? z.object({ says: saysInput.shape.says.or(z.literal("")).default("") })
        : saysInput,
    handler: ({ app, actor, params: at, body, ifMatch }) =>
      stepAsContractor(app, actor, at, name, { says: body.says, version: ifMatch }),
  }),
);

/** What a contractor reads and does of its projects. */
export const contractorProjectEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: project,
    permission: "vendorPortal.read",
    tag: "vendor-portal",
    summary: "Your projects in every agency, with what waits for you",
    response: contractorProjects,
    handler: ({ app, actor }) => contractorProjectsOf(app, actor),
  }),
  endpoint({
    method: "GET",
    path: `${project}/{orgId}/{id}`,
    permission: "vendorPortal.read",
    tag: "vendor-portal",
    summary: "A project of yours with its questions and applications for payment",
    params,
    response: contractorProject,
    handler: ({ app, actor, params: at }) => contractorProjectOf(app, actor, at),
  }),
  endpoint({
    ...act,
    method: "POST",
    path: `${project}/{orgId}/{id}/rfis`,
    summary: "Ask a question about your work on a project",
    status: 201,
    body: contractorAsks,
    handler: ({ app, actor, params: at, body }) => askAsContractor(app, actor, at, body),
  }),
  ...steps,
];
