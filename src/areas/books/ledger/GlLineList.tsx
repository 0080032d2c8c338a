import { pathTo } from "#areas.ts";
import { options } from "#kernel/labels.ts";
import type { Column } from "#web/kit/table/columns.tsx";
import { DataTable } from "#web/kit/table/DataTable.tsx";
import type { Filter } from "#web/kit/table/filters.ts";
import { ledgerClasses } from "../chart/chart.labels.ts";
import { JournalPart } from "../BooksParts.tsx";
import { DocumentLink } from "./DocumentLink.tsx";
import { glEvents } from "./ledger.labels.ts";
import type { GlLineRow } from "./ledger.model.ts";

const columns: readonly Column<GlLineRow>[] = [
  { id: "seq", label: "Entry", kind: "plate", value: (l) => String(l.seq) },
  { id: "postedOn", label: "Date", kind: "day", value: (l) => l.postedOn },
  { id: "fund", label: "Fund", kind: "text", value: (l) => l.fund },
  {
    id: "account",
    label: "Account",
    kind: "text",
    value: (l) => `${l.account} ${l.accountName}`,
  },
  { id: "code", label: "Account string", kind: "text", value: (l) => l.code, hidden: true },
  { id: "event", label: "Event", kind: "text", value: (l) => glEvents[l.event] },
  {
    id: "documentNumber",
    label: "Document",
    kind: "text",
    value: (l) => l.documentNumber,
    cell: (l) => <DocumentLink document={l} />,
  },
  { id: "what", label: "What", kind: "text", value: (l) => l.what },
  {
    id: "debit",
    label: "Debit",
    kind: "money",
    value: (l) => l.debit || null,
    total: true,
    main: (l) => l.debit > 0,
  },
  {
    id: "credit",
    label: "Credit",
    kind: "money",
    value: (l) => l.credit || null,
    total: true,
    main: (l) => l.credit > 0,
  },
];

const filters: readonly Filter[] = [
  { id: "class", label: "Class", kind: "set", pinned: true, options: options(ledgerClasses) },
  { id: "event", label: "Event", kind: "set", options: options(glEvents) },
  { id: "postedOn", label: "Date", kind: "day" },
];

/** Lines of the general ledger, also of one account in one fund. */
export default function GlLineList() {
  return (
    <JournalPart>
      <DataTable<GlLineRow>
        name="gl-lines"
        title="Ledger lines"
        path="/api/v1/gl-lines"
        columns={columns}
        filters={filters}
        defaultSort="-seq"
        rowHref={(l) => pathTo("glEntry", { id: l.entryId })}
        searchHint="Document, text or account string"
        empty={{ title: "No lines", text: "Nothing is posted under these filters." }}
      />
    </JournalPart>
  );
}
