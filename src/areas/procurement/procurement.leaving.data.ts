import { apart, goAlong, linkOf, type AgencyTable } from "#server/agency-tables/rule.ts";

/** What becomes of these tables when an agency takes its records along, practises on a copy, or ends. */
export const procurementLeaving: readonly AgencyTable[] = [
  ...goAlong(
    "insurance_override",
    "order_change_draft",
    "order_change_request",
    "price_quote",
    "purchase_order_line",
    "purchase_order_split",
    "purchase_order_version",
    "receipt",
    "receipt_line",
    "requisition",
    "requisition_line",
    "requisition_split",
    "ship_notice",
    "ship_notice_line",
  ),
  apart("order_clause", { plain: { rule_key: "The rule that asks for it." } }),
  apart("purchase_order", { leaves: { without: { acknowledge_token_digest: linkOf } } }),
];
