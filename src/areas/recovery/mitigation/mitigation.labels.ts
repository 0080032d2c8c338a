import { lifecycle } from "#kernel/lifecycle.ts";
import { type Day, day } from "#kernel/time.ts";

export const programs = {
  HMGP: "Hazard Mitigation Grant Program",
  BRIC: "Building Resilient Infrastructure and Communities",
  FMA: "Flood Mitigation Assistance",
} as const;
export type Program = keyof typeof programs;

/** How a program stands: a dated record with its source, never taken over by itself. */
export const programStates: readonly {
  program: Program;
  state: "open" | "closed" | "litigated";
  since: Day;
  source: string;
}[] = [
  {
    program: "BRIC",
    state: "litigated",
    since: day("2025-12-01"),
    source:
      "Ended on 4 April 2025; a court ordered its restoration in December 2025. The later state is not verified. Apply only against an opportunity number.",
  },
];

/** A sub-application for mitigation money. */
export const mitigationCycle = lifecycle<{ status: string }>()({
  noun: "mitigation sub-application",
  initial: "draft",
  statuses: {
    draft: { label: "Draft", tone: "neutral" },
    submitted: { label: "Submitted", tone: "progress" },
    awarded: { label: "Awarded", tone: "success", terminal: true },
    denied: { label: "Denied", tone: "danger", terminal: true },
    withdrawn: { label: "Withdrawn", tone: "neutral", terminal: true },
  },
  course: ["draft", "submitted", "awarded"],
  actions: {
    submit: {
      label: "Record that it was sent",
      from: ["draft"],
      to: "submitted",
      permission: "recovery.edit",
      tone: "primary",
    },
    award: {
      label: "Record: awarded",
      from: ["submitted"],
      to: "awarded",
      permission: "recovery.edit",
      tone: "primary",
    },
    deny: {
      label: "Record: denied",
      from: ["submitted"],
      to: "denied",
      permission: "recovery.edit",
      needsReason: true,
    },
    withdraw: {
      label: "Withdraw",
      from: ["draft", "submitted"],
      to: "withdrawn",
      permission: "recovery.edit",
      needsReason: true,
    },
  },
});
export type MitigationStatus = keyof typeof mitigationCycle.statuses;
export type MitigationAction = keyof typeof mitigationCycle.actions;
