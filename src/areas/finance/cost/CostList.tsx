import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { options } from "#kernel/labels.ts";
import { DataTable } from "#web/kit/table/DataTable.tsx";
import type { Column } from "#web/kit/table/columns.tsx";
import type { Filter } from "#web/kit/table/filters.ts";
import { costSources, objectClasses } from "./cost.labels.ts";
import type { CostRow } from "./cost.model.ts";
const columns: readonly Column<CostRow>[] = [
  { id: "documentNumber", label: "Document", kind: "plate", value: (c) => c.documentNumber },
  { id: "description", label: "What", kind: "text", value: (c) => c.description },
  { id: "source", label: "Source", kind: "text", value: (c) => costSources[c.source] },
  { id: "account", label: "Account", kind: "text", value: (c) => c.account },
  {
    id: "objectClass",
    label: "Object class",
    kind: "text",
    value: (c) => objectClasses[c.objectClass],
  },
  { id: "incurredTo", label: "Incurred", kind: "day", value: (c) => c.incurredTo },
  {
    id: "cents",
    label: "Cost",
    kind: "money",
    main: () => true,
    value: (c) => c.cents,
    total: true,
  },
  { id: "paid", label: "Paid", kind: "money", value: (c) => c.paid, total: true },
  { id: "claimed", label: "Claimed", kind: "money", value: (c) => c.claimed, total: true },
  { id: "open", label: "Not claimed", kind: "money", value: (c) => c.open, total: true },
  {
    id: "bill",
    label: "Bill",
    kind: "text",
    value: (c) => c.bill,
    cell: (c) =>
      c.billId && (
        <Link className="underline" to={pathTo("clientBill", { id: c.billId })}>
          {c.bill}
        </Link>
      ),
  },
];
const filters: readonly Filter[] = [
  { id: "source", label: "Source", kind: "set", options: options(costSources), pinned: true },
  { id: "objectClass", label: "Object class", kind: "set", options: options(objectClasses) },
  { id: "incurredTo", label: "Incurred", kind: "day" },
  { id: "claimable", label: "Not claimed yet", kind: "flag" },
  { id: "billed", label: "Billed to an agency that is served", kind: "flag" },
  { id: "unpaid", label: "Not paid in full", kind: "flag" },
  { id: "uncovered", label: "Claimed and no longer paid", kind: "flag" },
  { id: "emergency", label: "Bought in an emergency", kind: "flag" },
];

/** Every charge of the books once, with what is paid of it and what grants claim of it. */
export default function CostList() {
  return (
    <DataTable<CostRow>
      name="costs"
      title="Costs"
      path="/api/v1/costs"
      columns={columns}
      filters={filters}
      defaultSort="-incurredTo"
      rowHref={(c) =>
        c.source === "invoice"
          ? pathTo("invoice", { id: c.documentId })
          : pathTo("journal", { id: c.documentId })
      }
      empty={{
        title: "No costs yet",
        text: "Nobody types one: an invoice that is posted and a journal write them.",
      }}
    />
  );
}
