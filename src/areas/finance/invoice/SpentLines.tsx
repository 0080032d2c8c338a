import { useMemo } from "react";
import { pathTo } from "#areas.ts";
import { options } from "#kernel/labels.ts";
import { categories, categoryName } from "#areas/vendors/vendors.public.ts";
import { vendorFilter } from "#areas/vendors/vendors.ui.tsx";
import { useGet } from "#web/kit/queries.ts";
import type { Column } from "#web/kit/table/columns.tsx";
import { DataTable } from "#web/kit/table/DataTable.tsx";
import type { Filter } from "#web/kit/table/filters.ts";
import { invoiceStatuses } from "./invoice.labels.ts";
import type { SpentLine } from "./invoice.model.ts";

const columns: readonly Column<SpentLine>[] = [
  { id: "number", label: "Invoice", kind: "plate", value: (l) => l.number },
  { id: "vendor", label: "Vendor", kind: "text", value: (l) => l.vendor },
  { id: "description", label: "What", kind: "text", sortable: false, value: (l) => l.description },
  {
    id: "department",
    label: "Department",
    kind: "text",
    sortable: false,
    value: (l) => l.department,
  },
  {
    id: "category",
    label: "Category of goods",
    kind: "text",
    sortable: false,
    value: (l) => (l.category ? categoryName(l.category) : null),
  },
  {
    id: "commodityCode",
    label: "Commodity code",
    kind: "text",
    sortable: false,
    hidden: true,
    value: (l) => l.commodityCode,
  },
  {
    id: "orderNumber",
    label: "Purchase order",
    kind: "text",
    sortable: false,
    hidden: true,
    value: (l) => l.orderNumber,
  },
  { id: "approvedAt", label: "Approved", kind: "instant", value: (l) => l.approvedAt },
  {
    id: "spent",
    label: "Spent",
    kind: "money",
    main: () => true,
    sortable: false,
    value: (l) => l.spent,
    total: true,
  },
  {
    id: "status",
    label: "Status",
    kind: "status",
    sortable: false,
    value: (l) => l.status,
    statuses: invoiceStatuses,
  },
];
const paid = { approved: 1, scheduled: 1, paid: 1 } as const;
const filtersFor = (departments: readonly { id: string; name: string }[]): Filter[] => [
  {
    id: "category",
    label: "Category of goods",
    kind: "set",
    pinned: true,
    options: options(categories),
  },
  {
    id: "status",
    label: "Status",
    kind: "set",
    options: options(invoiceStatuses).filter(({ value }) => value in paid),
  },
  { id: "approvedOn", label: "Approved", kind: "day" },
  { id: "ordered", label: "Of an order", kind: "flag" },
  vendorFilter,
  {
    id: "departmentId",
    label: "Department",
    kind: "set",
    options: departments.map((d) => ({ value: d.id, label: d.name })),
  },
  {
    id: "invoiceId",
    label: "Invoice",
    kind: "set",
    options: [],
    seek: {
      path: "/api/v1/invoices",
      values: "id",
      option: (i: { id: string; number: string }) => ({ value: i.id, label: i.number }),
    },
  },
];

/** What was bought: lines of the bills whose charges are in the ledger. */
export default function SpentLines() {
  const departments = useGet<{ items: { id: string; name: string }[] }>(
    "departments",
    "/api/v1/departments",
  ).data?.items;
  const filters = useMemo(() => filtersFor(departments ?? []), [departments]);
  return (
    <DataTable<SpentLine>
      name="bill-lines"
      title="Lines of approved bills"
      path="/api/v1/bill-lines"
      columns={columns}
      filters={filters}
      defaultSort="-approvedAt"
      rowHref={(l) => pathTo("invoice", { id: l.invoiceId })}
      empty={{
        title: "No approved bills yet",
        text: "Lines stand here once their invoice is approved and charged.",
      }}
    />
  );
}
