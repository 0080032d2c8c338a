import { options } from "#kernel/labels.ts";
import type { Column } from "#web/kit/table/columns.tsx";
import type { Filter } from "#web/kit/table/filters.ts";
import { consumerTypes, movementKinds, movementStatuses } from "./movement.labels.ts";
import type { MovementRow } from "./movement.model.ts";

/** Columns of lists of movements. */
export const movementColumns: readonly Column<MovementRow>[] = [
  { id: "number", label: "Number", kind: "plate", value: (row) => row.number },
  {
    id: "kind",
    label: "Movement",
    kind: "text",
    value: (row) => movementKinds[row.kind],
    sortable: true,
  },
  { id: "movedOn", label: "Moved on", kind: "day", value: (row) => row.movedOn },
  { id: "items", label: "Items", kind: "text", value: (row) => row.items, title: true },
  { id: "consumer", label: "Who gets it", kind: "text", value: (row) => row.consumer },
  { id: "valueCents", label: "Value", kind: "money", value: (row) => row.valueCents },
  {
    id: "status",
    label: "Status",
    kind: "status",
    value: (row) => row.status,
    statuses: movementStatuses,
  },
];

/** Filters of lists of movements. */
export const movementFilters: readonly Filter[] = [
  { id: "kind", label: "Movement", kind: "set", pinned: true, options: options(movementKinds) },
  { id: "movedOn", label: "Moved on", kind: "day", pinned: true },
  { id: "consumerType", label: "For", kind: "set", options: options(consumerTypes) },
  { id: "status", label: "Status", kind: "set", options: options(movementStatuses) },
  { id: "opening", label: "Opening balances", kind: "flag" },
  { id: "mine", label: "Entered by me", kind: "flag" },
];
