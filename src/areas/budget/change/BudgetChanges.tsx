import { pathTo } from "#areas.ts";
import { options } from "#kernel/labels.ts";
import type { Column } from "#web/kit/table/columns.tsx";
import { DataTable } from "#web/kit/table/DataTable.tsx";
import type { Filter } from "#web/kit/table/filters.ts";
import { BudgetNav } from "../line/BudgetNav.tsx";
import { changeKinds, changeStatuses, changeViews } from "./change.labels.ts";
import type { BudgetChange } from "./change.model.ts";

const columns: readonly Column<BudgetChange>[] = [
  { id: "number", label: "Number", kind: "plate", value: (c) => c.number },
  { id: "kind", label: "Kind", kind: "text", value: (c) => changeKinds[c.kind] },
  { id: "from", label: "From", kind: "text", value: (c) => c.from },
  { id: "line", label: "Account string", kind: "text", value: (c) => c.line },
  { id: "amount", label: "Amount", kind: "money", value: (c) => c.amount },
  { id: "requestedBy", label: "Entered by", kind: "text", value: (c) => c.requestedBy },
  { id: "postedAt", label: "Posted", kind: "instant", value: (c) => c.postedAt },
  {
    id: "status",
    label: "Status",
    kind: "status",
    value: (c) => c.status,
    statuses: changeStatuses,
  },
];

const filters: readonly Filter[] = [
  {
    id: "status",
    label: "Status",
    kind: "set",
    pinned: true,
    options: options(changeStatuses),
  },
  {
    id: "kind",
    label: "Kind",
    kind: "set",
    options: options(changeKinds),
  },
  { id: "amount", label: "Amount", kind: "money" },
  { id: "mine", label: "Entered by me", kind: "flag" },
];

/** Amendments and transfers of the budget: what was posted, and what waits for a second person. */
export default function BudgetChanges() {
  return (
    <>
      <BudgetNav />
      <DataTable<BudgetChange>
        name="budget-changes"
        title="Budget changes"
        path="/api/v1/budget-changes"
        columns={columns}
        filters={filters}
        views={changeViews}
        defaultSort="-createdAt"
        rowHref={(c) => pathTo("budgetChange", { id: c.id })}
        empty={{
          title: "No changes yet",
          text: "Amend a budget line, or move budget between two, on the page of lines.",
        }}
      />
    </>
  );
}
