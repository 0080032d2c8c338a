import { pathTo } from "#areas.ts";
import { options } from "#kernel/labels.ts";
import { DataTable } from "#web/kit/table/DataTable.tsx";
import type { Column } from "#web/kit/table/columns.tsx";
import type { Filter } from "#web/kit/table/filters.ts";
import { delayCauses, logStatuses } from "./log.labels.ts";
import type { LogRow } from "./log.model.ts";
import { delayInWords } from "./words.ts";

const columns: readonly Column<LogRow>[] = [
  { id: "number", label: "Number", kind: "plate", value: (log) => log.number },
  { id: "day", label: "Day", kind: "day", value: (log) => log.day },
  { id: "project", label: "Project", kind: "text", value: (log) => log.project, sortable: false },
  { id: "author", label: "Author", kind: "text", value: (log) => log.author, sortable: false },
  {
    id: "delayCause",
    label: "Delay",
    kind: "text",
    value: (log) => (log.delayCause ? delayInWords(log) : ""),
    sortable: false,
  },
  {
    id: "quantities",
    label: "Quantities",
    kind: "number",
    value: (log) => log.quantities,
    sortable: false,
  },
  { id: "photos", label: "Photos", kind: "number", value: (log) => log.photos, sortable: false },
  {
    id: "status",
    label: "Status",
    kind: "status",
    value: (log) => log.status,
    statuses: logStatuses,
    sortable: false,
  },
];
const filters: readonly Filter[] = [
  { id: "status", label: "Status", kind: "set", pinned: true, options: options(logStatuses) },
  { id: "delayCause", label: "Delay", kind: "set", options: options(delayCauses) },
  { id: "delayed", label: "With a delay", kind: "flag" },
  { id: "mine", label: "Mine", kind: "flag" },
  { id: "day", label: "Day", kind: "day" },
];

/** Daily logs of the agency, or of one project. */
export function LogTable({ projectId }: { projectId?: string }) {
  return (
    <DataTable<LogRow>
      name={projectId ? "project-daily-logs" : "daily-logs"}
      title="Daily logs"
      path="/api/v1/daily-logs"
      {...(projectId && { fixed: `projectId=${projectId}` })}
      columns={projectId ? columns.filter(({ id }) => id !== "project") : columns}
      filters={filters}
      defaultSort="-day"
      embedded
      exportable
      rowHref={(log) => pathTo("dailyLog", { id: log.id })}
      empty={{
        title: "No logs yet",
        text: "The inspector writes a log for each day on the site: weather, crews, what was built, what stood still.",
      }}
    />
  );
}
