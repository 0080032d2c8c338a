import { pathTo } from "#areas.ts";
import { options } from "#kernel/labels.ts";
import { Held } from "#web/kit/Held.tsx";
import { DataTable } from "#web/kit/table/DataTable.tsx";
import type { Column } from "#web/kit/table/columns.tsx";
import type { Filter } from "#web/kit/table/filters.ts";
import { directions, measureLabels, periods, shownValue } from "../../quality/measures.labels.ts";
import { objectiveStatuses, objectiveViews } from "../../quality/objective.labels.ts";
import type { ObjectiveRow } from "../../quality/objective.model.ts";

const columns: readonly Column<ObjectiveRow>[] = [
  { id: "number", label: "Number", kind: "plate", value: (row) => row.number },
  { id: "name", label: "Objective", kind: "text", value: (row) => row.name, title: true },
  {
    ...{ id: "measure", label: "Measure", kind: "text", sortable: false },
    value: (row) => measureLabels[row.measure],
  },
  {
    ...{ id: "target", label: "Target", kind: "text", sortable: false },
    value: (row) => `${directions[row.direction]} ${shownValue(row.measure, Number(row.target))}`,
  },
  {
    ...{ id: "period", label: "Period", kind: "text", sortable: false },
    value: (row) => periods[row.period],
  },
  { id: "ownerName", label: "Owner", kind: "text", value: (row) => row.ownerName },
  {
    ...{ id: "signals", label: "Signals that wait", kind: "number", sortable: false },
    value: (row) => row.signals,
  },
  {
    ...{ id: "status", label: "Status", kind: "status" },
    value: (row) => row.status,
    statuses: objectiveStatuses,
  },
];
const filters: readonly Filter[] = [
  { id: "status", label: "Status", kind: "set", pinned: true, options: options(objectiveStatuses) },
  { id: "measure", label: "Measure", kind: "set", options: options(measureLabels) },
  { id: "signal", label: "With a signal that waits", kind: "flag" },
  { id: "mine", label: "Mine", kind: "flag" },
];

/** Quality objectives of the agency. */
export function ObjectiveTable({ onCreate }: { onCreate: () => void }) {
  return (
    <DataTable<ObjectiveRow>
      name="quality-objectives"
      title="Quality objectives"
      path="/api/v1/quality-objectives"
      columns={columns}
      filters={filters}
      defaultSort="-number"
      exportable
      views={objectiveViews}
      rowHref={(row) => pathTo("qualityObjective", { id: row.id })}
      actions={
        <Held permission="quality.edit" what="Set an objective">
          <button type="button" className="btn btn-primary" onClick={onCreate}>
            Set an objective
          </button>
        </Held>
      }
      empty={{
        title: "No objective yet",
        text: "A quality officer says what is measured, against which target.",
      }}
    />
  );
}
