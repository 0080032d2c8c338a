import { z } from "zod";
import { offeredAction } from "../../../kernel/fields.ts";
import { lifecycle } from "../../../kernel/lifecycle.ts";
import { email } from "../../identity/identity.public.ts";

export const featureCycle = lifecycle<{ status: string }>()({
  noun: "feature request",
  statuses: {
    proposed: { label: "Under review", tone: "neutral" },
    open: { label: "Open for votes", tone: "info" },
    planned: { label: "Planned", tone: "warning" },
    in_progress: { label: "Being built", tone: "progress" },
    shipped: { label: "Shipped", tone: "success", terminal: true },
    declined: { label: "Declined", tone: "danger" },
  },
  course: ["proposed", "open", "planned", "in_progress", "shipped"],
  initial: "proposed",
  actions: {
    publish: { label: "Publish", from: ["proposed", "declined"], to: "open", permission: "inquiry.edit", tone: "primary" },
    plan: { label: "Plan", from: ["open"], to: "planned", permission: "inquiry.edit", tone: "primary" },
    start: { label: "Start building", from: ["planned"], to: "in_progress", permission: "inquiry.edit", tone: "primary" },
    ship: { label: "Mark shipped", from: ["in_progress"], to: "shipped", permission: "inquiry.edit", tone: "primary" },
    decline: { label: "Decline", from: ["proposed", "open", "planned"], to: "declined", permission: "inquiry.edit", needsReason: true, tone: "danger" },
  },
});
export type FeatureStatus = keyof typeof featureCycle.statuses;

/** What visitors see; what is under review or declined is not among it. */
export const publicStatuses: readonly FeatureStatus[] = ["open", "planned", "in_progress", "shipped"];

export const featureInput = z.object({
  title: z.string().trim().min(5, "Say in a few words what you wish for").max(120, "At most 120 characters"),
  description: z.string().trim().max(2000, "At most 2,000 characters").default(""),
  email: z.union([z.literal("").transform(() => null), email]).nullable().default(null),
  website: z.string().max(500).default(""),
});

const statuses = z.enum(Object.keys(featureCycle.statuses) as [FeatureStatus]);
export const featureRow = z.object({ id: z.string(), status: statuses, title: z.string(), description: z.string(), email: z.string().nullable(), votes: z.number(), createdAt: z.string(), version: z.number() }).meta({ id: "FeatureRequest" });
export type FeatureRow = z.output<typeof featureRow>;
export const featureRecord = featureRow.extend({ number: z.string(), actions: z.array(offeredAction) }).meta({ id: "FeatureRequestRecord" });
export const publicFeature = z.object({ id: z.string(), status: statuses, title: z.string(), description: z.string(), votes: z.number(), voted: z.boolean() });
export type PublicFeature = z.output<typeof publicFeature>;
