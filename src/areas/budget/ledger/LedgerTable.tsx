import { useMemo } from "react";
import { Link } from "react-router";
import { options } from "#kernel/labels.ts";
import { useGet } from "#web/kit/queries.ts";
import type { Column } from "#web/kit/table/columns.tsx";
import { DataTable } from "#web/kit/table/DataTable.tsx";
import type { Filter } from "#web/kit/table/filters.ts";
import type { CommitmentRow } from "../budget.model.ts";
import { documentTypes, movements } from "./ledger.labels.ts";

const places: Readonly<Record<string, string>> = {
  requisition: "/smart-requisition",
  purchaseOrder: "/purchase-orders",
  invoice: "/invoices",
  journalEntry: "/budget-management/journal-entries",
  budgetLine: "/budget-management/lines",
  stockMovement: "/inventory/movements",
};

// A budget line is named by its account string, which stands beside it.
function Document({
  entry: { documentType, documentId, documentNumber, code, kind },
}: {
  entry: CommitmentRow;
}) {
  const place = places[documentType];
  const text = documentNumber === code ? "Budget line" : documentNumber;
  const look = documentNumber === code ? "text-link" : "mono text-link";
  return place && kind !== "transfer" ? (
    <Link className={look} to={`${place}/${documentId}`}>
      {text}
    </Link>
  ) : (
    <span className={documentNumber === code ? "" : "mono"}>{text}</span>
  );
}

const columns: readonly Column<CommitmentRow>[] = [
  { id: "postedOn", label: "Date", kind: "day", value: (e) => e.postedOn },
  { id: "kind", label: "Movement", kind: "status", value: (e) => e.kind, statuses: movements },
  {
    id: "code",
    label: "Account string",
    kind: "text",
    value: (e) => e.code,
    cell: (e) => <span className="mono">{e.code}</span>,
  },
  {
    id: "documentNumber",
    label: "Document",
    kind: "text",
    value: (e) => e.documentNumber,
    cell: (e) => (
      <>
        <Document entry={e} />
        {e.note && (
          <span
            className="line-clamp-2 max-w-[112px] text-12 whitespace-normal text-t3"
            title={e.note}
          >
            {e.note}
          </span>
        )}
      </>
    ),
  },
  { id: "adjusted", label: "Budget", kind: "money", value: (e) => e.adjusted || null, total: true },
  {
    id: "preEncumbered",
    label: "Pre-enc.",
    kind: "money",
    value: (e) => e.preEncumbered || null,
    total: true,
    main: (e) => e.kind === "pre_encumber",
  },
  {
    id: "encumbered",
    label: "Encumbered",
    kind: "money",
    value: (e) => e.encumbered || null,
    total: true,
    main: (e) => e.kind === "encumber",
  },
  {
    id: "expended",
    label: "Expended",
    kind: "money",
    value: (e) => e.expended || null,
    total: true,
    main: (e) => e.kind === "expend",
  },
  {
    id: "postedBy",
    label: "By",
    kind: "text",
    value: (e) => e.postedBy,
    cell: (e) => (
      <span className="block max-w-[96px] truncate" title={e.postedBy ?? "The system"}>
        {e.postedBy ?? "The system"}
      </span>
    ),
  },
  { id: "note", label: "Note", kind: "text", hidden: true, value: (e) => e.note },
];

type Named = { id: string; code: string; name: string };
const named = (rows: readonly Named[]) =>
  rows.map(({ id, code, name }) => ({ value: id, label: `${code} ${name}` }));

const filtersFor = (
  years: readonly { year: number }[],
  departments: readonly Named[],
  segments: readonly (Named & { kind: string })[],
): readonly Filter[] => [
  {
    id: "year",
    label: "Fiscal year",
    kind: "set",
    options: years.map((y) => ({ value: String(y.year), label: String(y.year) })),
  },
  {
    id: "side",
    label: "Spending or revenue",
    kind: "set",
    options: [
      { value: "spending", label: "Spending" },
      { value: "revenue", label: "Revenue" },
    ],
  },
  {
    id: "kind",
    label: "Movement",
    kind: "set",
    pinned: true,
    options: options(movements),
  },
  {
    id: "documentType",
    label: "Document",
    kind: "set",
    options: options(documentTypes),
  },
  { id: "departmentId", label: "Department", kind: "set", options: named(departments) },
  {
    id: "fundId",
    label: "Fund",
    kind: "set",
    options: named(segments.filter((s) => s.kind === "fund")),
  },
  { id: "postedOn", label: "Date", kind: "day" },
  { id: "recordedAt", label: "Recorded", kind: "day" },
];

/** The append-only commitment ledger; `fixed` narrows it to one line. */
export function LedgerTable({ fixed }: { fixed?: string }) {
  const years = useGet<{ items: { year: number }[] }>("fiscal-years", "/api/v1/fiscal-years");
  const departments = useGet<{ items: Named[] }>("departments", "/api/v1/departments");
  const segments = useGet<{ items: (Named & { kind: string })[] }>("segments", "/api/v1/segments");
  const filters = useMemo(
    () =>
      filtersFor(
        years.data?.items ?? [],
        departments.data?.items ?? [],
        segments.data?.items ?? [],
      ),
    [years.data?.items, departments.data?.items, segments.data?.items],
  );
  return (
    <DataTable<CommitmentRow>
      name="commitment-entries"
      title="Commitment ledger"
      path="/api/v1/commitment-entries"
      columns={columns}
      filters={filters}
      defaultSort="-id"
      searchHint="Document, account or note"
      empty={{ title: "No entries yet", text: "Adopting a budget writes the first ones." }}
      {...(fixed ? { embedded: true, fixed } : {})}
    />
  );
}
