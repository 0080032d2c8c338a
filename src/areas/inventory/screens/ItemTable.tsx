import { pathTo } from "#areas.ts";
import { options } from "#kernel/labels.ts";
import { shownDecimal } from "#kernel/quantity.ts";
import { DataTable } from "#web/kit/table/DataTable.tsx";
import type { Column } from "#web/kit/table/columns.tsx";
import type { Filter } from "#web/kit/table/filters.ts";
import { itemStatuses, trackings } from "../item/item.labels.ts";
import type { ItemRow } from "../item/item.model.ts";
import type { LocationRow } from "../location/location.model.ts";

const columns: readonly Column<ItemRow>[] = [
  { id: "number", label: "Number", kind: "plate", value: (item) => item.number },
  { id: "name", label: "Item", kind: "text", value: (item) => item.name },
  {
    id: "onHand",
    label: "On hand",
    kind: "text",
    leads: true,
    value: (item) => `${shownDecimal(item.onHand)} ${item.unit}`,
  },
  {
    id: "available",
    label: "Available",
    kind: "text",
    value: (item) => shownDecimal(item.available),
  },
  {
    id: "onOrder",
    label: "On order",
    kind: "text",
    value: (item) => (item.onOrder === "0" ? "" : shownDecimal(item.onOrder)),
  },
  {
    id: "reorderPoint",
    label: "Reorder at",
    kind: "text",
    value: (item) => item.reorderPoint && shownDecimal(item.reorderPoint),
  },
  { id: "valueCents", label: "Value", kind: "money", value: (item) => item.valueCents },
  {
    id: "status",
    label: "Status",
    kind: "status",
    hidden: true,
    value: (item) => item.status,
    statuses: itemStatuses,
  },
];
const filters: readonly Filter[] = [
  { id: "below", label: "Below the reorder point", kind: "flag", pinned: true },
  {
    id: "locationId",
    label: "Lies at",
    kind: "set",
    pinned: true,
    options: [],
    seek: {
      path: "/api/v1/stock-locations",
      values: "id",
      option: ({ id, code, name }: LocationRow) => ({ value: id, label: `${code} ${name}` }),
    },
  },
  { id: "mine", label: "Kept by me", kind: "flag", pinned: true },
  { id: "status", label: "Status", kind: "set", options: options(itemStatuses) },
  { id: "tracking", label: "Told apart", kind: "set", options: options(trackings) },
];

/** The items of the stores, with what lies of each and what it is worth; `fixed` says which. */
export function ItemTable({ fixed }: { fixed?: string }) {
  return (
    <DataTable<ItemRow>
      name="stock-items"
      title="Items"
      path="/api/v1/stock-items"
      columns={columns}
      filters={filters}
      defaultSort="name"
      embedded
      exportable
      {...(fixed && { fixed })}
      rowHref={(item) => pathTo("stockItem", { id: item.id })}
      empty={{ title: "No items yet", text: "What the stores keep, counted in one unit." }}
    />
  );
}
