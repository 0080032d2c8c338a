import { keyedDigest, seal } from "#server/auth/sealing.ts";
import { practiceRows, type Follows } from "#server/agency-tables/practice-rows.ts";
import { bankOwner } from "../bank/bank.service.ts";
import { registrationOwner } from "../registration/submission.service.ts";
import { addressKey } from "./key.model.ts";
import { tinColumns } from "./vendor.service.ts";

type Row = Readonly<Record<string, unknown>>;
const text = (row: Row, column: string): string | null => (row[column] as string | null) ?? null;
const kindOf = (row: Row) => (text(row, "tin_kind") === "ssn" ? "ssn" : "ein");

/** Made-up accounts are found by what real ones are found by: bank and number together. */
const accountColumns = (orgId: string, owner: string, routing: string | null, number: string) => ({
  account_sealed: seal("vendor-bank", owner, number),
  account_digest: keyedDigest("vendor-bank", orgId, `${routing ?? ""}:${number}`),
  account_last4: number.slice(-4),
});
const noAccount = { account_sealed: null, account_digest: null, account_last4: null };

/** Numbers of vendors in a copy for practice: made up, sealed for their owner there, found as real ones are. */
export const practiceVendors = practiceRows.of(
  {
    table: "vendor",
    follows: ({ orgId, row, made, values }) => {
      const real = text(row, "tin_digest");
      const tin = real && values.tax(real, text(row, "tin_last4"), kindOf(row));
      const { tinSealed, tinDigest, tinLast4 } = tinColumns(orgId, String(row["id"]), tin, null);
      return {
        tin_sealed: tinSealed,
        tin_digest: tinDigest,
        tin_last4: tinLast4,
        address_key: addressKey({
          address1: text(made, "address1"),
          city: text(made, "city"),
          state: text(row, "state"),
          postalCode: text(made, "postal_code"),
        }),
      };
    },
  },
  ...["vendor_bank_account", "vendor_bank_change"].map((table) => ({
    table,
    follows: ({ orgId, row, values }: Parameters<Follows>[0]) => {
      const real = text(row, "account_digest");
      if (!real) return noAccount;
      const number = values.account(real, text(row, "account_last4"));
      const owner = bankOwner(orgId, String(row["vendor_id"]));
      return accountColumns(orgId, owner, text(row, "routing_number"), number);
    },
  })),
  {
    table: "vendor_registration",
    follows: ({ orgId, row, values }) => {
      const [id, tinReal, real] = [
        String(row["id"]),
        text(row, "tin_digest"),
        text(row, "account_digest"),
      ];
      const tin = tinReal && values.tax(tinReal, text(row, "tin_last4"), kindOf(row));
      const number = real && values.account(real, text(row, "account_last4"));
      return {
        tin_sealed: tin && seal("vendor-tin", registrationOwner(orgId, id, "tin"), tin),
        tin_digest: tin && keyedDigest("vendor-tin", orgId, tin),
        tin_last4: tin && tin.slice(-4),
        ...(number
          ? accountColumns(
              orgId,
              registrationOwner(orgId, id, "bank"),
              text(row, "routing_number"),
              number,
            )
          : noAccount),
      };
    },
  },
);
