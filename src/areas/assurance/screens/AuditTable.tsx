import { pathTo } from "#areas.ts";
import { options } from "#kernel/labels.ts";
import { DataTable } from "#web/kit/table/DataTable.tsx";
import type { Column } from "#web/kit/table/columns.tsx";
import type { Filter } from "#web/kit/table/filters.ts";
import { auditKinds, auditStatuses } from "../audit/audit.labels.ts";
import type { AuditRow } from "../audit/audit.model.ts";

const columns: readonly Column<AuditRow>[] = [
  { id: "number", label: "Number", kind: "plate", value: (row) => row.number },
  { id: "title", label: "Audit", kind: "text", value: (row) => row.title, title: true },
  { id: "kind", label: "Kind", kind: "text", value: (row) => auditKinds[row.kind] },
  { id: "fiscalYear", label: "Fiscal year", kind: "text", value: (row) => String(row.fiscalYear) },
  { id: "leadName", label: "Lead", kind: "text", value: (row) => row.leadName },
  { id: "contactName", label: "Answers for it", kind: "text", value: (row) => row.contactName },
  { id: "reportDueOn", label: "Report due", kind: "day", value: (row) => row.reportDueOn },
  { id: "issuedOn", label: "Issued", kind: "day", value: (row) => row.issuedOn },
  {
    id: "status",
    label: "Status",
    kind: "status",
    value: (row) => row.status,
    statuses: auditStatuses,
  },
];
const filters: readonly Filter[] = [
  { id: "status", label: "Status", kind: "set", pinned: true, options: options(auditStatuses) },
  { id: "kind", label: "Kind", kind: "set", options: options(auditKinds) },
  { id: "open", label: "Under way", kind: "flag" },
  { id: "startsOn", label: "Starts", kind: "day" },
  { id: "reportDueOn", label: "Report due", kind: "day" },
];

/** Audits of the agency. */
export function AuditTable() {
  return (
    <DataTable<AuditRow>
      name="audits"
      title="Audits"
      path="/api/v1/audits"
      columns={columns}
      filters={filters}
      defaultSort="-number"
      exportable
      embedded
      rowHref={(row) => pathTo("auditEngagement", { id: row.id })}
      empty={{ title: "No audit yet", text: "An auditor plans the first one." }}
    />
  );
}
