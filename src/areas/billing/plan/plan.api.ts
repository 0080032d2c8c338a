import { z } from "zod";
import { definitionEndpoints } from "#server/definitions/endpoints.ts";
import { endpoint, type Endpoint } from "#server/http/endpoint.ts";
import { planRow, planWithHolders } from "./plan.model.ts";
import { listPlans, plans } from "./plan.service.ts";

const path = "/api/v1/price-plans";

/** Plans of the operator, in versions. */
export const planEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path,
    permission: "platform.read",
    summary: "All plans in all versions, with the agencies on each",
    response: z.object({ items: z.array(planWithHolders) }),
    handler: async ({ db }) => ({ items: await listPlans(db) }),
  }),
  ...definitionEndpoints(plans, {
    ...{ path, read: "platform.read", write: "platform.edit", publish: "platform.decide" },
    row: planRow,
  }),
];
