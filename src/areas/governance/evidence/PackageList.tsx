import { Download } from "lucide-react";
import { formatInstant } from "#kernel/dates.ts";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import { download } from "#web/kit/api.ts";
import { useList } from "#web/kit/queries.ts";
import { EmptyState, ErrorPanel, Panel, TableSkeleton } from "#web/kit/states.tsx";
import { LineTable, type LinePart } from "#web/kit/table/LineTable.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import type { EvidencePackage } from "./package.model.ts";

const fetchFile = (row: EvidencePackage) =>
  void download(`/api/v1/evidence-packages/${row.id}/file`).catch((error: unknown) =>
    notify.failed("The package could not be fetched", error),
  );

const countOf = (value: number | null) => (value === null ? "—" : value.toLocaleString("en-US"));

/** The newest evidence packages, each with its download once it is made. */
export function PackageList() {
  const { timeZone } = useAgency();
  const list = useList<EvidencePackage>("/api/v1/evidence-packages", "limit=50");
  if (list.isError)
    return (
      <ErrorPanel error={list.error} what="The packages" onRetry={() => void list.refetch()} />
    );
  if (!list.data) return <TableSkeleton columns={4} label="Loading the packages" />;
  if (list.data.items.length === 0)
    return (
      <EmptyState kind="first-use" title="No package yet">
        A record asks for one with Evidence package: its entries with their proofs and its files in
        one ZIP that verifies offline.
      </EmptyState>
    );
  const parts: readonly LinePart<EvidencePackage>[] = [
    {
      label: "Of",
      as: "title",
      cell: (p) => (
        <>
          {p.title}
          <small className="block text-t3">
            {formatInstant(p.createdAt, timeZone)}
            {p.requestedBy && `, asked by ${p.requestedBy}`}
          </small>
        </>
      ),
    },
    { label: "Entries", cell: (p) => countOf(p.entries) },
    { label: "Files", cell: (p) => countOf(p.files) },
    { label: "Left out", cell: (p) => countOf(p.leftOut) },
    {
      label: "Package",
      words: true,
      cell: (p) =>
        p.sha256 ? (
          <button
            type="button"
            className="btn btn-quiet btn-small"
            aria-label={`Download the package of ${p.title}`}
            onClick={() => fetchFile(p)}
          >
            <Download aria-hidden="true" />
            Download
          </button>
        ) : (
          <span className="text-t3">being made</span>
        ),
    },
  ];
  return (
    <Panel title="Evidence packages" flush>
      <LineTable
        label="Evidence packages, newest first"
        parts={parts}
        lines={list.data.items}
        keyOf={(p) => p.id}
      />
    </Panel>
  );
}
