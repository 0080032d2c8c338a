import { useMemo } from "react";
import { useSearchParams } from "react-router";
import { pathTo } from "#areas.ts";
import { useGet, useList } from "#web/kit/queries.ts";
import { options } from "#kernel/labels.ts";
import type { Column } from "#web/kit/table/columns.tsx";
import { DataTable } from "#web/kit/table/DataTable.tsx";
import type { Filter } from "#web/kit/table/filters.ts";
import type { AccountRow } from "../chart/chart.model.ts";
import type { PeriodRow } from "../period/period.model.ts";
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

const filtersFor = (
  accounts: readonly AccountRow[],
  periods: readonly PeriodRow[],
  documents: readonly GlLineRow[],
): readonly Filter[] => {
  const of = (kind: string) => accounts.filter((row) => row.kind === kind);
  const named = (rows: readonly AccountRow[], by: "id" | "code") =>
    rows.map((row) => ({ value: row[by], label: `${row.code} ${row.name}` }));
  return [
    { id: "class", label: "Class", kind: "set", pinned: true, options: options(ledgerClasses) },
    { id: "fund", label: "Fund", kind: "set", options: named(of("fund"), "code") },
    { id: "account", label: "Account", kind: "set", options: named(of("account"), "code") },
    { id: "event", label: "Event", kind: "set", options: options(glEvents) },
    { id: "postedOn", label: "Date", kind: "day" },
    {
      id: "periodId",
      label: "Period",
      kind: "set",
      options: periods.map((p) => ({ value: p.id, label: p.name })),
    },
    // A trial balance names a fund and an account by their records.
    { id: "fundId", label: "Fund of a balance", kind: "set", options: named(of("fund"), "id") },
    {
      id: "accountId",
      label: "Account of a balance",
      kind: "set",
      options: named(of("account"), "id"),
    },
    // A document names its own lines by its record.
    {
      id: "documentId",
      label: "Document",
      kind: "set",
      options: documents.map((l) => ({ value: l.documentId, label: l.documentNumber })),
    },
  ];
};

/** Lines of the general ledger, also of one account in one fund. */
export default function GlLineList() {
  const accounts = useList<AccountRow>("/api/v1/gl-accounts", "limit=500");
  const periods = useList<PeriodRow>("/api/v1/accounting-periods", "begun=true&limit=100");
  const [search] = useSearchParams();
  const documentId = search.get("documentId");
  const named = useGet<{ items: GlLineRow[] }>(
    "gl-lines",
    `/api/v1/gl-lines?documentId=${documentId ?? ""}&limit=1`,
    { enabled: documentId !== null },
  );
  const filters = useMemo(
    () =>
      filtersFor(
        accounts.data?.items ?? [],
        periods.data?.items ?? [],
        documentId === null ? [] : (named.data?.items ?? []),
      ),
    [accounts.data?.items, periods.data?.items, documentId, named.data?.items],
  );
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
