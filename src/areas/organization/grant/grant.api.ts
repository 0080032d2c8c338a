import { z } from "zod";
import { recordAct } from "#server/http/acts.ts";
import { endpoint, type Endpoint } from "#server/http/endpoint.ts";
import { grantList, grantRow } from "./grant.model.ts";
import { decideGrant, listGrants, type Decision } from "./grant.service.ts";

const reason = z.string().trim().max(1000, "Reason must be at most 1,000 characters");

const decision = (
  action: Decision,
  permission: "member.confirm" | "member.edit",
  summary: string,
  body: z.ZodObject<{ reason: z.ZodType<string | undefined> }>,
) =>
  recordAct("/api/v1/access-grants", action, {
    permission,
    summary,
    body,
    response: grantRow,
    handler: ({ tx, actor, params, body: { reason: given }, ifMatch }) =>
      decideGrant(tx, actor, params.id, action, { reason: given ?? null, version: ifMatch }),
  });

export const grantEndpoints: Endpoint[] = [
  endpoint({
    method: "GET",
    path: "/api/v1/access-grants",
    permission: ["member.edit", "member.confirm"],
    summary:
      "Roles and duties with money powers that wait for a second person, were decided in the last 30 days, or were granted alone",
    response: grantList,
    handler: ({ db, actor }) => listGrants(db, actor),
  }),
  decision(
    "confirm",
    "member.confirm",
    "Confirm access that somebody else asked for; it holds from then on",
    z.object({ reason: reason.optional() }),
  ),
  decision(
    "decline",
    "member.confirm",
    "Decline access that somebody else asked for, with a reason",
    z.object({ reason: reason.min(3, "Say why.") }),
  ),
  decision(
    "withdraw",
    "member.edit",
    "Take back what you asked for",
    z.object({ reason: reason.optional() }),
  ),
];
