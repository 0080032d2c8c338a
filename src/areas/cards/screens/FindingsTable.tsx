import { pathTo } from "#areas.ts";
import { options } from "#kernel/labels.ts";
import { DataTable } from "#web/kit/table/DataTable.tsx";
import type { Column } from "#web/kit/table/columns.tsx";
import type { Filter } from "#web/kit/table/filters.ts";
import { findingStatuses, kindLabels } from "../finding/finding.labels.ts";
import type { FindingRow } from "../finding/finding.model.ts";

export const findingColumns: readonly Column<FindingRow>[] = [
  {
    ...{ id: "kind", label: "Finding", kind: "text", title: true },
    value: (row) => kindLabels[row.kind],
  },
  { id: "says", label: "What was found", kind: "text", value: (row) => row.says },
  { id: "holderName", label: "Holder", kind: "text", value: (row) => row.holderName },
  { id: "ownerName", label: "Answers for it", kind: "text", value: (row) => row.ownerName },
  { id: "dueOn", label: "Due", kind: "day", value: (row) => row.dueOn },
  {
    ...{ id: "cents", label: "Amount", kind: "money" },
    value: (row) => row.cents,
    main: () => true,
  },
  {
    ...{ id: "status", label: "Status", kind: "status", statuses: findingStatuses },
    value: (row) => row.status,
  },
];
export const findingFilters: readonly Filter[] = [
  { id: "status", label: "Status", kind: "set", pinned: true, options: options(findingStatuses) },
  { id: "kind", label: "Finding", kind: "set", pinned: true, options: options(kindLabels) },
  { id: "overdue", label: "Overdue", kind: "flag" },
];

/** What rules found and nobody settled, within another screen. */
export function FindingsTable() {
  return (
    <DataTable<FindingRow>
      name="card-findings"
      title="Findings"
      path="/api/v1/card-findings"
      columns={findingColumns}
      filters={findingFilters}
      fixed="status=open"
      defaultSort="dueOn"
      pageSize={10}
      rowHref={(row) => pathTo("cardFinding", { id: row.id })}
      exportable
      embedded
      empty={{
        title: "Nothing was found",
        text: "Split purchases, blocked categories and missing receipts stand here.",
      }}
    />
  );
}
