import { pathTo } from "#areas.ts";
import { options } from "#kernel/labels.ts";
import type { Column } from "#web/kit/table/columns.tsx";
import { DataTable } from "#web/kit/table/DataTable.tsx";
import type { Filter } from "#web/kit/table/filters.ts";
import { dueStatuses, dueViews, recurrences, sides } from "./obligation.labels.ts";
import type { DueRow } from "./obligation.model.ts";

const columns: readonly Column<DueRow>[] = [
  {
    id: "title",
    label: "What",
    kind: "text",
    value: (x) => x.title,
    cell: (x) => (
      <>
        {x.title}
        {x.missed && <span className="ml-2 text-12 text-danger">missed</span>}
      </>
    ),
  },
  { id: "side", label: "Who owes", kind: "text", sortable: false, value: (x) => sides[x.side] },
  { id: "contract", label: "Contract", kind: "text", value: (x) => x.contract },
  { id: "vendor", label: "Vendor", kind: "text", value: (x) => x.vendor },
  { id: "owner", label: "Owner", kind: "text", sortable: false, value: (x) => x.owner },
  {
    id: "recurrence",
    label: "How often",
    kind: "text",
    sortable: false,
    hidden: true,
    value: (x) => recurrences[x.recurrence],
  },
  { id: "dueOn", label: "Due", kind: "day", value: (x) => x.dueOn },
  { id: "status", label: "Status", kind: "status", value: (x) => x.status, statuses: dueStatuses },
];
// On a contract's own page its number and its vendor stand above.
const ofContract = columns.filter(({ id }) => id !== "contract" && id !== "vendor");
const filters: readonly Filter[] = [
  {
    id: "status",
    label: "Status",
    kind: "set",
    pinned: true,
    options: options(dueStatuses),
  },
  {
    id: "side",
    label: "Who owes",
    kind: "set",
    options: options(sides),
  },
  { id: "dueOn", label: "Due", kind: "day" },
  { id: "missed", label: "Missed", kind: "flag" },
  { id: "dueSoon", label: "Due in 30 days", kind: "flag" },
  { id: "mine", label: "Mine", kind: "flag" },
];

/** What both sides owe, day by day: of one contract, or of all. */
export function ObligationTable({ contractId }: { contractId?: string }) {
  return (
    <DataTable<DueRow>
      name={contractId ? "contract-obligations" : "obligations"}
      title="Obligations"
      path="/api/v1/obligations"
      columns={contractId ? ofContract : columns}
      filters={filters}
      defaultSort="dueOn"
      {...(contractId
        ? { embedded: true, fixed: `contractId=${contractId}` }
        : { views: dueViews })}
      rowHref={(x) => pathTo("obligation", { id: x.id })}
      empty={{
        title: "No obligations yet",
        text: contractId
          ? "Enter what each side owes: reports, certificates, inspections, our own answers."
          : "They are entered on a contract's page, under Obligations.",
      }}
    />
  );
}
