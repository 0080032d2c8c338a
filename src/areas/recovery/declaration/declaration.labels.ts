import { lifecycle } from "#kernel/lifecycle.ts";

/** What the recipient decided of the request for assistance, as it was recorded. */
export const declarationCycle = lifecycle<{ status: string }>()({
  noun: "federal declaration",
  initial: "declared",
  statuses: {
    declared: { label: "Declared", tone: "info" },
    eligible: { label: "Eligible", tone: "success" },
    ineligible: { label: "Not eligible", tone: "danger" },
    closed: { label: "Closed", tone: "neutral", terminal: true },
  },
  course: ["declared", "eligible", "closed"],
  actions: {
    approve: {
      label: "Record: eligible",
      from: ["declared", "ineligible"],
      to: "eligible",
      permission: "recovery.edit",
      tone: "primary",
    },
    refuse: {
      label: "Record: not eligible",
      from: ["declared"],
      to: "ineligible",
      permission: "recovery.edit",
      needsReason: true,
    },
    close: {
      label: "Close",
      from: ["eligible"],
      to: "closed",
      permission: "recovery.edit",
      needsReason: true,
      tone: "danger",
    },
  },
});
export type DeclarationStatus = keyof typeof declarationCycle.statuses;
export type DeclarationAction = keyof typeof declarationCycle.actions;
