import { pathTo } from "#areas.ts";
import { options } from "#kernel/labels.ts";
import type { Column } from "#web/kit/table/columns.tsx";
import { DataTable } from "#web/kit/table/DataTable.tsx";
import type { Filter } from "#web/kit/table/filters.ts";
import { everies, reportScheduleCycle, scheduleWords } from "./schedule.labels.ts";
import type { ScheduleRow } from "./schedule.model.ts";

const columns: readonly Column<ScheduleRow>[] = [
  { id: "number", label: "Number", kind: "plate", value: (s) => s.number },
  {
    id: "status",
    label: "Status",
    kind: "status",
    sortable: false,
    value: (s) => s.status,
    statuses: reportScheduleCycle.statuses,
  },
  { id: "name", label: "Letter", kind: "text", value: (s) => s.name },
  { id: "every", label: "Goes", kind: "text", sortable: false, value: scheduleWords },
  { id: "nextAt", label: "Next", kind: "instant", value: (s) => s.nextAt },
  { id: "lastAt", label: "Last sent", kind: "instant", value: (s) => s.lastAt },
  { id: "readers", label: "Readers", kind: "number", sortable: false, value: (s) => s.readers },
  { id: "owner", label: "Set up by", kind: "text", sortable: false, value: (s) => s.owner },
];
const filters: readonly Filter[] = [
  {
    id: "status",
    label: "Status",
    kind: "set",
    pinned: true,
    options: options(reportScheduleCycle.statuses),
  },
  { id: "every", label: "Goes", kind: "set", options: options(everies) },
  { id: "mine", label: "Set up by me", kind: "flag", pinned: true },
];

/** Reports by mail that somebody set up or gets: all, or those of one report. */
export function ScheduleTable({ fixed }: { fixed?: string }) {
  return (
    <DataTable<ScheduleRow>
      name="report-schedules"
      title="Reports by mail"
      path="/api/v1/report-schedules"
      columns={columns}
      filters={filters}
      {...(fixed && { fixed, embedded: true })}
      defaultSort="name"
      rowHref={(s) => pathTo("reportSchedule", { id: s.id })}
      empty={{
        title: "No reports by mail yet",
        text: "Open a report and choose Send by mail. It is asked anew each time, and each reader gets the figures that they may read.",
      }}
    />
  );
}
