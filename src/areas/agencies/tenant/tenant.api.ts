import { z } from "zod";
import { agencyStates } from "#kernel/agency-state.ts";
import { administeredBy } from "#areas/organization/organization.server.ts";
import { endpoint, type Endpoint } from "#server/http/endpoint.ts";
import { agencyStanding } from "../operator/operator.model.ts";
import { standingOfAgency } from "../operator/operator.service.ts";

const administered = z.object({ id: z.string(), name: z.string(), state: z.enum(agencyStates) });

/** What an administrator sees of the agencies that they administer. */
export const tenantEndpoints: Endpoint[] = [
  endpoint({
    method: "GET",
    path: "/api/v1/agency-standing",
    permission: "agency.read",
    summary: "How the agency stands: its state with how it came to be, what it uses of its plan",
    opensIn: "suspended",
    response: agencyStanding,
    handler: ({ app, db, actor }) =>
      standingOfAgency(app.database, db, actor.orgId!, actor.permissions.has("platform.decide")),
  }),
  endpoint({
    method: "GET",
    path: "/api/v1/administered-agencies",
    permission: "agency.administer",
    summary: "The agencies that you administer, by name",
    opensIn: "suspended",
    response: z.object({ items: z.array(administered) }),
    handler: async ({ app, actor }) => ({
      items: await administeredBy(app.database, actor.personId),
    }),
  }),
];
