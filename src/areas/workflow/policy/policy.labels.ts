import type { Tone } from "../../../kernel/lifecycle.ts";

/** The documents that approval policies know. */
export const approvableTypes = { requisition: "Requisition", purchaseOrder: "Purchase order", invoice: "Invoice", paymentRun: "Payment run" } as const;
export type ApprovableType = keyof typeof approvableTypes;

/** How a version of a policy stands. */
export const policyStatuses: Record<string, { label: string; tone: Tone }> = { draft: { label: "Draft", tone: "neutral" }, published: { label: "In force", tone: "success" }, retired: { label: "Retired", tone: "neutral" } };
