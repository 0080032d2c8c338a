import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { options } from "#kernel/labels.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import type { Column } from "#web/kit/table/columns.tsx";
import { DataTable } from "#web/kit/table/DataTable.tsx";
import type { Filter } from "#web/kit/table/filters.ts";
import { entryKinds, entryStatuses } from "./entry.labels.ts";
import type { EntryRow } from "./entry.model.ts";

const columns: readonly Column<EntryRow>[] = [
  { id: "number", label: "Number", kind: "plate", value: (e) => e.number },
  { id: "title", label: "Title", kind: "text", value: (e) => e.title },
  { id: "kind", label: "Kind", kind: "text", value: (e) => entryKinds[e.kind] },
  { id: "postedOn", label: "Date", kind: "day", value: (e) => e.postedOn },
  { id: "total", label: "Debits", kind: "money", value: (e) => e.total, leads: true },
  {
    id: "status",
    label: "Status",
    kind: "status",
    value: (e) => e.status,
    statuses: entryStatuses,
  },
];

const filters: readonly Filter[] = [
  {
    id: "status",
    label: "Status",
    kind: "set",
    pinned: true,
    options: options(entryStatuses),
  },
  { id: "kind", label: "Kind", kind: "set", options: options(entryKinds) },
  { id: "postedOn", label: "Date", kind: "day" },
];

/** Entries that people prepare: opening balances, accruals, corrections. */
export function EntryTable() {
  const { can } = useAuth();
  return (
    <DataTable<EntryRow>
      name="journal-entries"
      title="Entries by hand"
      path="/api/v1/journal-entries"
      columns={columns}
      filters={filters}
      defaultSort="-postedOn"
      views={[{ id: "waiting", name: "To be posted", query: "status=waiting" }]}
      rowHref={(e) => pathTo("journalEntry", { id: e.id })}
      searchHint="Number, title or reason"
      {...(can("entry.prepare")
        ? { create: { label: "New journal entry", to: pathTo("journalEntryNew") } }
        : {})}
      actions={
        can("entry.prepare") ? (
          <Link className="btn" to={pathTo("journalEntryImport")}>
            Import
          </Link>
        ) : undefined
      }
      empty={{
        title: "No entries by hand",
        text: "Opening balances, accruals and corrections are entered here; another person posts them.",
      }}
    />
  );
}
