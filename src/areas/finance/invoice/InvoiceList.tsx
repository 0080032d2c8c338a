import { useMemo, useState } from "react";
import { Link, useSearchParams } from "react-router";
import { pathTo } from "#areas.ts";
import { options } from "#kernel/labels.ts";
import { formatCents } from "#kernel/money.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { DeadlineClock } from "#web/kit/DeadlineClock.tsx";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { useGet, useRecord } from "#web/kit/queries.ts";
import { StatusBadge } from "#web/kit/StatusBadge.tsx";
import { ErrorPanel } from "#web/kit/states.tsx";
import type { Column } from "#web/kit/table/columns.tsx";
import { DataTable } from "#web/kit/table/DataTable.tsx";
import { vendorFilter } from "#areas/vendors/vendors.ui.tsx";
import { incidentFilter } from "#areas/disaster/disaster.ui.tsx";
import type { Filter } from "#web/kit/table/filters.ts";
import type { BatchAction } from "#web/kit/table/selection.ts";
import type { Invoice, InvoiceDetail } from "./invoice.model.ts";
import { Tolerances } from "./Tolerances.tsx";
import {
  exceptionNames,
  exceptionOwners,
  causesAndOwners,
  invoiceAges,
  invoiceKinds,
  invoiceStatuses,
  invoiceViews,
} from "./invoice.labels.ts";

type Asked = { ids: readonly string[]; clear: () => void };
const SubmitMany = dialogOnDemand<{
  ids: readonly string[];
  onClose: (done?: boolean) => void;
}>(async () => (await import("./SubmitMany.tsx")).SubmitMany);
const none: readonly BatchAction[] = [];
const done = new Set(["paid", "voided", "rejected"]);

// What a vendor gives back is taken off the next payment; there is no day for it.
const dueOf = (i: Pick<Invoice, "total" | "dueOn">) => (i.total < 0 ? null : i.dueOn);

const columns: readonly Column<Invoice>[] = [
  { id: "number", label: "Number", kind: "plate", value: (i) => i.number },
  { id: "vendor", label: "Vendor", kind: "text", value: (i) => i.vendor },
  { id: "vendorNumber", label: "Their number", kind: "text", value: (i) => i.vendorNumber },
  {
    id: "orderNumber",
    label: "Order",
    kind: "text",
    value: (i) => i.orderNumber,
    cell: (i) =>
      i.orderNumber ? (
        <span className="mono text-t2">{i.orderNumber}</span>
      ) : (
        <span className="text-t3">None</span>
      ),
  },
  { id: "receivedOn", label: "Received", kind: "day", value: (i) => i.receivedOn },
  {
    id: "dueOn",
    label: "Due",
    kind: "day",
    value: dueOf,
    cell: (i) => <DeadlineClock deadline={dueOf(i)} short done={done.has(i.status)} />,
  },
  { id: "total", label: "Total", kind: "money", value: (i) => i.total, total: true },
  {
    id: "open",
    label: "Still to pay",
    kind: "money",
    hidden: true,
    value: (i) => i.open,
    sortable: false,
    total: true,
  },
  {
    id: "withheld",
    label: "Retainage withheld",
    kind: "money",
    hidden: true,
    value: (i) => i.withheld,
    sortable: false,
    total: true,
  },
  {
    id: "interest",
    label: "Interest owed",
    kind: "money",
    hidden: true,
    value: (i) => i.interest,
    sortable: false,
  },
  {
    id: "discountOn",
    label: "Discount until",
    kind: "day",
    hidden: true,
    value: (i) => i.discountOn,
  },
  ...(["discountOpen", "discountLost"] as const).map((id): Column<Invoice> => ({
    id,
    label: id === "discountOpen" ? "Discount to win" : "Discount lost",
    kind: "money",
    hidden: true,
    value: (i) => i[id],
    sortable: false,
  })),
  {
    id: "status",
    label: "Status",
    kind: "status",
    value: (i) => i.status,
    statuses: invoiceStatuses,
  },
];

// What is listed decides which amount it is about: what is still to be paid, or what is withheld
// (of paid invoices too, which are due no more).
const columnsFor = (search: URLSearchParams): readonly Column<Invoice>[] => {
  const shown = search.has("withheld")
    ? "withheld"
    : search.has("owesInterest")
      ? "interest"
      : search.has("discountMissed")
        ? "discountLost"
        : search.has("discountToWin")
          ? "discountOpen"
          : search.has("unpaid") ||
              search.has("overdue") ||
              search.has("held") ||
              search.has("age") ||
              search.get("status") === "approved"
            ? "open"
            : "total";
  const hidden = new Set(
    ["total", "open", "withheld", "interest", "discountOpen", "discountLost"].filter(
      (id) => id !== shown && !(shown === "withheld" && id === "total"),
    ),
  );
  if (shown === "withheld") hidden.add("dueOn");
  if (shown !== "discountOpen" && shown !== "discountLost") hidden.add("discountOn");
  return columns.map((column) => ({
    ...column,
    hidden: hidden.has(column.id),
    main: () => column.id === shown,
  }));
};

const filtersFor = (departments: readonly { id: string; name: string }[]): Filter[] => [
  vendorFilter,
  incidentFilter,
  { id: "status", label: "Status", kind: "set", pinned: true, options: options(invoiceStatuses) },
  {
    id: "exception",
    label: "Exception",
    kind: "set",
    pinned: true,
    options: options(exceptionNames),
  },
  {
    id: "causeOwner",
    label: "Cause and who settles it",
    kind: "set",
    options: causesAndOwners,
  },
  { id: "held", label: "Held by exceptions", kind: "flag" },
  { id: "owner", label: "Settled by", kind: "set", options: options(exceptionOwners) },
  { id: "total", label: "Total", kind: "money" },
  { id: "receivedOn", label: "Received", kind: "day" },
  { id: "dueOn", label: "Due", kind: "day" },
  { id: "paidOn", label: "Paid", kind: "day" },
  {
    id: "departmentId",
    label: "Department",
    kind: "set",
    options: departments.map((d) => ({ value: d.id, label: d.name })),
  },
  { id: "overdue", label: "Overdue", kind: "flag" },
  { id: "age", label: "Age of what is open", kind: "set", options: options(invoiceAges) },
  { id: "paidLate", label: "Paid late", kind: "flag" },
  { id: "owesInterest", label: "Owes interest", kind: "flag" },
  { id: "discountToWin", label: "Discount to win", kind: "flag" },
  { id: "discountMissed", label: "Discount lost", kind: "flag" },
  { id: "discountWon", label: "Discount won", kind: "flag" },
  { id: "discountOn", label: "Discount until", kind: "day" },
  { id: "unpaid", label: "Unpaid", kind: "flag" },
  { id: "withheld", label: "Retainage withheld", kind: "flag" },
  { id: "hadException", label: "Had an exception", kind: "flag" },
  { id: "kind", label: "Kind", kind: "set", options: options(invoiceKinds) },
];

function InvoicePeek({ id }: { id: string }) {
  const { data, error } = useRecord<InvoiceDetail>("/api/v1/invoices", id);
  if (error) return <ErrorPanel error={error} what="This invoice" />;
  if (!data) return <p className="text-t3">Loading…</p>;
  return (
    <div className="stack">
      <div>
        <StatusBadge statuses={invoiceStatuses} status={data.status} />
      </div>
      <div>
        <h2 className="text-18 font-semibold">{data.vendor}</h2>
        <p className="text-t2">
          {data.vendorNumber} · {data.orderNumber ?? "no order"}
        </p>
      </div>
      <p className="text-22 font-semibold">
        {formatCents(data.total, { currency: data.currency })}
      </p>
      {data.total >= 0 && (
        <DeadlineClock deadline={data.dueOn} label="Pay by" done={done.has(data.status)} />
      )}
      <ul className="checks">
        {data.exceptions
          .filter((e) => e.status === "open")
          .map((e) => (
            <li key={e.id} className="text-warning">
              {e.message}
            </li>
          ))}
      </ul>
      <Link className="btn" to={pathTo("invoice", { id })}>
        Open
      </Link>
    </div>
  );
}

/** Every invoice of the agency, by what has to happen to it. */
export default function InvoiceList() {
  const { me } = useAuth();
  const departments = useGet<{ items: { id: string; name: string }[] }>(
    "departments",
    "/api/v1/departments",
  ).data?.items;
  const filters = useMemo(() => filtersFor(departments ?? []), [departments]);
  const [search] = useSearchParams();
  const shown = useMemo(() => columnsFor(search), [search]);
  const mayEnter = me?.permissions.includes("invoice.create") ?? false;
  const [asked, setAsked] = useState<Asked | null>(null);
  const batch = useMemo<readonly BatchAction[]>(
    () => [
      {
        label: "Send for approval",
        tone: "primary",
        idsOnly: true,
        run: ({ ids }, clear) => setAsked({ ids, clear }),
      },
    ],
    [],
  );
  return (
    <>
      <DataTable<Invoice>
        name="invoices"
        title="Invoices"
        path="/api/v1/invoices"
        columns={shown}
        filters={filters}
        views={invoiceViews}
        defaultSort="-receivedOn"
        rowHref={(i) => pathTo("invoice", { id: i.id })}
        {...(mayEnter ? { create: { label: "New invoice", to: pathTo("invoiceNew") } } : {})}
        actions={
          <>
            <Tolerances />
            <Link className="btn" to={pathTo("invoiceExceptions")}>
              Exceptions one by one
            </Link>
            {mayEnter && (
              <Link className="btn" to={pathTo("invoiceImport")}>
                Import
              </Link>
            )}
          </>
        }
        batch={mayEnter && search.get("status") === "matched" ? batch : none}
        peek={(i) => <InvoicePeek id={i.id} />}
        empty={{
          title: "No invoices yet",
          text: "Type one in, import a file, or take an XML invoice from a vendor.",
        }}
      />
      {asked && (
        <SubmitMany
          ids={asked.ids}
          onClose={(done?: boolean) => {
            if (done) asked.clear();
            setAsked(null);
          }}
        />
      )}
    </>
  );
}
