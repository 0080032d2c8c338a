import { z } from "zod";
import { endpoint, idParams, type Endpoint } from "#server/http/endpoint.ts";
import { contributionText, contributionView, contributorInput } from "./contributor.model.ts";
import {
  endContributor,
  inviteContributor,
  readContribution,
  writeContribution,
} from "./contributor.service.ts";

const written = z.object({ id: z.string(), version: z.number() });
const token = z.string().min(80).max(200);
// The token travels in the body, so that no log of addresses keeps it.
const byLink = {
  method: "POST",
  permission: "public",
  ownTransaction: true,
  unkept: true,
  status: 200,
} as const;

/** Writing a section of an application from outside of the agency. */
export const contributorEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "POST",
    path: "/api/v1/grant-application-sections/{id}/contributors",
    permission: "grantApplication.edit",
    summary: "Ask somebody outside of the agency to write a section",
    status: 201,
    params: idParams,
    body: contributorInput,
    response: written,
    handler: ({ tx, actor, params, body }) => inviteContributor(tx, actor, params.id, body),
  }),
  endpoint({
    method: "POST",
    path: "/api/v1/grant-contributors/{id}/end",
    permission: "grantApplication.edit",
    summary: "End the link of somebody who writes a section from outside",
    status: 200,
    params: idParams,
    body: z.object({}),
    response: written,
    handler: ({ tx, actor, params, ifMatch }) => endContributor(tx, actor, params.id, ifMatch),
  }),
  endpoint({
    ...byLink,
    path: "/api/v1/grant-contributions/look",
    opensIn: "read_only",
    summary: "The section of a grant application that a link is for",
    body: z.object({ token }),
    response: contributionView,
    handler: ({ app, body }) => readContribution(app, body.token),
  }),
  endpoint({
    ...byLink,
    path: "/api/v1/grant-contributions/write",
    summary: "Write the section of a grant application that a link is for",
    body: contributionText.extend({ token }),
    response: z.object({ version: z.number() }),
    handler: ({ app, body: { token: link, ...text } }) => writeContribution(app, link, text),
  }),
];
