import { options } from "#kernel/labels.ts";
import { shownDecimal } from "#kernel/quantity.ts";
import type { Column } from "#web/kit/table/columns.tsx";
import type { Filter } from "#web/kit/table/filters.ts";
import { lotConditions } from "../lot/lot.labels.ts";
import type { LotRow } from "../lot/lot.model.ts";

/** Columns of lists of lots. */
export const lotColumns: readonly Column<LotRow>[] = [
  { id: "code", label: "Lot or serial number", kind: "plate", value: (lot) => lot.code },
  { id: "item", label: "Item", kind: "text", value: (lot) => lot.item, title: true },
  {
    id: "onHand",
    label: "On hand",
    kind: "text",
    value: (lot) => `${shownDecimal(lot.onHand)} ${lot.unit}`,
  },
  { id: "expiresOn", label: "Expires on", kind: "day", value: (lot) => lot.expiresOn },
  {
    id: "condition",
    label: "Condition",
    kind: "status",
    value: (lot) => lot.condition,
    statuses: lotConditions,
  },
];

/** Filters of lists of lots. */
export const lotFilters: readonly Filter[] = [
  {
    id: "condition",
    label: "Condition",
    kind: "set",
    pinned: true,
    options: options(lotConditions),
  },
  { id: "expiring", label: "Expire within thirty days", kind: "flag", pinned: true },
  { id: "expired", label: "Expired", kind: "flag" },
  { id: "onHand", label: "On hand", kind: "flag" },
  { id: "expiresOn", label: "Expires on", kind: "day" },
];
