import { pathTo } from "#areas.ts";
import { options } from "#kernel/labels.ts";
import type { Column } from "#web/kit/table/columns.tsx";
import { DataTable } from "#web/kit/table/DataTable.tsx";
import type { Filter } from "#web/kit/table/filters.ts";
import { publicationCycle } from "./publication.labels.ts";
import type { PublicationRow } from "./publication.model.ts";

const columns: readonly Column<PublicationRow>[] = [
  { id: "number", label: "Number", kind: "plate", value: (p) => p.number },
  {
    id: "status",
    label: "Status",
    kind: "status",
    sortable: false,
    value: (p) => p.status,
    statuses: publicationCycle.statuses,
  },
  { id: "title", label: "Title", kind: "text", value: (p) => p.title },
  { id: "slug", label: "Address", kind: "text", sortable: false, value: (p) => p.slug },
  { id: "versionNo", label: "Version", kind: "number", sortable: false, value: (p) => p.versionNo },
  { id: "asker", label: "Asked by", kind: "text", sortable: false, value: (p) => p.asker },
  { id: "publishedAt", label: "Published", kind: "instant", value: (p) => p.publishedAt },
];
const filters: readonly Filter[] = [
  { id: "waits", label: "Waits for me", kind: "flag", pinned: true },
  {
    id: "status",
    label: "Status",
    kind: "set",
    pinned: true,
    options: options(publicationCycle.statuses),
  },
];

/** Reports that everybody reads, did, or that wait for a second person. */
export function PublicationTable() {
  return (
    <DataTable<PublicationRow>
      name="publications"
      title="Published reports"
      path="/api/v1/publications"
      columns={columns}
      filters={filters}
      defaultSort="title"
      rowHref={(p) => pathTo("publication", { id: p.id })}
      empty={{
        title: "Nothing is published",
        text: "Open a kept run and choose Publish. A second person reads it as everybody would, and publishes it.",
      }}
    />
  );
}
