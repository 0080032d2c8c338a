import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { options } from "#kernel/labels.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { DataTable } from "#web/kit/table/DataTable.tsx";
import type { Column } from "#web/kit/table/columns.tsx";
import type { Filter } from "#web/kit/table/filters.ts";
import { journalKinds, journalStatuses, journalViews } from "./journal.labels.ts";
import type { Journal } from "./journal.model.ts";

const columns: readonly Column<Journal>[] = [
  { id: "number", label: "Number", kind: "plate", value: (j) => j.number },
  { id: "title", label: "What", kind: "text", value: (j) => j.title },
  { id: "kind", label: "Kind", kind: "text", value: (j) => journalKinds[j.kind] },
  { id: "total", label: "Amount", kind: "money", value: (j) => j.total },
  { id: "paidOn", label: "Paid on", kind: "day", value: (j) => j.paidOn },
  { id: "preparedBy", label: "Prepared by", kind: "text", value: (j) => j.preparedBy },
  {
    id: "status",
    label: "Status",
    kind: "status",
    value: (j) => j.status,
    statuses: journalStatuses,
  },
];
const filters: readonly Filter[] = [
  {
    id: "status",
    label: "Status",
    kind: "set",
    pinned: true,
    options: options(journalStatuses),
  },
  {
    id: "kind",
    label: "Kind",
    kind: "set",
    options: options(journalKinds),
  },
  { id: "paidOn", label: "Paid on", kind: "day" },
];

/** Payroll registers, cost transfers and receipts. */
export default function JournalList() {
  const { can } = useAuth();
  return (
    <DataTable<Journal>
      name="journals"
      title="Journals"
      path="/api/v1/journals"
      columns={columns}
      filters={filters}
      defaultSort="-number"
      views={journalViews}
      rowHref={(j) => pathTo("journal", { id: j.id })}
      create={
        can("payroll.import") && !can("journal.prepare")
          ? { label: "Import a register", to: pathTo("payrollImport") }
          : {
              label: "New cost transfer",
              to: pathTo("transferNew"),
              permission: "journal.prepare",
            }
      }
      actions={
        can("journal.prepare") ? (
          <Link className="btn" to={pathTo("receiptImport")}>
            Import receipts
          </Link>
        ) : undefined
      }
      empty={{
        title: "No journals yet",
        text: "Payroll registers and receipts come as files; a cost transfer names the cost that it moves and why.",
      }}
    />
  );
}
