import { TriangleAlert } from "lucide-react";
import { Link, useNavigate } from "react-router";
import { pathTo } from "#areas.ts";
import { options } from "#kernel/labels.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { DeadlineClock } from "#web/kit/DeadlineClock.tsx";
import type { Column } from "#web/kit/table/columns.tsx";
import { DataTable } from "#web/kit/table/DataTable.tsx";
import { vendorFilter } from "#areas/vendors/vendors.ui.tsx";
import type { Filter } from "#web/kit/table/filters.ts";
import { methods } from "./payment.labels.ts";
import type { Payable } from "./payable.model.ts";

const columns: readonly Column<Payable>[] = [
  { id: "number", label: "Number", kind: "plate", value: (i) => i.number },
  { id: "vendor", label: "Vendor", kind: "text", value: (i) => i.vendor },
  {
    id: "vendorNumber",
    label: "Their number",
    kind: "text",
    value: (i) => i.vendorNumber,
    sortable: false,
  },
  {
    id: "dueOn",
    label: "Due",
    kind: "day",
    value: (i) => i.dueOn,
    cell: (i) =>
      i.payable < 0 ? (
        <span className="text-t3">{i.kind === "credit_note" ? "Credit note" : "Credit"}</span>
      ) : (
        <DeadlineClock deadline={i.dueOn} short />
      ),
  },
  { id: "discountOn", label: "Discount until", kind: "day", value: (i) => i.discountOn },
  {
    id: "discount",
    label: "Discount",
    kind: "money",
    value: (i) => i.discount,
    sortable: false,
  },
  {
    id: "payable",
    label: "Payable",
    kind: "money",
    value: (i) => i.payable,
    total: true,
    main: () => true,
  },
  {
    id: "retainage",
    label: "Retainage kept",
    kind: "money",
    hidden: true,
    value: (i) => i.retainage,
    sortable: false,
  },
  {
    id: "blocked",
    label: "Stopped by",
    kind: "text",
    value: (i) => i.blocked,
    sortable: false,
    cell: (i) =>
      i.blocked ? (
        <span className="text-warning" title={i.blocked}>
          <TriangleAlert className="mr-1.5 inline" aria-hidden="true" />
          {i.blocked}
        </span>
      ) : (
        <span className="text-t3" aria-label="nothing">
          —
        </span>
      ),
  },
  { id: "method", label: "Method", kind: "text", value: (i) => methods[i.method], sortable: false },
];

const filters: readonly Filter[] = [
  vendorFilter,
  {
    id: "method",
    label: "Method",
    kind: "set",
    pinned: true,
    options: options(methods),
  },
  { id: "blocked", label: "Stopped", kind: "flag", pinned: true },
  { id: "overdue", label: "Overdue", kind: "flag" },
  { id: "discountToWin", label: "Discount to win", kind: "flag" },
  { id: "discountOn", label: "Discount until", kind: "day" },
  { id: "dueOn", label: "Due", kind: "day" },
  { id: "payable", label: "Payable", kind: "money" },
];

/** Approved invoices that no run holds. Some or all of them become a run. */
export function PayableList() {
  const { can } = useAuth();
  const navigate = useNavigate();
  const may = can("payment.propose");
  return (
    <DataTable<Payable>
      name="payables"
      title="Ready to pay"
      path="/api/v1/payables"
      columns={columns}
      filters={filters}
      defaultSort="dueOn"
      views={[
        { id: "overdue", name: "Overdue", query: "overdue=true" },
        { id: "discounts", name: "Discounts", query: "discountToWin=true&sort=discountOn" },
        { id: "stopped", name: "Stopped", query: "blocked=true" },
      ]}
      rowHref={(i) => pathTo("invoice", { id: i.id })}
      {...(may
        ? {
            create: { label: "New run", to: pathTo("paymentRunNew") },
            batch: [
              {
                label: "Pay these",
                tone: "primary",
                idsOnly: true,
                run: ({ ids }) =>
                  void navigate(pathTo("paymentRunNew"), { state: { invoiceIds: ids } }),
              },
            ],
          }
        : {})}
      empty={{
        title: "Nothing is ready to pay",
        text: "Approved invoices appear here until a run takes them.",
        action: (
          <Link className="btn" to={pathTo("invoices")}>
            Invoices
          </Link>
        ),
      }}
    />
  );
}
