import { pathTo } from "#areas.ts";
import { options } from "#kernel/labels.ts";
import type { Column } from "#web/kit/table/columns.tsx";
import { DataTable } from "#web/kit/table/DataTable.tsx";
import type { Filter } from "#web/kit/table/filters.ts";
import { DocumentLink } from "./DocumentLink.tsx";
import { glEvents } from "./ledger.labels.ts";
import type { GlEntryRow } from "./ledger.model.ts";

const columns: readonly Column<GlEntryRow>[] = [
  { id: "seq", label: "Entry", kind: "plate", value: (e) => String(e.seq) },
  { id: "postedOn", label: "Date", kind: "day", value: (e) => e.postedOn },
  { id: "event", label: "Event", kind: "text", value: (e) => glEvents[e.event] },
  {
    id: "documentNumber",
    label: "Document",
    kind: "text",
    value: (e) => e.documentNumber,
    cell: (e) => <DocumentLink document={e} />,
  },
  { id: "what", label: "What", kind: "text", value: (e) => e.what },
  { id: "period", label: "Period", kind: "text", value: (e) => e.period },
  { id: "total", label: "Debits", kind: "money", value: (e) => e.total, leads: true },
];

const filters: readonly Filter[] = [
  { id: "event", label: "Event", kind: "set", pinned: true, options: options(glEvents) },
  { id: "postedOn", label: "Date", kind: "day" },
];

/** Entries of the general ledger; `fixed` narrows them to a period. */
export function GlEntryTable({ fixed }: { fixed?: string }) {
  return (
    <DataTable<GlEntryRow>
      name="gl-entries"
      title="Entries"
      path="/api/v1/gl-entries"
      columns={columns}
      filters={filters}
      defaultSort="-seq"
      rowHref={(e) => pathTo("glEntry", { id: e.id })}
      searchHint="Document or text"
      empty={{
        title: "No entries yet",
        text: "What the budget and the cash ledger write is posted here within a minute.",
      }}
      {...(fixed ? { embedded: true, fixed } : {})}
    />
  );
}
