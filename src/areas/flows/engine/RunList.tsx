import { Plus } from "lucide-react";
import { useState } from "react";
import { pathTo } from "#areas.ts";
import { options } from "#kernel/labels.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { useGet } from "#web/kit/queries.ts";
import type { Column } from "#web/kit/table/columns.tsx";
import { DataTable } from "#web/kit/table/DataTable.tsx";
import type { Filter } from "#web/kit/table/filters.ts";
import type { FlowVersion } from "../definition/flow.model.ts";
import { byHandAbout } from "./records.labels.ts";
import { runStatuses, runViews, waitsForLabels } from "../run/run.labels.ts";
import type { Run } from "../run/run.model.ts";

const StartRun = dialogOnDemand(async () => (await import("./StartRun.tsx")).StartRun);

const columns: readonly Column<Run>[] = [
  { id: "number", label: "Number", kind: "plate", value: (run) => run.number },
  { id: "flow", label: "Workflow", kind: "text", value: (run) => run.flow },
  { id: "objectNumber", label: "About", kind: "text", value: (run) => run.objectNumber },
  { id: "place", label: "Stands at", kind: "text", value: (run) => run.place, sortable: false },
  {
    id: "waitsFor",
    label: "Waits for",
    kind: "text",
    value: (run) => (run.waitsFor ? waitsForLabels[run.waitsFor] : null),
  },
  { id: "waitsUntil", label: "Until", kind: "instant", value: (run) => run.waitsUntil },
  { id: "createdAt", label: "Began", kind: "instant", value: (run) => run.createdAt },
  {
    id: "status",
    label: "Status",
    kind: "status",
    value: (run) => run.status,
    statuses: runStatuses,
  },
];

const filtersOf = (flows: readonly FlowVersion[]): readonly Filter[] => [
  {
    id: "status",
    label: "Status",
    kind: "set",
    pinned: true,
    options: options(runStatuses),
  },
  {
    id: "flow",
    label: "Workflow",
    kind: "set",
    options: flows.map((flow) => ({ value: flow.definitionId, label: flow.name })),
  },
  { id: "waitsFor", label: "Waits for", kind: "set", options: options(waitsForLabels) },
  { id: "mine", label: "Mine", kind: "flag" },
];

/** /workflow-engine: all runs of workflows for who may see them, else one's own. */
export default function RunList() {
  const { can } = useAuth();
  const [starting, setStarting] = useState(false);
  const list = useGet<{ items: FlowVersion[] }>("flow-definitions", "/api/v1/flow-definitions");
  const inForce = (list.data?.items ?? []).filter((flow) => flow.status === "published");
  const byHand = byHandAbout(inForce, null);
  return (
    <>
      <DataTable<Run>
        name="flow-runs"
        title="Workflow runs"
        path="/api/v1/flow-runs"
        columns={columns}
        filters={filtersOf(inForce)}
        defaultSort="-number"
        rowHref={(run) => pathTo("flowRun", { id: run.id })}
        views={[...runViews]}
        empty={{
          title: "No runs yet",
          text: "A run begins when a workflow in force says so, or by hand.",
        }}
        actions={
          can("flow.start") &&
          byHand.length > 0 && (
            <button type="button" className="btn btn-primary" onClick={() => setStarting(true)}>
              <Plus aria-hidden="true" />
              Begin a workflow
            </button>
          )
        }
      />
      {starting && <StartRun flows={byHand} onClose={() => setStarting(false)} />}
    </>
  );
}
