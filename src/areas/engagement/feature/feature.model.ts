import { z } from "zod";
import { offeredAction } from "#kernel/fields.ts";
import { instantField } from "#kernel/time-fields.ts";
import { names } from "#kernel/labels.ts";
import { featureCycle } from "./feature.labels.ts";
import { email } from "#areas/identity/identity.public.ts";

export type FeatureStatus = keyof typeof featureCycle.statuses;

/** What visitors see; what is under review or declined is not among it. */
export const publicStatuses: readonly FeatureStatus[] = [
  "open",
  "planned",
  "in_progress",
  "shipped",
];

export const featureInput = z.object({
  title: z
    .string()
    .trim()
    .min(5, "Say in a few words what you wish for")
    .max(120, "At most 120 characters"),
  description: z.string().trim().max(2000, "At most 2,000 characters").default(""),
  email: z
    .union([z.literal("").transform(() => null), email])
    .nullable()
    .default(null),
  website: z.string().max(500).default(""),
});

const statuses = z.enum(names(featureCycle.statuses));
export const featureRow = z
  .object({
    id: z.string(),
    status: statuses,
    title: z.string(),
    description: z.string(),
    email: z.string().nullable(),
    votes: z.number(),
    createdAt: instantField,
    version: z.number(),
  })
  .meta({ id: "FeatureRequest" });
export type FeatureRow = z.output<typeof featureRow>;
export const featureRecord = featureRow
  .extend({ number: z.string(), actions: z.array(offeredAction) })
  .meta({ id: "FeatureRequestRecord" });
export const publicFeature = z.object({
  id: z.string(),
  status: statuses,
  title: z.string(),
  description: z.string(),
  votes: z.number(),
  voted: z.boolean(),
});
export type PublicFeature = z.output<typeof publicFeature>;
