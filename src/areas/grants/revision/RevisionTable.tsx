import { pathTo } from "#areas.ts";
import { options } from "#kernel/labels.ts";
import { DataTable } from "#web/kit/table/DataTable.tsx";
import type { Column } from "#web/kit/table/columns.tsx";
import type { Filter } from "#web/kit/table/filters.ts";
import { revisionStatuses } from "./revision.labels.ts";
import type { Revision } from "./revision.model.ts";

const columns: readonly Column<Revision>[] = [
  { id: "number", label: "Number", kind: "plate", value: (r) => r.number },
  { id: "title", label: "What changes", kind: "text", value: (r) => r.title },
  { id: "award", label: "Award", kind: "text", value: (r) => r.award },
  {
    id: "status",
    label: "Status",
    kind: "status",
    value: (r) => r.status,
    statuses: revisionStatuses,
  },
];
const filters: readonly Filter[] = [
  {
    id: "status",
    label: "Status",
    kind: "set",
    pinned: true,
    options: options(revisionStatuses),
  },
];

/** Revisions, of one award or of all. */
export function RevisionTable({ fixed }: { fixed?: string }) {
  return (
    <DataTable<Revision>
      name="award-revisions"
      title="Revisions"
      path="/api/v1/award-revisions"
      columns={columns}
      filters={filters}
      defaultSort="-number"
      {...(fixed ? { fixed, embedded: true } : {})}
      rowHref={(r) => pathTo("revision", { id: r.id })}
      empty={{ title: "No revisions", text: "An award in force is changed by one." }}
    />
  );
}
