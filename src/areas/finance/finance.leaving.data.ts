import { apart, goAlong, sealedHere, type AgencyTable } from "#server/agency-tables/rule.ts";

/** What becomes of these tables when an agency takes its records along, practises on a copy, or ends. */
export const financeLeaving: readonly AgencyTable[] = [
  ...goAlong(
    "cash_entry",
    "cost_entry",
    "cost_line",
    "invoice_exception",
    "invoice_line",
    "invoice_reading",
    "invoice_split",
    "journal",
    "journal_line",
    "match_tolerance",
    "object_class_account",
    "payment_hold",
    "payment_invoice",
    "payment_run",
    "tax_account",
  ),
  apart("agency_bank_account", {
    leaves: { without: { account_sealed: sealedHere, account_digest: sealedHere } },
    copied: {
      madeUp: { account_sealed: "account", account_digest: "account", account_last4: "account" },
    },
  }),
  apart("cost_claim", { plain: { share: "Whose share of the cost it is." } }),
  apart("invoice", {
    plain: { vendor_number_key: "The vendor’s number of the invoice as it is compared." },
  }),
  apart("payment", { copied: { madeUp: { bank_last4: "account" } } }),
  apart("payment_file", {
    copied: { not: "A file for a bank: a copy makes its own, which say VOID." },
  }),
  apart("tax_form", { copied: { madeUp: { address: "address", tin_last4: "tax" } } }),
  apart("tax_payee", { copied: { madeUp: { w9_last4: "tax" } } }),
  apart("tax_year", {
    copied: {
      madeUp: {
        payer_tin: "tax",
        payer_address: "address",
        payer_city: "address",
        payer_zip: "address",
        payer_phone: "phone",
      },
    },
  }),
];
