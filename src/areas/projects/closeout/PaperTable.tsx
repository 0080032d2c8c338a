import { pathTo } from "#areas.ts";
import { options } from "#kernel/labels.ts";
import { DataTable } from "#web/kit/table/DataTable.tsx";
import type { Column } from "#web/kit/table/columns.tsx";
import type { Filter } from "#web/kit/table/filters.ts";
import { paperKinds, paperStatuses } from "./paper.labels.ts";
import type { PaperRow } from "./paper.model.ts";

const columns: readonly Column<PaperRow>[] = [
  { id: "number", label: "Number", kind: "plate", value: (p) => p.number },
  {
    id: "title",
    label: "Paper",
    kind: "text",
    leads: true,
    value: (p) => p.title,
    sortable: true,
  },
  { id: "kind", label: "Kind", kind: "text", value: (p) => paperKinds[p.kind], sortable: true },
  { id: "party", label: "From whom", kind: "text", value: (p) => p.party, sortable: true },
  { id: "project", label: "Project", kind: "text", value: (p) => p.project, sortable: false },
  { id: "dueOn", label: "Due", kind: "day", value: (p) => p.dueOn },
  { id: "validUntil", label: "Warranty until", kind: "day", value: (p) => p.validUntil },
  {
    id: "status",
    label: "Status",
    kind: "status",
    value: (p) => p.status,
    statuses: paperStatuses,
  },
];
const filters: readonly Filter[] = [
  { id: "status", label: "Status", kind: "set", pinned: true, options: options(paperStatuses) },
  { id: "kind", label: "Kind", kind: "set", options: options(paperKinds) },
  { id: "late", label: "Past its day", kind: "flag" },
  { id: "validUntil", label: "Warranty until", kind: "day" },
];

/** Closeout papers of the agency, or of one project. */
export function PaperTable({ projectId }: { projectId?: string }) {
  return (
    <DataTable<PaperRow>
      name={projectId ? "project-closeout-papers" : "closeout-papers"}
      title="Closeout papers"
      path="/api/v1/closeout-papers"
      {...(projectId && { fixed: `projectId=${projectId}` })}
      columns={projectId ? columns.filter(({ id }) => id !== "project") : columns}
      filters={filters}
      defaultSort="party"
      embedded
      exportable
      rowHref={(p) => pathTo("closeoutPaper", { id: p.id })}
      empty={{
        title: "No paper is asked for",
        text: "Ask for the usual papers: drawings as built, manuals, the warranty, and the state's certificate where the law wants it.",
      }}
    />
  );
}
