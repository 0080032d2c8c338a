import { pathTo } from "#areas.ts";
import { options } from "#kernel/labels.ts";
import { vendorFilter } from "#areas/vendors/vendors.ui.tsx";
import type { Column } from "#web/kit/table/columns.tsx";
import { DataTable } from "#web/kit/table/DataTable.tsx";
import type { Filter } from "#web/kit/table/filters.ts";
import {
  causesAndOwners,
  exceptionNames,
  exceptionOwners,
  exceptionStandings,
} from "./invoice.labels.ts";
import type { ListedException } from "./invoice.model.ts";

const columns: readonly Column<ListedException>[] = [
  { id: "number", label: "Invoice", kind: "plate", value: (e) => e.number },
  { id: "vendor", label: "Vendor", kind: "text", value: (e) => e.vendor },
  { id: "kind", label: "Cause", kind: "text", value: (e) => exceptionNames[e.kind] },
  { id: "message", label: "What differs", kind: "text", sortable: false, value: (e) => e.message },
  {
    id: "owner",
    label: "Settled by",
    kind: "text",
    sortable: false,
    value: (e) => exceptionOwners[e.owner] ?? e.owner,
  },
  { id: "arose", label: "Arose", kind: "instant", value: (e) => e.arose },
  {
    id: "ended",
    label: "Ended",
    kind: "instant",
    sortable: false,
    hidden: true,
    value: (e) => e.ended,
  },
  {
    id: "amount",
    label: "Difference",
    kind: "money",
    main: () => true,
    sortable: false,
    value: (e) => e.amount,
  },
  {
    id: "standing",
    label: "Status",
    kind: "status",
    sortable: false,
    value: (e) => e.standing,
    statuses: exceptionStandings,
  },
];
const filters: readonly Filter[] = [
  {
    id: "standing",
    label: "Status",
    kind: "set",
    pinned: true,
    options: options(exceptionStandings),
  },
  { id: "kind", label: "Cause", kind: "set", pinned: true, options: options(exceptionNames) },
  { id: "owner", label: "Settled by", kind: "set", options: options(exceptionOwners) },
  { id: "causeOwner", label: "Cause and who settles it", kind: "set", options: causesAndOwners },
  { id: "aroseOn", label: "Arose", kind: "day" },
  vendorFilter,
];
const views = [{ id: "open", name: "Open", query: "standing=open" }] as const;

/** Every difference of an invoice from what was ordered or received, with what became of it. */
export default function ExceptionList() {
  return (
    <DataTable<ListedException>
      name="invoice-exceptions"
      title="Exceptions of invoices"
      path="/api/v1/invoice-exceptions"
      columns={columns}
      filters={filters}
      views={views}
      defaultSort="-arose"
      rowHref={(e) => pathTo("invoice", { id: e.invoiceId })}
      empty={{
        title: "No exceptions yet",
        text: "An invoice that differs from its order or receipts brings one.",
      }}
    />
  );
}
