import { findingsOf, type GateFinding } from "#kernel/gate.ts";
import { sentence } from "#kernel/words.ts";

/** What the release of a run asks at its end; counted anew at every step before. */
export type RunGateFacts = {
  paymentCount: number;
  /** Why payments of it may not go out, each reason once. */
  blocked: readonly string[];
  /** The agency's own account is set up. */
  hasAccount: boolean;
  /** The account that it names is not in use any more. */
  accountRetired: boolean;
  /** An exclusion list is loaded: nobody is paid unscreened (2 CFR 200.214, 2 CFR 180). */
  hasList: boolean;
};

/** Why a run cannot go out of an account that was retired. */
export const accountRetired =
  "The bank account of this run is not in use any more. Cancel the run and propose it from another account.";

/**
 * Everything that would stop the release of a payment run as it stands, all of it at once. Its page
 * shows it from the proposal on, and the release asks the same. `held`: what controls of the agency
 * stop, with the payment's number.
 */
export const runGate = (run: RunGateFacts, held: readonly string[] = []): GateFinding[] =>
  findingsOf("stops", [
    ["empty", run.paymentCount === 0 && "No payment is left in this run."],
    [
      "no_agency_account",
      !run.hasAccount &&
        "The agency's own bank account is not set up. A treasurer or administrator enters it under Payments, Bank accounts.",
    ],
    ["account_retired", run.hasAccount && run.accountRetired && accountRetired],
    [
      "no_exclusion_list",
      !run.hasList && "No exclusion list is loaded, and nobody is paid unscreened.",
    ],
    ...run.blocked.map(
      (reason) =>
        ["blocked", `${sentence(reason)} Take it off the run, or settle it first.`] as const,
    ),
    ...held.map((reason) => ["control", reason] as const),
  ]);
