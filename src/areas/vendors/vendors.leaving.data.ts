import {
  apart,
  goAlong,
  linkOf,
  sealedHere,
  type AgencyTable,
} from "#server/agency-tables/rule.ts";

/** What becomes of these tables when an agency takes its records along, practises on a copy, or ends. */
export const vendorsLeaving: readonly AgencyTable[] = [
  ...goAlong(
    "commodity",
    "corrective_plan",
    "exclusion_list",
    "exclusion_posting",
    "exclusion_search",
    "exclusion_source",
    "performance_reply",
    "vendor_certification",
    "vendor_debarment",
    "vendor_evaluation",
    "vendor_merge",
    "vendor_not_same",
    "vendor_pair",
    "vendor_score",
    "vendor_screening",
    "vendor_screening_decision",
  ),
  apart("exclusion_record", { plain: { match_key: "The name as it is compared." } }),
  apart("vendor", {
    leaves: { without: { tin_sealed: sealedHere, tin_digest: sealedHere } },
    copied: {
      madeUp: {
        tin_sealed: "tax",
        tin_digest: "tax",
        tin_last4: "tax",
        email: "mail",
        phone: "phone",
        address1: "address",
        address2: "address",
        city: "address",
        postal_code: "address",
        address_key: "address",
      },
    },
    plain: {
      name_key: "The name as it is compared.",
      address_key: "The address as it is compared.",
    },
  }),
  apart("vendor_document", {
    copied: { papers: "select file_id from vendor_document where org_id = $1" },
  }),
  apart("vendor_as_issued", { copied: { madeUp: { address: "address" } } }),
  apart("vendor_bank_account", {
    leaves: { without: { account_sealed: sealedHere, account_digest: sealedHere } },
    copied: {
      madeUp: { account_sealed: "account", account_digest: "account", account_last4: "account" },
    },
  }),
  apart("vendor_bank_change", {
    leaves: { without: { account_sealed: sealedHere, account_digest: sealedHere } },
    copied: {
      madeUp: {
        account_sealed: "account",
        account_digest: "account",
        account_last4: "account",
        called_phone: "phone",
        known_numbers: "phone",
      },
    },
  }),
  apart("vendor_contact", { copied: { madeUp: { email: "mail", phone: "phone" } } }),
  apart("vendor_invitation", {
    leaves: { without: { token_hash: linkOf } },
    copied: { not: "A letter to a company, with a link into the agency." },
  }),
  apart("vendor_registration", {
    leaves: {
      without: {
        tin_sealed: sealedHere,
        tin_digest: sealedHere,
        account_sealed: sealedHere,
        account_digest: sealedHere,
      },
    },
    copied: {
      madeUp: {
        tin_sealed: "tax",
        tin_digest: "tax",
        tin_last4: "tax",
        account_sealed: "account",
        account_digest: "account",
        account_last4: "account",
        submitted_by_email: "mail",
        content: "address",
        before: "address",
      },
    },
  }),
];
