import { useState } from "react";
import { useNavigate } from "react-router";
import { pathTo } from "#areas.ts";
import { formatDate } from "#kernel/dates.ts";
import { Held } from "#web/kit/Held.tsx";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { Panel } from "#web/kit/states.tsx";
import type { Column } from "#web/kit/table/columns.tsx";
import { DataTable } from "#web/kit/table/DataTable.tsx";
import { mitigationCycle, programStates } from "./mitigation.labels.ts";
import type { Mitigation } from "./mitigation.model.ts";

const MitigationDialog = dialogOnDemand(
  async () => (await import("./MitigationDialog.tsx")).MitigationDialog,
);
const columns: readonly Column<Mitigation>[] = [
  { id: "number", label: "Number", kind: "plate", value: (m) => m.number },
  { id: "title", label: "Work", kind: "text", value: (m) => m.title },
  { id: "program", label: "Program", kind: "text", sortable: false, value: (m) => m.program },
  {
    id: "declaration",
    label: "Declaration",
    kind: "text",
    sortable: false,
    value: (m) => m.declaration,
  },
  { id: "costCents", label: "Cost", kind: "money", value: (m) => m.costCents, main: () => true },
  {
    id: "status",
    label: "Status",
    kind: "status",
    sortable: false,
    value: (m) => m.status,
    statuses: mitigationCycle.statuses,
  },
];

/** Sub-applications for mitigation, and how the programs stand. */
export default function MitigationTab() {
  const navigate = useNavigate();
  const [adding, setAdding] = useState(false);
  return (
    <div className="stack">
      <div className="flex flex-wrap items-center gap-3">
        <h1>Mitigation</h1>
        <Held permission="recovery.edit" what="Begin a sub-application">
          <button type="button" className="btn btn-primary ml-auto" onClick={() => setAdding(true)}>
            Begin a sub-application
          </button>
        </Held>
      </div>
      {programStates.map((p) => (
        <Panel key={p.program} title={`${p.program}: ${p.state}, since ${formatDate(p.since)}`}>
          <p className="text-13 text-t2">{p.source}</p>
        </Panel>
      ))}
      <DataTable<Mitigation>
        name="pa-mitigation"
        title="Sub-applications"
        path="/api/v1/pa-mitigation"
        columns={columns}
        filters={[]}
        defaultSort="-number"
        embedded
        exportable
        rowHref={(m) => pathTo("paMitigation", { id: m.id })}
        empty={{
          title: "No sub-applications",
          text: "Each stands on its benefits over its costs.",
        }}
      />
      {adding && (
        <MitigationDialog
          onClose={() => setAdding(false)}
          onDone={({ id }) => void navigate(pathTo("paMitigation", { id }))}
        />
      )}
    </div>
  );
}
