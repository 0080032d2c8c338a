import { z } from "zod";
import { roles } from "#kernel/access.ts";
import { instantField } from "#kernel/time-fields.ts";
import { names } from "#kernel/labels.ts";
import { duties } from "#roles.ts";
import { policyTypes, type ApprovableType } from "./policy.labels.ts";

export { type ApprovableType };
const documentType = z.enum(names(policyTypes));

export const approverRule = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("role"), role: z.enum(roles) }),
  z.object({ kind: z.literal("duty"), duty: z.enum(duties) }),
  z.object({ kind: z.literal("person"), personId: z.uuid() }),
  z.object({ kind: z.literal("departmentRole"), role: z.enum(roles) }),
]);
export type ApproverRule = z.output<typeof approverRule>;

export const policyStep = z.object({
  name: z.string().trim().min(1, "Name the step.").max(80),
  /** Steps of one stage run side by side; stages follow each other. */
  stage: z.number().int().min(1).max(20),
  mode: z.enum(["all", "any", "quorum"]),
  quorum: z.number().int().min(1).max(50).default(1),
  approvers: z.array(approverRule).min(1, "Name at least one approver.").max(20),
  dueHours: z.number().int().min(1).max(8760).default(72),
  escalateTo: approverRule.nullable().default(null),
});
export type PolicyStep = z.output<typeof policyStep>;
/**
 * `departmentId`: the department whose people decide the step, where a document concerns more than
 * one; else the document's own.
 */
export type StepRoute = {
  approvers: ApproverRule[];
  dueHours: number;
  escalateTo: ApproverRule | null;
  departmentId?: string;
};

const bound = z.number().int().min(0).max(9e14).nullable().default(null);
export const policyCondition = z.object({
  /** Cents, inclusive. */
  amountMin: bound,
  /** Cents, exclusive, so that bands touch without overlapping. */
  amountBelow: bound,
  fundIds: z.array(z.uuid()).max(200).default([]),
  departmentIds: z.array(z.uuid()).max(200).default([]),
  /** Commodity codes that begin with one of these. */
  commodityPrefixes: z.array(z.string().trim().min(1).max(20)).max(200).default([]),
  emergency: z.boolean().nullable().default(null),
  /**
   * True: only changes to documents that were approved before (their amount is the difference);
   * false: only whole documents; null: both.
   */
  change: z.boolean().nullable().default(null),
  /**
   * True: only orders that stay within approved requisitions; false: only documents that do not, as
   * orders without a requisition; null: both.
   */
  requisitioned: z.boolean().nullable().default(null),
  /** Of contracts and amendments: months of the whole term, inclusive. */
  termMonthsMin: z.number().int().min(1).max(1200).nullable().default(null),
  /** Cents of the whole contract with all its amendments, inclusive. */
  cumulativeMin: bound,
  /** Of change orders: increases in all, percent of the original contract, inclusive. */
  growthPercentMin: z.number().int().min(0).max(10_000).nullable().default(null),
  /** Of change orders: days that one adds, inclusive. */
  daysMin: z.number().int().min(1).max(3650).nullable().default(null),
  /** Of budget amendments: they move money across any of these. */
  crosses: z
    .array(z.enum(["department", "fund", "category"]))
    .max(3)
    .default([]),
});
export type PolicyCondition = z.output<typeof policyCondition>;

export const policyInput = z.object({
  name: z.string().trim().min(1, "Name the policy.").max(120).meta({ title: "Name" }),
  documentType: documentType.meta({ title: "Document" }),
  priority: z
    .number()
    .int()
    .min(1)
    .max(1000)
    .default(100)
    .meta({ title: "Order", description: "The lowest order that fits a document decides." }),
  condition: policyCondition.prefault({}),
  steps: z.array(policyStep).min(1, "A policy needs at least one step.").max(20),
});
export type PolicyInput = z.output<typeof policyInput>;

export const policyRow = z
  .object({
    id: z.string(),
    definitionId: z.string(),
    versionNo: z.number(),
    name: z.string(),
    documentType,
    status: z.enum(["draft", "published", "retired"]),
    priority: z.number(),
    condition: policyCondition,
    steps: z.array(policyStep),
    publishedAt: instantField.nullable(),
    version: z.number(),
  })
  .meta({ id: "ApprovalPolicy" });
export type Policy = z.output<typeof policyRow>;
