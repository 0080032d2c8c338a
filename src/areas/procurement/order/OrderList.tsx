import { Siren } from "lucide-react";
import { useMemo } from "react";
import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { formatDate } from "#kernel/dates.ts";
import { options } from "#kernel/labels.ts";
import { formatCents } from "#kernel/money.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { MoneyStrip } from "#web/kit/MoneyStrip.tsx";
import { useGet, useRecord } from "#web/kit/queries.ts";
import { StatusBadge } from "#web/kit/StatusBadge.tsx";
import { ErrorPanel } from "#web/kit/states.tsx";
import type { Column } from "#web/kit/table/columns.tsx";
import { DataTable } from "#web/kit/table/DataTable.tsx";
import { costCodeFilter } from "#areas/budget/budget.ui.tsx";
import { certificationFilters, commodityFilter, vendorFilter } from "#areas/vendors/vendors.ui.tsx";
import { incidentFilter } from "#areas/disaster/disaster.ui.tsx";
import { placeFilter, unitFilter } from "#areas/organization/organization.ui.tsx";
import { Fact, Facts } from "#web/kit/record/Facts.tsx";
import type { Filter } from "#web/kit/table/filters.ts";
import { methods } from "../method/method.labels.ts";
import { useLeftDrafts } from "../takeover/useLeftDrafts.tsx";
import { orderAges, orderKinds, orderStatuses, restOf, orderViews } from "./order.labels.ts";
import type { Order, OrderDetail } from "./order.answer.model.ts";

const columns: readonly Column<Order>[] = [
  { id: "number", label: "Number", kind: "plate", value: (o) => o.number },
  { id: "vendor", label: "Vendor", kind: "text", value: (o) => o.vendor },
  { id: "title", label: "For", kind: "text", value: (o) => o.title },
  { id: "department", label: "Department", kind: "text", hidden: true, value: (o) => o.department },
  { id: "orderedOn", label: "Ordered", kind: "day", value: (o) => o.orderedOn },
  {
    id: "promisedOn",
    label: "Promised",
    kind: "day",
    value: (o) => o.promisedOn,
    cell: (o) =>
      o.promisedOn ? (
        <span className={o.late ? "text-danger" : ""}>
          {formatDate(o.promisedOn)}
          {o.late && " · late"}
        </span>
      ) : (
        <span className="text-t3">—</span>
      ),
  },
  {
    id: "kind",
    label: "Kind",
    kind: "text",
    hidden: true,
    value: (o) => orderKinds[o.kind].label,
  },
  { id: "amount", label: "Amount", kind: "money", value: (o) => o.amount, total: true },
  {
    id: "status",
    label: "Status",
    kind: "status",
    value: (o) => o.status,
    statuses: orderStatuses,
    cell: (o) =>
      o.emergency && !["closed", "cancelled"].includes(o.status) ? (
        <span className="inline-flex items-center gap-2">
          <StatusBadge statuses={orderStatuses} status={o.status} />
          <Siren className="text-emergency" aria-label="Emergency" />
        </span>
      ) : (
        <StatusBadge statuses={orderStatuses} status={o.status} />
      ),
  },
];

const filtersFor = (departments: readonly { id: string; name: string }[]): Filter[] => [
  vendorFilter,
  placeFilter,
  incidentFilter,
  unitFilter,
  commodityFilter,
  costCodeFilter,
  {
    id: "status",
    label: "Status",
    kind: "set",
    pinned: true,
    options: options(orderStatuses),
  },
  {
    id: "kind",
    label: "Kind",
    kind: "set",
    options: options(orderKinds),
  },
  { id: "method", label: "Method of buying", kind: "set", options: options(methods) },
  { id: "amount", label: "Amount", kind: "money" },
  { id: "orderedOn", label: "Ordered", kind: "day" },
  { id: "promisedOn", label: "Promised", kind: "day" },
  { id: "open", label: "Open", kind: "flag" },
  { id: "age", label: "Age of open orders", kind: "set", options: options(orderAges) },
  ...certificationFilters,
  { id: "receivable", label: "To receive", kind: "flag" },
  { id: "late", label: "Late", kind: "flag" },
  { id: "emergency", label: "Emergency", kind: "flag" },
  { id: "mine", label: "Mine", kind: "flag" },
  { id: "authorLeft", label: "Author left", kind: "flag" },
  { id: "uninvoiced", label: "Received, not invoiced", kind: "flag" },
  { id: "overbilled", label: "Billed beyond received", kind: "flag" },
  { id: "unawarded", label: "Of no waiting award", kind: "flag" },
  {
    id: "departmentId",
    label: "Department",
    kind: "set",
    options: departments.map((d) => ({ value: d.id, label: d.name })),
  },
];

function OrderPeek({ id }: { id: string }) {
  const { data, error } = useRecord<OrderDetail>("/api/v1/purchase-orders", id);
  if (error) return <ErrorPanel error={error} what="This order" />;
  if (!data) return <p className="text-t3">Loading…</p>;
  return (
    <div className="stack">
      <div>
        <StatusBadge statuses={orderStatuses} status={data.status} />
      </div>
      <div>
        <h2 className="text-18 font-semibold">{data.title}</h2>
        <p className="text-t2">
          {data.vendor} · version {data.revision}
        </p>
      </div>
      <p className="text-22 font-semibold">{formatCents(data.amount)}</p>
      <MoneyStrip
        expendedCents={data.expended}
        encumberedCents={data.encumbered}
        availableCents={Math.max(0, data.amount - data.expended - data.encumbered)}
        labels={{ expended: "invoiced", encumbered: "encumbered", available: restOf(data) }}
        exact
      />
      <Facts>
        <Fact label="Buyer">{data.buyer ?? "—"}</Fact>
        <Fact label="Promised">{data.promisedOn ? formatDate(data.promisedOn) : "—"}</Fact>
        <Fact label="Method">{data.methodCitation ?? "—"}</Fact>
      </Facts>
      <ul className="checks">
        {data.checks.map((c) => (
          <li key={c.text} className={c.ok ? "pass" : "warn"}>
            {c.text}
          </li>
        ))}
      </ul>
      <Link className="btn" to={pathTo("order", { id })}>
        Open
      </Link>
    </div>
  );
}

/** Every purchase order of the agency. */
export default function OrderList() {
  const { can } = useAuth();
  const left = useLeftDrafts("purchase-orders", can("purchaseOrder.close"));
  const departments = useGet<{ items: { id: string; name: string }[] }>(
    "departments",
    "/api/v1/departments",
  ).data?.items;
  const filters = useMemo(() => filtersFor(departments ?? []), [departments]);
  return (
    <>
      <DataTable<Order>
        name="purchase-orders"
        title="Purchase orders"
        path="/api/v1/purchase-orders"
        columns={columns}
        filters={filters}
        views={orderViews}
        defaultSort="-orderedOn"
        rowHref={(o) => pathTo("order", { id: o.id })}
        {...(can("purchaseOrder.create")
          ? { create: { label: "New purchase order", to: pathTo("orderNew") } }
          : {})}
        peek={(o) => <OrderPeek id={o.id} />}
        batch={left.batch}
        empty={{
          title: "No purchase orders yet",
          text: "An approved requisition becomes an order here.",
        }}
      />
      {left.dialog}
    </>
  );
}
