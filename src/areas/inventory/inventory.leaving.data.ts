import { goAlong, type AgencyTable } from "#server/agency-tables/rule.ts";

/** What becomes of these tables when an agency takes its records along, practises on a copy, or ends. */
export const inventoryLeaving: readonly AgencyTable[] = [
  ...goAlong(
    "stock_arrival",
    "stock_balance",
    "stock_charge",
    "stock_class",
    "stock_cost_policy",
    "stock_count",
    "stock_count_entry",
    "stock_count_rule",
    "stock_count_task",
    "stock_draw",
    "stock_hold",
    "stock_item",
    "stock_location",
    "stock_lot",
    "stock_movement",
    "stock_movement_line",
    "stock_order_line",
    "stock_pool",
    "stock_reorder",
    "stock_request",
    "stock_transfer",
    "stock_transfer_line",
    "stock_transfer_outcome",
  ),
];
