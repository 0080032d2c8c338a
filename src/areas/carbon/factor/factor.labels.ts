import { lifecycle, type Tone } from "#kernel/lifecycle.ts";

export const factorStatuses = {
  unverified: { label: "Unverified", tone: "warning" },
  verified: { label: "Verified", tone: "success" },
  withdrawn: { label: "Withdrawn", tone: "neutral", terminal: true },
} as const satisfies Record<string, { label: string; tone: Tone; terminal?: boolean }>;
export type FactorStatus = keyof typeof factorStatuses;
export type FactorAction = "confirm" | "withdraw" | "replace";

type Facts = { status: string; enteredBy: string | null };

/** A version of a factor computes only once somebody else has held it against its source. */
export const factorCycle = lifecycle<Facts>()<FactorStatus, FactorAction>({
  noun: "emission factor",
  initial: "unverified",
  begins: ["verified"],
  statuses: factorStatuses,
  course: ["unverified", "verified"],
  actions: {
    confirm: {
      label: "Confirm",
      from: ["unverified"],
      to: "verified",
      permission: "carbon.review",
      tone: "primary",
      unless: (factor, asker) =>
        factor.enteredBy === asker.personId
          ? "You brought this factor in, so another person confirms it."
          : null,
    },
    withdraw: {
      label: "Withdraw",
      from: ["unverified"],
      to: "withdrawn",
      permission: "carbon.prepare",
      needsReason: true,
    },
    // A later version holds for all of its days.
    replace: {
      label: "Replaced",
      from: ["verified"],
      to: "withdrawn",
      permission: "carbon.review",
      system: true,
    },
  },
});

export const factorViews = [
  { id: "unverified", name: "To confirm", query: "status=unverified" },
  { id: "verified", name: "Verified", query: "status=verified" },
] as const;
