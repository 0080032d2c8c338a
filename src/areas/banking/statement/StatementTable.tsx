import { pathTo } from "#areas.ts";
import { options } from "#kernel/labels.ts";
import { DataTable } from "#web/kit/table/DataTable.tsx";
import type { Column } from "#web/kit/table/columns.tsx";
import type { Filter } from "#web/kit/table/filters.ts";
import { statementSources, statementStatuses } from "./statement.labels.ts";
import type { Statement } from "./statement.model.ts";

const columns: readonly Column<Statement>[] = [
  { id: "number", label: "Number", kind: "plate", value: (s) => s.number },
  { id: "account", label: "Account", kind: "text", value: (s) => s.account },
  { id: "onDay", label: "Day", kind: "day", value: (s) => s.onDay },
  { id: "opening", label: "Opening", kind: "money", value: (s) => s.opening },
  { id: "lineCount", label: "Lines", kind: "number", value: (s) => s.lineCount },
  { id: "closing", label: "Closing", kind: "money", value: (s) => s.closing },
  {
    id: "status",
    label: "Status",
    kind: "status",
    value: (s) => s.status,
    statuses: statementStatuses,
  },
];
const filters: readonly Filter[] = [
  { id: "status", label: "Status", kind: "set", options: options(statementStatuses) },
  { id: "source", label: "Came as", kind: "set", options: options(statementSources) },
  { id: "onDay", label: "Day", kind: "day" },
];

/** Statements, the newest first. */
export function StatementTable() {
  return (
    <DataTable<Statement>
      name="bank-statements"
      title="Statements"
      embedded
      path="/api/v1/bank-statements"
      columns={columns}
      filters={filters}
      defaultSort="-onDay"
      rowHref={(s) => pathTo("bankStatement", { id: s.id })}
      empty={{
        title: "No statements yet",
        text: "Each day of an account becomes one, from the bank's BAI2 file or a CSV.",
      }}
    />
  );
}
