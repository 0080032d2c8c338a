import { z } from "zod";
import { offeredAction } from "#kernel/fields.ts";
import { names } from "#kernel/labels.ts";
import { dayField, dayInput, instantField } from "#kernel/time-fields.ts";
import { ackGroups, policyKinds, policyStatuses } from "./policy.labels.ts";

export const policyFields = {
  title: z.string().trim().min(3, "Name the policy.").max(200),
  kind: z.enum(names(policyKinds), "Choose what it is about."),
  summary: z.string().trim().max(500).default(""),
  body: z.string().trim().max(60_000).default(""),
  changes: z.string().trim().max(2000).default(""),
  ownerId: z.uuid("Choose who owns it."),
  reviewOn: dayInput("Enter when it is looked at again."),
  ackOf: z.enum(names(ackGroups)).default("nobody"),
  ackDepartmentId: z.uuid().nullable().default(null),
  ackDuty: z.string().max(60).nullable().default(null),
  ackBy: dayInput().nullable().default(null),
};

/** What is typed of a version; its text may be an attached PDF instead. */
export const policyInput = z.object({
  ...policyFields,
  fileId: z.uuid().nullable().default(null),
});
export type PolicyInput = z.output<typeof policyInput>;

/** A review that changed nothing: the next one, and whose the policy is from now on. */
export const policyReview = z.strictObject({
  reviewOn: dayInput("Enter when it is looked at next."),
  ownerId: z.uuid("Choose who owns it."),
});
export type PolicyReview = z.output<typeof policyReview>;

const kept = z.object({ id: z.string(), name: z.string(), size: z.number() });

export const policyRow = z
  .object({
    id: z.string(),
    number: z.string(),
    versionNo: z.number(),
    title: z.string(),
    kind: z.enum(names(policyKinds)),
    owner: z.string(),
    reviewOn: dayField,
    publishedAt: instantField.nullable(),
    status: z.enum(names(policyStatuses)),
    version: z.number(),
  })
  .meta({ id: "AgencyPolicy" });
export type PolicyRow = z.output<typeof policyRow>;

/** Another version of the same policy, as far as the reader sees it. */
const versionOf = z.object({
  id: z.string(),
  versionNo: z.number(),
  status: z.enum(names(policyStatuses)),
  publishedAt: instantField.nullable(),
  changes: z.string(),
});

/** A version as everybody reads it: no owner, nothing of its approval. */
export const openPolicy = z
  .object({
    id: z.string(),
    number: z.string(),
    versionNo: z.number(),
    status: z.enum(["published", "retired"]),
    title: z.string(),
    kind: z.enum(names(policyKinds)),
    summary: z.string(),
    body: z.string(),
    changes: z.string(),
    file: z.boolean(),
    agency: z.string(),
    timeZone: z.string(),
    publishedAt: instantField,
    retiredAt: instantField.nullable(),
    /** Published versions, the newest first. */
    versions: z.array(versionOf),
  })
  .meta({ id: "OpenPolicy" });
export type OpenPolicy = z.output<typeof openPolicy>;

export const openPolicyRow = openPolicy
  .pick({ id: true, number: true, versionNo: true, title: true, kind: true, summary: true })
  .extend({ file: z.boolean(), publishedAt: instantField })
  .meta({ id: "OpenPolicyRow" });
export type OpenPolicyRow = z.output<typeof openPolicyRow>;

/** Where the reader stands with a version: asked until a day, or confirmed. */
const ownAcknowledgement = z.object({
  dueOn: dayField,
  confirmedAt: instantField.nullable(),
});

export const policyDetail = policyRow
  .extend({
    policyId: z.string(),
    summary: z.string(),
    body: z.string(),
    changes: z.string(),
    file: kept.nullable(),
    ownerId: z.string(),
    ackOf: z.enum(names(ackGroups)),
    ackDepartmentId: z.string().nullable(),
    ackDuty: z.string().nullable(),
    ackBy: dayField.nullable(),
    asked: z.number(),
    confirmed: z.number(),
    approvedBy: z.string().nullable(),
    approvedAt: instantField.nullable(),
    retiredAt: instantField.nullable(),
    approvalId: z.string().nullable(),
    versions: z.array(versionOf),
    mine: ownAcknowledgement.nullable(),
    actions: z.array(offeredAction),
  })
  .meta({ id: "AgencyPolicyDetail" });
export type PolicyDetail = z.output<typeof policyDetail>;

/** What waits, for whoever looks after policies. */
export const policyStanding = z
  .object({
    reviewsDue: z.number(),
    inReview: z.number(),
    waiting: z.number(),
    late: z.number(),
    ending: z.number(),
  })
  .meta({ id: "PolicyStanding" });
export type PolicyStanding = z.output<typeof policyStanding>;
