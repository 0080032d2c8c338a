import { useState } from "react";
import { useNavigate } from "react-router";
import { pathTo } from "#areas.ts";
import { options } from "#kernel/labels.ts";
import { formatCents } from "#kernel/money.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { Held } from "#web/kit/Held.tsx";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { useGet } from "#web/kit/queries.ts";
import { Panel } from "#web/kit/states.tsx";
import type { Column } from "#web/kit/table/columns.tsx";
import { DataTable } from "#web/kit/table/DataTable.tsx";
import type { Filter } from "#web/kit/table/filters.ts";
import { LineTable, type LinePart } from "#web/kit/table/LineTable.tsx";
import { declarationCycle } from "./declaration.labels.ts";
import type { Declaration } from "./declaration.model.ts";
import { HubFinding } from "./HubFinding.tsx";

const DeclareDialog = dialogOnDemand(
  async () => (await import("./DeclareDialog.tsx")).DeclareDialog,
);
const ThresholdDialog = dialogOnDemand(
  async () => (await import("./ThresholdDialog.tsx")).ThresholdDialog,
);
const columns: readonly Column<Declaration>[] = [
  { id: "number", label: "Number", kind: "plate", value: (d) => d.number },
  { id: "title", label: "Disaster", kind: "text", value: (d) => d.title },
  { id: "declaredOn", label: "Declared", kind: "day", value: (d) => d.declaredOn },
  { id: "projects", label: "Projects", kind: "number", sortable: false, value: (d) => d.projects },
  {
    id: "obligated",
    label: "Obligated",
    kind: "money",
    sortable: false,
    value: (d) => d.obligated,
    main: () => true,
  },
  {
    id: "requested",
    label: "Requested",
    kind: "money",
    sortable: false,
    value: (d) => d.requested,
  },
  {
    id: "status",
    label: "Status",
    kind: "status",
    sortable: false,
    value: (d) => d.status,
    statuses: declarationCycle.statuses,
  },
];
const filters: readonly Filter[] = [
  {
    id: "status",
    label: "Status",
    kind: "set",
    pinned: true,
    options: options(declarationCycle.statuses),
  },
];

type Threshold = {
  fiscalYear: number;
  minimumCents: number;
  largeCents: number;
  source: string;
  verified: boolean;
};
const parts: readonly LinePart<Threshold>[] = [
  { label: "Fiscal year", as: "title", cell: (t) => String(t.fiscalYear) },
  { label: "Least, $", cell: (t) => formatCents(t.minimumCents, { symbol: false }) },
  {
    label: "Source",
    words: true,
    cell: (t) => `${t.source}${t.verified ? "" : " (not verified)"}`,
  },
  {
    label: "Large from, $",
    as: "amount",
    cell: (t) => formatCents(t.largeCents, { symbol: false }),
  },
];

function Thresholds() {
  const { can } = useAuth();
  const [loading, setLoading] = useState(false);
  const found = useGet<{ items: Threshold[] }>("pa-declarations", "/api/v1/pa-thresholds");
  return (
    <Panel title="Thresholds of projects by fiscal year">
      <LineTable
        label="Thresholds"
        parts={parts}
        lines={found.data?.items ?? []}
        keyOf={(t) => String(t.fiscalYear)}
      />
      {can("recovery.edit") && (
        <button type="button" className="btn mt-3" onClick={() => setLoading(true)}>
          Load a notice
        </button>
      )}
      {loading && <ThresholdDialog onClose={() => setLoading(false)} />}
    </Panel>
  );
}

/** Federal declarations, and the thresholds that freeze with them. */
export default function DeclarationTab() {
  const navigate = useNavigate();
  const [entering, setEntering] = useState(false);
  return (
    <div className="stack">
      <div className="flex flex-wrap items-center gap-3">
        <h1>Federal declarations</h1>
        <Held permission="recovery.edit" what="Enter a declaration">
          <button
            type="button"
            className="btn btn-primary ml-auto"
            onClick={() => setEntering(true)}
          >
            Enter a declaration
          </button>
        </Held>
      </div>
      <HubFinding />
      <DataTable<Declaration>
        name="pa-declarations"
        title="Declarations"
        path="/api/v1/pa-declarations"
        columns={columns}
        filters={filters}
        defaultSort="-declaredOn"
        embedded
        exportable
        rowHref={(d) => pathTo("paDeclaration", { id: d.id })}
        empty={{
          title: "No declarations",
          text: "Enter one, or import it from OpenFEMA under FEMA integration.",
        }}
      />
      <Thresholds />
      {entering && (
        <DeclareDialog
          onClose={() => setEntering(false)}
          onDone={({ id }) => void navigate(pathTo("paDeclaration", { id }))}
        />
      )}
    </div>
  );
}
