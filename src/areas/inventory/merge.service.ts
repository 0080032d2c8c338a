import type { VendorReference } from "#areas/vendors/vendors.server.ts";
import { stockItem, stockLot } from "./inventory.tables.ts";

/** What becomes of the vendors that stores name when two vendors become one. */
export const stockReferences: readonly VendorReference[] = [
  { table: stockItem, rule: "move", label: "Stock items that it usually sells" },
  {
    table: stockLot,
    rule: "stays",
    label: "Lots that came from it",
    why: "A recall asks the firm that delivered the lot.",
  },
];
