import { pathTo } from "#areas.ts";
import { options } from "#kernel/labels.ts";
import { DeadlineClock } from "#web/kit/DeadlineClock.tsx";
import { DataTable } from "#web/kit/table/DataTable.tsx";
import type { Column } from "#web/kit/table/columns.tsx";
import type { Filter } from "#web/kit/table/filters.ts";
import { submittalCourts, submittalKinds, submittalStatuses } from "./submittal.labels.ts";
import type { SubmittalRow } from "./submittal.model.ts";

const columns: readonly Column<SubmittalRow>[] = [
  { id: "number", label: "Number", kind: "plate", value: (s) => s.number },
  { id: "title", label: "Subject", kind: "text", value: (s) => s.title, sortable: false },
  { id: "section", label: "Specification section", kind: "text", value: (s) => s.section },
  { id: "project", label: "Project", kind: "text", value: (s) => s.project, sortable: false },
  {
    id: "revision",
    label: "Revision",
    kind: "number",
    value: (s) => s.revision,
    sortable: false,
  },
  {
    id: "submitBy",
    label: "Submit by",
    kind: "day",
    value: (s) => s.submitBy,
    cell: (s) =>
      s.status === "draft" && s.submitBy ? <DeadlineClock deadline={s.submitBy} short /> : null,
  },
  {
    id: "dueOn",
    label: "Review due",
    kind: "day",
    value: (s) => s.dueOn,
    cell: (s) =>
      s.court === "agency" && s.dueOn ? <DeadlineClock deadline={s.dueOn} short /> : null,
  },
  {
    id: "status",
    label: "Status",
    kind: "status",
    value: (s) => s.status,
    statuses: submittalStatuses,
  },
];
const filters: readonly Filter[] = [
  { id: "status", label: "Status", kind: "set", pinned: true, options: options(submittalStatuses) },
  { id: "court", label: "In whose court", kind: "set", options: options(submittalCourts) },
  { id: "kind", label: "Kind", kind: "set", options: options(submittalKinds) },
  { id: "overdue", label: "Overdue", kind: "flag" },
  { id: "submitBy", label: "Submit by", kind: "day" },
  { id: "dueOn", label: "Review due", kind: "day" },
];

/** Submittals of the agency, or of one project. */
export function SubmittalTable({ projectId }: { projectId?: string }) {
  return (
    <DataTable<SubmittalRow>
      name={projectId ? "project-submittals" : "submittals"}
      title="Submittals"
      path="/api/v1/submittals"
      {...(projectId && { fixed: `projectId=${projectId}` })}
      columns={projectId ? columns.filter(({ id }) => id !== "project") : columns}
      filters={filters}
      defaultSort="number"
      embedded
      exportable
      rowHref={(s) => pathTo("submittal", { id: s.id })}
      empty={{
        title: "No submittals yet",
        text: "List what the contractor is to submit, with the day it is needed on site. The contractor submits it in its portal; another person reviews it.",
      }}
    />
  );
}
