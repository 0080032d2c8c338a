import { goAlong, type AgencyTable } from "#server/agency-tables/rule.ts";

/** What becomes of these tables when an agency takes its records along, practises on a copy, or ends. */
export const booksLeaving: readonly AgencyTable[] = [
  ...goAlong(
    "accounting_period",
    "fms_balance",
    "fms_batch",
    "fms_batch_line",
    "fms_code",
    "fms_layout",
    "fms_mapping",
    "gl_account",
    "gl_entry",
    "gl_line",
    "gl_pending",
    "journal_entry",
    "journal_entry_line",
    "posting_rules",
  ),
];
