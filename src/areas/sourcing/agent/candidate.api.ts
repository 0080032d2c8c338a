import { z } from "zod";
import { endpoint, type Endpoint } from "#server/http/endpoint.ts";
import { candidate } from "./candidate.model.ts";
import { vendorCandidates } from "./candidate.service.ts";

export const candidateEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: "/api/v1/vendor-candidates",
    permission: "solicitation.edit",
    summary:
      "Vendors that name commodity codes or their branch, with what speaks for and against them",
    query: z.object({
      codes: z
        .string()
        .max(1000)
        .transform((text) => text.toUpperCase().split(",").filter(Boolean))
        .pipe(z.array(z.string().max(20)).max(40)),
      placeId: z.uuid("Not a record id.").optional(),
    }),
    response: z.object({ items: z.array(candidate) }),
    handler: async ({ db, actor, query }) => ({
      items: await vendorCandidates(db, actor, query.codes, query.placeId ?? null),
    }),
  }),
];
