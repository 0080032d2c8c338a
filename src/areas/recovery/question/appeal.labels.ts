import { lifecycle } from "#kernel/lifecycle.ts";

export const appealLevels = {
  first: "First appeal",
  second: "Second appeal",
  arbitration: "Arbitration",
} as const;
export type AppealLevel = keyof typeof appealLevels;

/** A determination that is disputed: filed with the recipient, forwarded to FEMA, decided. */
export const appealCycle = lifecycle<{ status: string }>()({
  noun: "appeal",
  initial: "determined",
  statuses: {
    determined: { label: "To be filed", tone: "warning" },
    filed: { label: "Filed", tone: "progress" },
    forwarded: { label: "With FEMA", tone: "progress" },
    granted: { label: "Granted", tone: "success", terminal: true },
    denied: { label: "Denied", tone: "danger", terminal: true },
    late: { label: "Late, denied", tone: "danger", terminal: true },
  },
  course: ["determined", "filed", "forwarded", "granted"],
  actions: {
    file: {
      label: "File with the recipient",
      from: ["determined"],
      to: null,
      outcomes: ["filed", "late"],
      permission: "recovery.edit",
      tone: "primary",
    },
    forward: {
      label: "Record: forwarded to FEMA",
      from: ["filed"],
      to: null,
      outcomes: ["forwarded", "late"],
      permission: "recovery.edit",
      tone: "primary",
    },
    grant: {
      label: "Record: granted",
      from: ["forwarded"],
      to: "granted",
      permission: "recovery.edit",
      tone: "primary",
    },
    deny: {
      label: "Record: denied",
      from: ["forwarded"],
      to: "denied",
      permission: "recovery.edit",
      needsReason: true,
    },
  },
});
export type AppealStatus = keyof typeof appealCycle.statuses;
export type AppealAction = keyof typeof appealCycle.actions;
