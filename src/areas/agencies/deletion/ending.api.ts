import { z } from "zod";
import { endpoint, type Endpoint } from "#server/http/endpoint.ts";
import { recordAct } from "#server/http/acts.ts";
import { requireMachine } from "#server/operation/running-agency.ts";
import { deletionRow, endingInput, endingReason, endingStanding } from "./ending.model.ts";
import { askEnding, confirmEnding, endingStandingOf, takeBackEnding } from "./ending.service.ts";
import { deletionsOf } from "./reports.service.ts";

const path = "/api/v1/agency-endings";
const written = z.object({ id: z.string(), status: z.string(), version: z.number() });

/** The end of the agency: asked, confirmed by another administrator, taken back. */
export const endingEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: "/api/v1/agency-ending",
    permission: "agency.administer",
    opensIn: "suspended",
    summary: "How the end of the agency stands, and what refuses it",
    response: endingStanding,
    handler: ({ app, db }) => endingStandingOf(app.database, db),
  }),
  endpoint({
    method: "POST",
    path,
    permission: "agency.administer",
    opensIn: "suspended",
    summary: "Ask to end the agency; another administrator confirms",
    body: endingInput,
    response: written,
    handler: ({ app, tx, actor, body }) => askEnding(app.database, tx, actor, body),
  }),
  recordAct(path, "confirm", {
    permission: "agency.administer",
    opensIn: "suspended",
    summary: "Confirm the end of the agency; its days begin",
    response: written,
    handler: ({ app, tx, actor, params, ifMatch }) =>
      confirmEnding(app.database, tx, actor, { id: params.id, version: ifMatch }),
  }),
  recordAct(path, "takeBack", {
    permission: "agency.administer",
    opensIn: "suspended",
    summary: "Take the end of the agency back",
    body: endingReason,
    response: written,
    handler: ({ app, tx, actor, params, body, ifMatch }) =>
      takeBackEnding(app.database, tx, actor, {
        id: params.id,
        version: ifMatch,
        reason: body.reason,
      }),
  }),
  endpoint({
    method: "GET",
    path: "/api/v1/agency-deletions",
    permission: "platform.read",
    summary: "Reports of agencies that were deleted, for whoever runs the installation",
    response: z.object({ items: z.array(deletionRow) }),
    handler: async ({ app, db, actor }) => {
      await requireMachine(app.database, actor);
      return { items: await deletionsOf(db) };
    },
  }),
];
