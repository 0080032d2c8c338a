import { lifecycle } from "#kernel/lifecycle.ts";

export type DamageFacts = { status: string; projectId: string | null };

/** Reported, inspected on the spot, documented; or out of the list with a reason. */
export const damageCycle = lifecycle<DamageFacts>()({
  noun: "damage",
  initial: "reported",
  statuses: {
    reported: { label: "Reported", tone: "info" },
    inspected: { label: "Inspected", tone: "progress" },
    documented: { label: "Documented", tone: "success" },
    ineligible: { label: "Not eligible", tone: "neutral", terminal: true },
    duplicate: { label: "Duplicate", tone: "neutral", terminal: true },
    withdrawn: { label: "Withdrawn", tone: "neutral", terminal: true },
  },
  course: ["reported", "inspected", "documented"],
  actions: {
    inspect: {
      label: "Sign the inspection",
      from: ["reported"],
      to: "inspected",
      permission: "recovery.inspect",
      tone: "primary",
    },
    document: {
      label: "Mark documented",
      from: ["inspected"],
      to: "documented",
      permission: "recovery.edit",
      tone: "primary",
    },
    exclude: {
      label: "Not eligible",
      from: ["reported", "inspected", "documented"],
      to: "ineligible",
      permission: "recovery.edit",
      needsReason: true,
      unless: (d) => (d.projectId ? "Take it out of its project first." : null),
    },
    markDuplicate: {
      label: "Same damage as another",
      from: ["reported", "inspected", "documented"],
      to: "duplicate",
      permission: "recovery.edit",
      needsReason: true,
      unless: (d) => (d.projectId ? "Take it out of its project first." : null),
    },
    withdraw: {
      label: "Withdraw",
      from: ["reported", "inspected", "documented"],
      to: "withdrawn",
      permission: "recovery.edit",
      needsReason: true,
      unless: (d) => (d.projectId ? "Take it out of its project first." : null),
    },
  },
});
export type DamageStatus = keyof typeof damageCycle.statuses;
