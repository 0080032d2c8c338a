import { z } from "zod";
import { offeredAction } from "#kernel/fields.ts";
import { dayField } from "#kernel/time-fields.ts";
import { names } from "#kernel/labels.ts";
import { riskCycle, type RiskStatus } from "./risk.labels.ts";
const grade = z.coerce.number("Choose 1 to 5.").int().min(1).max(5);

export const riskFields = {
  title: z.string().trim().min(3, "Name the risk.").max(200),
  description: z.string().trim().min(10, "Say what may happen, and why.").max(8000),
  ownerId: z.uuid("Choose who owns it."),
  reviewOn: z.iso.date("Enter when it is looked at again."),
  target: z.number().int().min(1).max(25).default(6),
  publicText: z.string().trim().max(4000).default(""),
  published: z.boolean().default(false),
};
export const riskInput = z.object({ ...riskFields, incidentId: z.uuid().nullish() });
export type RiskInput = z.output<typeof riskInput>;
export const riskStep = z.object({
  reason: z.string().trim().max(2000).nullish(),
  likelihood: grade.nullish(),
  impact: grade.nullish(),
  residualLikelihood: grade.nullish(),
  residualImpact: grade.nullish(),
  treatment: z.string().trim().max(8000).nullish(),
});
export type RiskStep = z.output<typeof riskStep>;

export const riskRow = z
  .object({
    id: z.string(),
    number: z.string(),
    title: z.string(),
    status: z.enum(names<RiskStatus>(riskCycle.statuses)),
    owner: z.string().nullable(),
    reviewOn: dayField,
    inherent: z.number().nullable(),
    residual: z.number().nullable(),
    target: z.number(),
    published: z.boolean(),
    overdue: z.boolean(),
    version: z.number(),
  })
  .meta({ id: "Risk" });
export type Risk = z.output<typeof riskRow>;
export const riskDetail = riskRow
  .extend({
    description: z.string(),
    publicText: z.string(),
    treatment: z.string(),
    ownerId: z.string(),
    likelihood: z.number().nullable(),
    impact: z.number().nullable(),
    residualLikelihood: z.number().nullable(),
    residualImpact: z.number().nullable(),
    incidentId: z.string().nullable(),
    statusReason: z.string().nullable(),
    actions: z.array(offeredAction),
  })
  .meta({ id: "RiskDetail" });
export type RiskDetail = z.output<typeof riskDetail>;

export const publicRisk = z.object({
  id: z.string(),
  number: z.string(),
  status: z.enum(names<RiskStatus>(riskCycle.statuses)),
  publicText: z.string(),
  inherent: z.number().nullable(),
  residual: z.number().nullable(),
  reviewOn: dayField,
});
export type PublicRisk = z.output<typeof publicRisk>;
