import { useMemo } from "react";
import { Link, useSearchParams } from "react-router";
import { DataTable } from "#web/kit/table/DataTable.tsx";
import type { Column } from "#web/kit/table/columns.tsx";
import type { Filter } from "#web/kit/table/filters.ts";
import { Badge } from "#web/kit/StatusBadge.tsx";
import type { AuditEntryRow, AuditSummary } from "./audit.model.ts";
import { EntryProof } from "./EntryProof.tsx";
import { actionWords, typeWords } from "./audit.labels.ts";

const place = (row: AuditEntryRow) =>
  row.index === null ? null : row.index.toLocaleString("en-US");

/** Opens the entry's proof beside the list; filters and page stay. */
function ProofLink({ row }: { row: AuditEntryRow }) {
  const [search] = useSearchParams();
  const to = new URLSearchParams(search);
  to.set("peek", row.id);
  return (
    <Link
      className={row.index === null ? undefined : "mono"}
      to={`?${to}`}
      replace
      preventScrollReset
      aria-label={`Proof of entry ${place(row) ?? "being sealed"}`}
    >
      {row.index === null ? <Badge tone="progress" label="Being sealed" /> : place(row)}
    </Link>
  );
}

const columns: readonly Column<AuditEntryRow>[] = [
  {
    id: "index",
    label: "Entry",
    kind: "plate",
    value: place,
    cell: (row) => <ProofLink row={row} />,
  },
  { id: "at", label: "When", kind: "instant", value: (row) => row.at },
  {
    id: "actorName",
    label: "Who",
    kind: "text",
    value: (row) => row.actorName ?? (row.erased ? "Erased" : "System"),
  },
  {
    id: "action",
    label: "Action",
    kind: "text",
    title: true,
    value: (row) => actionWords(row.action),
  },
  {
    id: "objectType",
    label: "Record type",
    kind: "text",
    value: (row) => typeWords(row.objectType),
  },
  {
    id: "objectNumber",
    label: "Record",
    kind: "plate",
    leads: true,
    value: (row) => row.objectNumber,
  },
  { id: "note", label: "Note", kind: "text", value: (row) => row.note },
];

/** Every recorded change of the agency, newest first; the side panel proves one. */
export function EntryList({ summary }: { summary: AuditSummary | undefined }) {
  const filters = useMemo<readonly Filter[]>(
    () => [
      {
        id: "objectType",
        label: "Record type",
        kind: "set",
        pinned: true,
        options: (summary?.objectTypes ?? []).map((value) => ({ value, label: typeWords(value) })),
      },
      {
        id: "action",
        label: "Action",
        kind: "set",
        pinned: true,
        options: (summary?.actions ?? []).map((value) => ({
          value,
          label: `${typeWords(value.split(".")[0]!)}: ${actionWords(value).toLowerCase()}`,
        })),
      },
      {
        id: "actorId",
        label: "Who",
        kind: "set",
        options: (summary?.actors ?? []).map((actor) => ({ value: actor.id, label: actor.name })),
      },
      { id: "at", label: "Date (UTC)", kind: "day" },
    ],
    [summary],
  );
  return (
    <DataTable<AuditEntryRow>
      embedded
      name="audit-entries"
      title="Audit entries"
      path="/api/v1/audit-entries"
      columns={columns}
      filters={filters}
      defaultSort="-id"
      searchHint="Number of a record, or action"
      peek={(row) => <EntryProof key={row.id} row={row} />}
      empty={{
        title: "Nothing is recorded yet",
        text: "Every change that a person or the system makes to a record appears here within a second.",
      }}
    />
  );
}
