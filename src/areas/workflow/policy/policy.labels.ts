import type { Permission } from "#kernel/access.ts";
import type { Tone } from "#kernel/lifecycle.ts";

/** The documents that approval policies know. */
export const approvableTypes = {
  requisition: "Requisition",
  purchaseOrder: "Purchase order",
  invoice: "Invoice",
  paymentRun: "Payment run",
} as const;
export type ApprovableType = keyof typeof approvableTypes;

/**
 * What a person must hold to decide a document of a type for somebody else; whoever the policy
 * itself names is entitled by it.
 */
export const decidingPermissions: Record<ApprovableType, Permission> = {
  requisition: "approval.decide",
  purchaseOrder: "approval.decide",
  invoice: "invoice.approve",
  paymentRun: "payment.approve",
};

/** How a version of a policy stands. */
export const policyStatuses: Record<string, { label: string; tone: Tone }> = {
  draft: { label: "Draft", tone: "neutral" },
  published: { label: "In force", tone: "success" },
  retired: { label: "Retired", tone: "neutral" },
};
