import { pathTo } from "#areas.ts";
import { options } from "#kernel/labels.ts";
import { DataTable } from "#web/kit/table/DataTable.tsx";
import type { Column } from "#web/kit/table/columns.tsx";
import type { Filter } from "#web/kit/table/filters.ts";
import { monthStatuses } from "./month.labels.ts";
import type { BankMonth } from "./month.model.ts";

const columns: readonly Column<BankMonth>[] = [
  { id: "number", label: "Number", kind: "plate", value: (m) => m.number },
  {
    id: "status",
    label: "Status",
    kind: "status",
    value: (m) => m.status,
    statuses: monthStatuses,
  },
  { id: "account", label: "Account", kind: "text", value: (m) => m.account },
  { id: "lastDay", label: "Through", kind: "day", value: (m) => m.lastDay },
];
const filters: readonly Filter[] = [
  { id: "status", label: "Status", kind: "set", options: options(monthStatuses) },
  { id: "lastDay", label: "Through", kind: "day" },
];

/** Months of the agency's accounts, the newest first. */
export function MonthTable() {
  return (
    <DataTable<BankMonth>
      name="bank-months"
      title="Reconciliations"
      embedded
      path="/api/v1/bank-months"
      columns={columns}
      filters={filters}
      defaultSort="-lastDay"
      rowHref={(m) => pathTo("bankMonth", { id: m.id })}
      empty={{
        title: "No month is reconciled yet",
        text: "Begin the first one once its lines are matched.",
      }}
    />
  );
}
