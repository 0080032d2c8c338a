import { actionWords } from "#areas/governance/governance.ui.tsx";
import type { Instant } from "#kernel/time.ts";
import { DataTable } from "#web/kit/table/DataTable.tsx";
import type { Column } from "#web/kit/table/columns.tsx";
import type { Filter } from "#web/kit/table/filters.ts";

type Entry = {
  id: string;
  at: Instant;
  actorName: string | null;
  action: string;
  objectNumber: string | null;
  note: string | null;
};
const columns: readonly Column<Entry>[] = [
  { id: "at", label: "Time", kind: "instant", sortable: false, value: (e) => e.at },
  { id: "actorName", label: "Who", kind: "text", sortable: false, value: (e) => e.actorName },
  {
    id: "action",
    label: "Action",
    kind: "text",
    sortable: false,
    title: true,
    value: (e) => actionWords(e.action),
  },
  {
    id: "objectNumber",
    label: "Record",
    kind: "text",
    sortable: false,
    value: (e) => e.objectNumber,
  },
  { id: "note", label: "Note", kind: "text", sortable: false, value: (e) => e.note },
];
const filters: readonly Filter[] = [{ id: "at", label: "Time", kind: "day" }];
const types = [
  "formDefinition",
  "formSubmission",
  "formPrintBatch",
  "webhookEndpoint",
  "webhookDelivery",
];

/** The entries of the audit ledger about forms, submissions, deliveries and webhooks. */
export function AuditOfForms() {
  return (
    <DataTable<Entry>
      name="form-audit"
      title="Audit entries"
      path="/api/v1/audit-entries"
      columns={columns}
      filters={filters}
      defaultSort="-id"
      fixed={`objectType=${types.join(",")}`}
      embedded
      empty={{ title: "No entries yet", text: "Every change of a form leaves one here." }}
    />
  );
}
