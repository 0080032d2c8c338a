import { findingsOf, type GateFinding } from "#kernel/gate.ts";
import { sentence } from "#kernel/words.ts";

/** What the release of a run asks at its end; counted anew at every step before. */
export type RunGateFacts = {
  paymentCount: number;
  /** Why payments of it may not go out, each reason once. */
  blocked: readonly string[];
  /** The agency's own account is set up. */
  hasAccount: boolean;
  /** An exclusion list is loaded: nobody is paid unscreened (2 CFR 200.214, 2 CFR 180). */
  hasList: boolean;
};

/**
 * Everything that would stop the release of a payment run as it stands, all of it at once. Its page
 * shows it from the proposal on, and the release asks the same.
 */
export const runGate = (run: RunGateFacts): GateFinding[] =>
  findingsOf("stops", [
    ["empty", run.paymentCount === 0 && "No payment is left in this run."],
    [
      "no_agency_account",
      !run.hasAccount &&
        "The agency's own bank account is not set up. A treasurer or administrator enters it under Payments, Bank.",
    ],
    [
      "no_exclusion_list",
      !run.hasList && "No exclusion list is loaded, and nobody is paid unscreened.",
    ],
    ...run.blocked.map(
      (reason) =>
        ["blocked", `${sentence(reason)} Take it off the run, or settle it first.`] as const,
    ),
  ]);
