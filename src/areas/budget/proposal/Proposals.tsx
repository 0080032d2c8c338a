import { pathTo } from "#areas.ts";
import { options } from "#kernel/labels.ts";
import type { Column } from "#web/kit/table/columns.tsx";
import { DataTable } from "#web/kit/table/DataTable.tsx";
import type { Filter } from "#web/kit/table/filters.ts";
import { BudgetNav } from "../line/BudgetNav.tsx";
import { proposalStatuses, proposalViews } from "./proposal.labels.ts";
import type { ProposalRow } from "./proposal.model.ts";

const columns: readonly Column<ProposalRow>[] = [
  { id: "number", label: "Number", kind: "plate", value: (p) => p.number },
  { id: "department", label: "Department", kind: "text", value: (p) => p.department },
  { id: "year", label: "Year", kind: "text", value: (p) => String(p.year) },
  { id: "base", label: "Base", kind: "money", sortable: false, value: (p) => p.base },
  {
    id: "requested",
    label: "Requested",
    kind: "money",
    sortable: false,
    value: (p) => p.requested,
  },
  { id: "target", label: "Target", kind: "money", sortable: false, value: (p) => p.target },
  {
    id: "recommended",
    label: "Recommended",
    kind: "money",
    main: () => true,
    sortable: false,
    value: (p) => p.recommended,
  },
  {
    id: "status",
    label: "Status",
    kind: "status",
    value: (p) => p.status,
    statuses: proposalStatuses,
  },
];
const filters: readonly Filter[] = [
  {
    id: "status",
    label: "Status",
    kind: "set",
    pinned: true,
    options: options(proposalStatuses),
  },
  { id: "over", label: "Over target", kind: "flag" },
];

/** What the departments ask for, one proposal each. */
export default function Proposals() {
  return (
    <>
      <BudgetNav />
      <DataTable<ProposalRow>
        name="budget-proposals"
        title="Budget proposals"
        path="/api/v1/budget-proposals"
        columns={columns}
        filters={filters}
        views={proposalViews}
        defaultSort="-number"
        rowHref={(p) => pathTo("budgetProposal", { id: p.id })}
        empty={{
          title: "No proposals yet",
          text: "The budget officer builds the base of a cycle; it makes a proposal for each department.",
        }}
      />
    </>
  );
}
