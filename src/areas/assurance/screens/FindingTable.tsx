import { pathTo } from "#areas.ts";
import { options } from "#kernel/labels.ts";
import { DataTable } from "#web/kit/table/DataTable.tsx";
import type { Column } from "#web/kit/table/columns.tsx";
import type { Filter } from "#web/kit/table/filters.ts";
import { findingStatuses, findingViews, severities, sources } from "../finding/finding.labels.ts";
import type { FindingRow } from "../finding/finding.model.ts";

const columns: readonly Column<FindingRow>[] = [
  { id: "number", label: "Number", kind: "plate", value: (row) => row.number },
  { id: "title", label: "Finding", kind: "text", value: (row) => row.title, title: true },
  { id: "severity", label: "Severity", kind: "text", value: (row) => severities[row.severity] },
  { id: "audit", label: "Audit", kind: "text", value: (row) => row.audit ?? row.reference },
  { id: "source", label: "Source", kind: "text", value: (row) => sources[row.source] },
  { id: "responderName", label: "Answers for it", kind: "text", value: (row) => row.responderName },
  { id: "firstYear", label: "First in", kind: "text", value: (row) => String(row.firstYear) },
  {
    id: "knownCents",
    label: "Known questioned",
    kind: "money",
    value: (row) => row.knownCents,
    main: () => true,
    total: true,
  },
  {
    id: "likelyCents",
    label: "Likely questioned",
    kind: "money",
    value: (row) => row.likelyCents,
    total: true,
  },
  { id: "openedOn", label: "Found", kind: "day", value: (row) => row.openedOn },
  {
    id: "status",
    label: "Status",
    kind: "status",
    value: (row) => row.status,
    statuses: findingStatuses,
  },
];
const filters: readonly Filter[] = [
  { id: "status", label: "Status", kind: "set", pinned: true, options: options(findingStatuses) },
  { id: "severity", label: "Severity", kind: "set", options: options(severities) },
  { id: "source", label: "Source", kind: "set", options: options(sources) },
  { id: "open", label: "Open", kind: "flag" },
  { id: "mine", label: "Mine to answer", kind: "flag" },
  { id: "knownCents", label: "Known questioned", kind: "money" },
];
const table = {
  name: "audit-findings",
  title: "Findings",
  path: "/api/v1/audit-findings",
  columns,
  filters,
  defaultSort: "-number",
  exportable: true,
  rowHref: (row: FindingRow) => pathTo("auditFinding", { id: row.id }),
  empty: {
    title: "No finding",
    text: "Findings of an audit are read here once its report is issued.",
  },
} as const;

/** Findings: of one audit where it is named, else the screen of all that are for the reader. */
export function FindingTable({ auditId }: { auditId?: string }) {
  return auditId ? (
    <DataTable<FindingRow> {...table} fixed={`auditId=${auditId}`} embedded />
  ) : (
    <DataTable<FindingRow> {...table} views={findingViews} />
  );
}
