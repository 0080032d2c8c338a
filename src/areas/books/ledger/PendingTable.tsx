import type { Column } from "#web/kit/table/columns.tsx";
import { DataTable } from "#web/kit/table/DataTable.tsx";
import type { Filter } from "#web/kit/table/filters.ts";
import { DocumentLink } from "./DocumentLink.tsx";
import type { PendingRow } from "./ledger.model.ts";

const columns: readonly Column<PendingRow>[] = [
  { id: "onDay", label: "Date", kind: "day", value: (w) => w.onDay },
  {
    id: "documentNumber",
    label: "Document",
    kind: "text",
    value: (w) => w.documentNumber,
    cell: (w) => <DocumentLink document={w} />,
  },
  { id: "reason", label: "Why it is not posted", kind: "text", value: (w) => w.reason },
  { id: "cents", label: "Amount", kind: "money", value: (w) => w.cents, total: true },
];
const filters: readonly Filter[] = [{ id: "onDay", label: "Date", kind: "day" }];

/** What the books could not post, and why. */
export function PendingTable() {
  return (
    <DataTable<PendingRow>
      name="gl-pending"
      title="Not posted"
      path="/api/v1/gl-pending"
      columns={columns}
      filters={filters}
      defaultSort="onDay"
      searchHint="Document or reason"
      empty={{
        title: "Everything is posted",
        text: "A movement that no posting rule covers would wait here with its reason.",
      }}
    />
  );
}
