import { lifecycle } from "#kernel/lifecycle.ts";

export const deciders = { recipient: "The state", fema: "FEMA" } as const;

/** More time for a project: approved here, sent, then decided by the state or FEMA, as it is recorded. */
export const extensionCycle = lifecycle<{ status: string }>()({
  noun: "time extension",
  initial: "draft",
  statuses: {
    draft: { label: "Draft", tone: "neutral" },
    pending: { label: "In approval", tone: "progress" },
    returned: { label: "Returned", tone: "warning" },
    approved: { label: "Approved to be sent", tone: "info" },
    sent: { label: "Sent", tone: "progress" },
    granted: { label: "Granted", tone: "success", terminal: true },
    denied: { label: "Denied", tone: "danger", terminal: true },
    rejected: { label: "Rejected here", tone: "neutral", terminal: true },
  },
  course: ["draft", "pending", "approved", "sent", "granted"],
  actions: {
    submit: {
      label: "Ask for approval",
      from: ["draft", "returned"],
      to: "pending",
      permission: "recovery.edit",
      tone: "primary",
    },
    approve: {
      label: "Approve",
      from: ["pending"],
      to: "approved",
      permission: "recovery.edit",
      system: true,
    },
    return: {
      label: "Return",
      from: ["pending"],
      to: "returned",
      permission: "recovery.edit",
      system: true,
    },
    reject: {
      label: "Reject",
      from: ["pending"],
      to: "rejected",
      permission: "recovery.edit",
      system: true,
    },
    send: {
      label: "Record that it was sent",
      from: ["approved"],
      to: "sent",
      permission: "recovery.edit",
      tone: "primary",
    },
    grant: {
      label: "Record: granted",
      from: ["sent"],
      to: "granted",
      permission: "recovery.edit",
      tone: "primary",
    },
    deny: {
      label: "Record: denied",
      from: ["sent"],
      to: "denied",
      permission: "recovery.edit",
      needsReason: true,
      tone: "danger",
    },
  },
});
export type ExtensionStatus = keyof typeof extensionCycle.statuses;
