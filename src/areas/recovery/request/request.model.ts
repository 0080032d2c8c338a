import { z } from "zod";
import { offeredAction } from "#kernel/fields.ts";
import { dayField, instantField } from "#kernel/time-fields.ts";
import { names } from "#kernel/labels.ts";
import { requestCycle } from "./request.labels.ts";

export const requestRow = z
  .object({
    id: z.string(),
    number: z.string(),
    status: z.enum(names(requestCycle.statuses)),
    project: z.string(),
    projectTitle: z.string(),
    declaration: z.string(),
    total: z.number(),
    federal: z.number(),
    match: z.number(),
    submittedOn: dayField.nullable(),
    paidCents: z.number().nullable(),
    version: z.number(),
  })
  .meta({ id: "PaRequest" });
export type Request_ = z.output<typeof requestRow>;

const line = z.object({
  id: z.string(),
  kind: z.enum(["cost", "labor", "equipment", "material"]),
  label: z.string(),
  person: z.string(),
  dayFrom: dayField,
  cents: z.number(),
  insured: z.number(),
  federal: z.number(),
  match: z.number(),
  rule: z.string(),
  citation: z.string(),
  /** What it lacks, with who owes it. */
  lacks: z.array(z.string()),
});
export const requestDetail = requestRow
  .extend({
    projectId: z.string(),
    declarationId: z.string(),
    category: z.string(),
    insured: z.number(),
    uncovered: z.number(),
    preparedBy: z.string().nullable(),
    certifiedBy: z.string().nullable(),
    certifiedAt: instantField.nullable(),
    certificate: z.string().nullable(),
    reference: z.string(),
    paidOn: dayField.nullable(),
    statusReason: z.string().nullable(),
    lines: z.array(line),
    evidence: z.array(z.string()),
    actions: z.array(offeredAction),
  })
  .meta({ id: "PaRequestDetail" });
export type RequestDetail = z.output<typeof requestDetail>;
