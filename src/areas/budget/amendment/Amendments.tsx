import { pathTo } from "#areas.ts";
import { options } from "#kernel/labels.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import type { Column } from "#web/kit/table/columns.tsx";
import { DataTable } from "#web/kit/table/DataTable.tsx";
import type { Filter } from "#web/kit/table/filters.ts";
import { BudgetNav } from "../line/BudgetNav.tsx";
import { amendmentKinds, amendmentStatuses, amendmentViews } from "./amendment.labels.ts";
import type { AmendmentRow } from "./amendment.model.ts";

const columns: readonly Column<AmendmentRow>[] = [
  { id: "number", label: "Number", kind: "plate", value: (a) => a.number },
  { id: "title", label: "Title", kind: "text", value: (a) => a.title },
  { id: "kind", label: "Kind", kind: "text", value: (a) => amendmentKinds[a.kind] },
  { id: "year", label: "Year", kind: "text", value: (a) => String(a.year) },
  { id: "lines", label: "Lines", kind: "text", sortable: false, value: (a) => String(a.lines) },
  {
    id: "requestedBy",
    label: "Entered by",
    kind: "text",
    sortable: false,
    value: (a) => a.requestedBy,
  },
  { id: "createdAt", label: "Entered", kind: "instant", value: (a) => a.createdAt },
  { id: "amount", label: "Amount", kind: "money", value: (a) => a.amount },
  {
    id: "status",
    label: "Status",
    kind: "status",
    value: (a) => a.status,
    statuses: amendmentStatuses,
  },
];
const filters: readonly Filter[] = [
  {
    id: "status",
    label: "Status",
    kind: "set",
    pinned: true,
    options: options(amendmentStatuses),
  },
  {
    id: "kind",
    label: "Kind",
    kind: "set",
    options: options(amendmentKinds),
  },
  { id: "amount", label: "Amount", kind: "money" },
  { id: "mine", label: "Entered by me", kind: "flag" },
];

/** Amendments and transfers of adopted budgets, as documents with many lines. */
export default function Amendments() {
  const { can } = useAuth();
  return (
    <>
      <BudgetNav />
      <DataTable<AmendmentRow>
        name="budget-amendments"
        title="Budget amendments"
        path="/api/v1/budget-amendments"
        columns={columns}
        filters={filters}
        views={amendmentViews}
        defaultSort="-createdAt"
        rowHref={(a) => pathTo("budgetAmendment", { id: a.id })}
        {...(can("amendment.create")
          ? { create: { label: "New amendment", to: pathTo("budgetAmendmentNew") } }
          : {})}
        empty={{
          title: "No amendments yet",
          text: "An adopted budget is changed by amendments and transfers; what they take is reserved while others decide.",
        }}
      />
    </>
  );
}
