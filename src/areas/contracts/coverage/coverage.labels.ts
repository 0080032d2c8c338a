import type { Tone } from "#kernel/lifecycle.ts";
import { lifecycle } from "#kernel/lifecycle.ts";

/** What a vendor stands behind a contract with. */
export const coverageKinds = {
  general_liability: "General liability",
  automobile: "Automobile liability",
  workers_compensation: "Workers' compensation",
  umbrella: "Umbrella",
  professional: "Professional liability",
  builders_risk: "Builder's risk",
  cyber: "Cyber liability",
  performance_bond: "Performance bond",
  payment_bond: "Payment bond",
} as const;
export type CoverageKind = keyof typeof coverageKinds;

export type BondKind = "performance_bond" | "payment_bond";
export const isBond = (kind: CoverageKind): kind is BondKind =>
  kind === "performance_bond" || kind === "payment_bond";

/** How a demand stands today. */
export const standings = {
  met: { label: "In force", tone: "success" },
  ending: { label: "Ends soon", tone: "warning" },
  lapsed: { label: "Ran out", tone: "danger" },
  short: { label: "Too little", tone: "danger" },
  missing: { label: "Missing", tone: "danger" },
} as const satisfies Record<string, { label: string; tone: Tone }>;
export type Standing = keyof typeof standings;

export const certificateStatuses = {
  submitted: { label: "To check", tone: "progress" },
  accepted: { label: "Accepted", tone: "success" },
  returned: { label: "Returned", tone: "danger", terminal: true },
  ended: { label: "Ended", tone: "neutral", terminal: true },
} as const satisfies Record<string, { label: string; tone: Tone; terminal?: boolean }>;
export type CertificateStatus = keyof typeof certificateStatuses;
export type CertificateAction = "accept" | "return" | "end";

type Facts = { submittedBy: string | null };

/** A certificate or bond counts once another person than who handed it in accepted it. */
export const certificateCycle = lifecycle<Facts>()<CertificateStatus, CertificateAction>({
  noun: "certificate",
  initial: "submitted",
  statuses: certificateStatuses,
  course: ["submitted", "accepted"],
  actions: {
    accept: {
      label: "Accept",
      from: ["submitted"],
      to: "accepted",
      permission: "contract.edit",
      tone: "primary",
      unless: (c, asker) =>
        c.submittedBy !== null && c.submittedBy === asker.personId
          ? "You entered it, so another person accepts it."
          : null,
    },
    return: {
      label: "Return",
      from: ["submitted"],
      to: "returned",
      permission: "contract.edit",
      needsReason: true,
    },
    end: {
      label: "End",
      from: ["accepted"],
      to: "ended",
      permission: "contract.edit",
      needsReason: true,
      tone: "danger",
    },
  },
});

/** So many days ahead a certificate counts as ending. */
export const endsSoonDays = 30;
