import { keyedDigest, seal } from "#server/auth/sealing.ts";
import { practiceRows } from "#server/agency-tables/practice-rows.ts";
import { agencyBankPurpose } from "./agency-bank.service.ts";

/** Accounts of a copy for practice: made up, sealed for their owner there. */
export const practiceAccounts = practiceRows.of({
  table: "agency_bank_account",
  follows: ({ orgId, row, values }) => {
    const number = values.account(
      String(row["account_digest"] ?? row["id"]),
      (row["account_last4"] as string | null) ?? null,
    );
    return {
      account_sealed: seal(agencyBankPurpose, `${orgId} ${String(row["id"])}`, number),
      account_digest: keyedDigest(agencyBankPurpose, orgId, number),
      account_last4: number.slice(-4),
    };
  },
});
