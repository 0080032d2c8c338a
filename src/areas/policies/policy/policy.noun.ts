import type { Actor } from "#kernel/access.ts";
import { defineNoun } from "#server/lifecycle.ts";
import { agencyPolicy } from "../policies.tables.ts";
import { policyCycle, type PolicyAction, type PolicyStatus } from "./policy.labels.ts";

export type PolicyRecord = typeof agencyPolicy.$inferSelect;

/** Whoever looks after policies sees every version; other members what was ever published. */
export const seesPolicy = (
  actor: Actor,
  { publishedAt }: Pick<PolicyRecord, "publishedAt">,
): boolean => actor.permissions.has("agencyPolicy.edit") || publishedAt !== null;

export const policyNoun = defineNoun<PolicyStatus, PolicyAction, typeof agencyPolicy, PolicyRecord>(
  {
    name: "agencyPolicy",
    path: "agency-policies",
    page: "/certifications-policies/policies",
    table: agencyPolicy,
    cycle: policyCycle,
    number: ({ number, versionNo }) => `${number} v${versionNo}`,
    read: "agencyPolicy.read",
    askers: ["authorId", "ownerId"],
    visible: (_db, actor, row) => seesPolicy(actor, row),
  },
);
