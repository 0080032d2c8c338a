import { pathTo } from "#areas.ts";
import { options } from "#kernel/labels.ts";
import type { Column } from "#web/kit/table/columns.tsx";
import { DataTable } from "#web/kit/table/DataTable.tsx";
import { certificationFilters, vendorFilter } from "#areas/vendors/vendors.ui.tsx";
import type { Filter } from "#web/kit/table/filters.ts";
import { methods, paymentStatuses, paymentViews } from "./payment.labels.ts";
import type { Payment } from "./payment.model.ts";

const columns: readonly Column<Payment>[] = [
  { id: "number", label: "Number", kind: "plate", value: (p) => p.number },
  { id: "vendor", label: "Vendor", kind: "text", value: (p) => p.vendor },
  { id: "method", label: "Method", kind: "text", value: (p) => methods[p.method] },
  {
    id: "reference",
    label: "Check or trace",
    kind: "text",
    value: (p) => p.reference,
    sortable: false,
    cell: (p) =>
      p.reference ? (
        <span className="mono">{p.reference}</span>
      ) : (
        <span className="text-t3">Not released</span>
      ),
  },
  { id: "paidOn", label: "Paid on", kind: "day", value: (p) => p.paidOn },
  {
    id: "runNumber",
    label: "Run",
    kind: "text",
    value: (p) => p.runNumber,
    sortable: false,
    cell: (p) => <span className="mono text-t2">{p.runNumber}</span>,
  },
  {
    id: "invoiceCount",
    label: "Invoices",
    kind: "number",
    value: (p) => p.invoiceCount,
    sortable: false,
  },
  { id: "amount", label: "Amount", kind: "money", value: (p) => p.amount, total: true },
  {
    id: "status",
    label: "Status",
    kind: "status",
    value: (p) => p.status,
    statuses: paymentStatuses,
  },
];

const filters: readonly Filter[] = [
  vendorFilter,
  {
    id: "status",
    label: "Status",
    kind: "set",
    pinned: true,
    options: options(paymentStatuses),
  },
  {
    id: "method",
    label: "Method",
    kind: "set",
    pinned: true,
    options: options(methods),
  },
  ...certificationFilters,
  { id: "paidOn", label: "Paid on", kind: "day" },
  { id: "amount", label: "Amount", kind: "money" },
];

/** Every payment, with its check or trace number. */
export function PaymentList() {
  return (
    <DataTable<Payment>
      name="payments"
      title="Payments"
      path="/api/v1/payments"
      columns={columns}
      filters={filters}
      views={paymentViews}
      defaultSort="-number"
      rowHref={(p) => pathTo("payment", { id: p.id })}
      empty={{ title: "No payment yet", text: "Payments come from runs." }}
    />
  );
}
