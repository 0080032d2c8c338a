import { z } from "zod";
import { dayField } from "#kernel/time-fields.ts";
import { reading, type Reader } from "#server/agents/agent.ts";
import { candidate } from "./candidate.model.ts";
import { solicitationDetail, solicitationRow } from "../solicitation/solicitation.model.ts";

const named = z.object({ id: z.string(), name: z.string() });
const requisition = z.object({
  id: z.string(),
  number: z.string(),
  title: z.string(),
  departmentId: z.string(),
});
const requestedLine = z.object({
  id: z.string(),
  description: z.string(),
  commodityCode: z.string().nullable(),
  openQuantity: z.string(),
  unit: z.string(),
});

export const reads = {
  solicitations: reading("/api/v1/solicitations", z.object({ items: z.array(solicitationRow) })),
  solicitation: reading("/api/v1/solicitations/{id}", solicitationDetail),
  candidates: reading("/api/v1/vendor-candidates", z.object({ items: z.array(candidate) })),
  codes: reading(
    "/api/v1/commodity-proposals",
    z.object({
      items: z.array(z.object({ code: z.string(), name: z.string(), lines: z.number() })),
    }),
  ),
  requisitions: reading("/api/v1/requisitions", z.object({ items: z.array(requisition) })),
  requisition: reading(
    "/api/v1/requisitions/{id}",
    requisition.extend({
      status: z.string(),
      neededOn: dayField,
      placeId: z.string().nullable(),
      lines: z.array(requestedLine),
    }),
  ),
  places: reading("/api/v1/places", z.object({ items: z.array(named) })),
  departments: reading(
    "/api/v1/departments",
    z.object({ items: z.array(named.extend({ active: z.boolean() })) }),
  ),
};
export type At = Reader<typeof reads>;
export type Solicitation = z.output<typeof solicitationDetail>;
