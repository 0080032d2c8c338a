import { z } from "zod";
import { endpoint, type Endpoint } from "#server/http/endpoint.ts";
import { complianceOf, figuresOf } from "./figures.service.ts";

const complianceRow = z.object({
  id: z.string(),
  name: z.string(),
  findings: z.array(z.object({ sentence: z.string(), ok: z.boolean() })),
});
const figureRow = z.object({
  definitionId: z.string(),
  name: z.string(),
  begun: z.number(),
  sent: z.number(),
  withFiller: z.number(),
  approved: z.number(),
  rejected: z.number(),
  medianHours: z.number().nullable(),
});

/** What the tabs Analytics and Compliance show. */
export const figureEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: "/api/v1/form-figures",
    permission: "form.design",
    summary: "How often each form was begun, sent and decided, and how long a decision takes",
    response: z.object({ items: z.array(figureRow) }),
    handler: async ({ db }) => ({ items: await figuresOf(db) }),
  }),
  endpoint({
    method: "GET",
    path: "/api/v1/form-compliance",
    permission: "form.design",
    summary: "What of each form in force holds and what does not",
    response: z.object({ items: z.array(complianceRow) }),
    handler: async ({ db }) => ({ items: await complianceOf(db) }),
  }),
];
