import { pathTo } from "#areas.ts";
import {
  invoiceStatuses,
  paymentStatuses,
  type Invoice,
  type Payment,
} from "#areas/finance/finance.public.ts";
import { orderStatuses, type Order } from "#areas/procurement/procurement.public.ts";
import { DeadlineClock } from "#web/kit/DeadlineClock.tsx";
import type { Column } from "#web/kit/table/columns.tsx";
import { DataTable } from "#web/kit/table/DataTable.tsx";

const orders: readonly Column<Order>[] = [
  { id: "number", label: "Number", kind: "plate", value: (o) => o.number },
  { id: "title", label: "For", kind: "text", value: (o) => o.title },
  { id: "orderedOn", label: "Ordered", kind: "day", value: (o) => o.orderedOn },
  { id: "amount", label: "Amount", kind: "money", value: (o) => o.amount, total: true },
  {
    id: "status",
    label: "Status",
    kind: "status",
    value: (o) => o.status,
    statuses: orderStatuses,
  },
];
const invoices: readonly Column<Invoice>[] = [
  { id: "number", label: "Number", kind: "plate", value: (i) => i.number },
  { id: "vendorNumber", label: "Their number", kind: "text", value: (i) => i.vendorNumber },
  {
    id: "dueOn",
    label: "Due",
    kind: "day",
    value: (i) => i.dueOn,
    cell: (i) => (
      <DeadlineClock
        deadline={i.dueOn}
        short
        done={["paid", "voided", "rejected"].includes(i.status)}
      />
    ),
  },
  { id: "total", label: "Total", kind: "money", value: (i) => i.total, total: true },
  {
    id: "status",
    label: "Status",
    kind: "status",
    value: (i) => i.status,
    statuses: invoiceStatuses,
  },
];
const payments: readonly Column<Payment>[] = [
  { id: "number", label: "Number", kind: "plate", value: (p) => p.number },
  {
    id: "reference",
    label: "Check or trace number",
    kind: "text",
    value: (p) => p.reference,
    sortable: false,
  },
  { id: "paidOn", label: "Paid on", kind: "day", value: (p) => p.paidOn },
  { id: "amount", label: "Amount", kind: "money", value: (p) => p.amount, total: true },
  {
    id: "status",
    label: "Status",
    kind: "status",
    value: (p) => p.status,
    statuses: paymentStatuses,
  },
];

/** Orders placed with one vendor. */
export function OrdersTab({ vendorId }: { vendorId: string }) {
  return (
    <DataTable<Order>
      name="vendor-orders"
      title="Purchase orders"
      path="/api/v1/purchase-orders"
      columns={orders}
      fixed={`vendorId=${vendorId}`}
      defaultSort="-orderedOn"
      rowHref={(o) => pathTo("order", { id: o.id })}
      embedded
      empty={{ title: "No orders yet", text: "Orders placed with this vendor appear here." }}
    />
  );
}

/** Invoices of one vendor. */
export function InvoicesTab({ vendorId }: { vendorId: string }) {
  return (
    <DataTable<Invoice>
      name="vendor-invoices"
      title="Invoices"
      path="/api/v1/invoices"
      columns={invoices}
      fixed={`vendorId=${vendorId}`}
      defaultSort="-receivedOn"
      rowHref={(i) => pathTo("invoice", { id: i.id })}
      embedded
      empty={{ title: "No invoices yet", text: "Invoices of this vendor appear here." }}
    />
  );
}

/** Payments to one vendor. */
export function PaymentsTab({ vendorId }: { vendorId: string }) {
  return (
    <DataTable<Payment>
      name="vendor-payments"
      title="Payments"
      path="/api/v1/payments"
      columns={payments}
      fixed={`vendorId=${vendorId}`}
      defaultSort="-number"
      rowHref={(p) => pathTo("payment", { id: p.id })}
      embedded
      empty={{ title: "No payments yet", text: "Payments to this vendor appear here." }}
    />
  );
}
