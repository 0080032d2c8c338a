import { lifecycle, type Tone } from "#kernel/lifecycle.ts";

export const agreementStatuses = {
  draft: { label: "Draft", tone: "neutral" },
  in_approval: { label: "In approval", tone: "warning" },
  approved: { label: "To be signed", tone: "progress" },
  active: { label: "In force", tone: "success" },
  ended: { label: "Ended", tone: "neutral", terminal: true },
  dropped: { label: "Dropped", tone: "neutral", terminal: true },
} as const satisfies Record<string, { label: string; tone: Tone; terminal?: boolean }>;
export type AgreementStatus = keyof typeof agreementStatuses;
export type AgreementAction =
  | "submit"
  | "withdraw"
  | "approve"
  | "return"
  | "activate"
  | "expire"
  | "end"
  | "drop";

const write = "served.write";

/** How a service is billed. */
export const serviceKinds = {
  cost: "What it cost",
  hour: "By the hour",
  fee: "A fixed fee",
} as const;

/** What a share for overhead is added to. */
export const overheadRules = {
  none: "No overhead",
  hours: "On hours",
  all: "On costs, hours and fees",
} as const;

/** Approved by another person than wrote it; in force once both sides signed, until its last day. */
export const agreementCycle = lifecycle<{ status: string }>()<AgreementStatus, AgreementAction>({
  noun: "agreement",
  initial: "draft",
  statuses: agreementStatuses,
  course: ["draft", "in_approval", "approved", "active"],
  actions: {
    submit: {
      label: "Send for approval",
      from: ["draft"],
      to: "in_approval",
      permission: write,
      tone: "primary",
    },
    withdraw: { label: "Take back", from: ["in_approval"], to: "draft", permission: write },
    approve: {
      label: "Approve",
      from: ["in_approval"],
      to: "approved",
      permission: "served.approve",
      system: true,
    },
    return: {
      label: "Return",
      from: ["in_approval"],
      to: "draft",
      permission: "served.approve",
      system: true,
    },
    // Both sides signed.
    activate: {
      label: "In force",
      from: ["approved"],
      to: "active",
      permission: write,
      system: true,
    },
    // Its last day is over.
    expire: { label: "Over", from: ["active"], to: "ended", permission: write, system: true },
    end: {
      label: "End",
      from: ["active"],
      to: "ended",
      permission: "served.approve",
      needsReason: true,
      tone: "danger",
    },
    drop: {
      label: "Drop",
      from: ["draft", "approved"],
      to: "dropped",
      permission: write,
      needsReason: true,
      tone: "danger",
    },
  },
});

/** Views of the list, which questions in words open too. */
export const agreementViews = [
  { id: "active", name: "In force", query: "status=active" },
  { id: "sign", name: "To be signed", query: "status=approved" },
  { id: "ending", name: "End within 90 days", query: "ending=true" },
] as const;
