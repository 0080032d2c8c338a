import { pathTo } from "#areas.ts";
import { options } from "#kernel/labels.ts";
import { shipNoticeStatuses } from "#areas/procurement/procurement.public.ts";
import type { Column } from "#web/kit/table/columns.tsx";
import { DataTable } from "#web/kit/table/DataTable.tsx";
import type { Filter } from "#web/kit/table/filters.ts";
import type { ShipmentRow } from "../shipment/desk.model.ts";
import { Lacking } from "./Arrivals.tsx";

const columns: readonly Column<ShipmentRow>[] = [
  { id: "number", label: "Number", kind: "plate", value: (s) => s.number },
  { id: "title", label: "What", kind: "text", value: (s) => s.title },
  { id: "vendorName", label: "Vendor", kind: "text", value: (s) => s.vendorName },
  { id: "orderNumber", label: "Order", kind: "text", value: (s) => s.orderNumber },
  { id: "promisedOn", label: "Promised", kind: "day", value: (s) => s.promisedOn },
  { id: "expectedOn", label: "Expected", kind: "day", value: (s) => s.expectedOn },
  { id: "deliveredOn", label: "Delivered", kind: "day", value: (s) => s.deliveredOn },
  {
    id: "lacking",
    label: "Proof lacks",
    kind: "text",
    value: (s) => s.lacking,
    cell: (s) => (s.lacking ? <Lacking lacking={s.lacking.split(",")} /> : null),
  },
  {
    id: "status",
    label: "Status",
    kind: "status",
    value: (s) => s.status,
    statuses: shipNoticeStatuses,
  },
];
const filters: readonly Filter[] = [
  {
    id: "status",
    label: "Status",
    kind: "set",
    pinned: true,
    options: options(shipNoticeStatuses),
  },
  { id: "late", label: "Late", kind: "flag", pinned: true },
  { id: "unproved", label: "Proof is missing", kind: "flag" },
  { id: "differs", label: "Proof contradicts", kind: "flag" },
  { id: "dueToday", label: "Expected today", kind: "flag" },
  { id: "open", label: "Still to come", kind: "flag" },
  { id: "mine", label: "Of my orders", kind: "flag" },
  { id: "expectedOn", label: "Expected", kind: "day" },
];

/** All shipments of the agency's orders. */
export function ShipmentTable() {
  return (
    <DataTable<ShipmentRow>
      name="shipments"
      title="All shipments"
      path="/api/v1/ship-notices"
      columns={columns}
      filters={filters}
      defaultSort="expectedOn"
      embedded
      exportable
      rowHref={(s) => pathTo("shipment", { id: s.id })}
      empty={{
        title: "No shipments",
        text: "A vendor announces what it sends on the order's page of its portal.",
      }}
    />
  );
}
