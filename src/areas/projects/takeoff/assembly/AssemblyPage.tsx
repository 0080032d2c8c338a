import { useState } from "react";
import { Link, useNavigate, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { definitionStatuses } from "#kernel/definition.ts";
import { shownDecimal } from "#kernel/quantity.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { useGet } from "#web/kit/queries.ts";
import { EmptyState, ErrorPanel, Panel, RecordSkeleton } from "#web/kit/states.tsx";
import { StatusBadge } from "#web/kit/StatusBadge.tsx";
import { LineTable, type LinePart } from "#web/kit/table/LineTable.tsx";
import { AssemblyEditor } from "./AssemblyEditor.tsx";
import type { AssemblyItem } from "./assembly.labels.ts";
import type { AssemblyRow } from "./assembly.model.ts";
import { formulaText } from "./formula.model.ts";
import { TryPanel } from "./TryPanel.tsx";

const parts: readonly LinePart<AssemblyItem>[] = [
  { label: "Item", as: "title", cell: (item) => item.description },
  {
    label: "Quantity",
    words: true,
    cell: (item) => <span className="mono">{formulaText(item.formula) || "No formula yet"}</span>,
  },
  { label: "Unit", words: true, cell: (item) => item.unit },
  { label: "Waste", cell: (item) => `${shownDecimal(item.waste)} %` },
  { label: "Pack", cell: (item) => (item.pack ? shownDecimal(item.pack) : "—") },
  { label: "Commodity", words: true, cell: (item) => item.commodityCode ?? "—" },
  { label: "Cost code", words: true, cell: (item) => item.costCode ?? "—" },
];

const finding = ({ variables, items }: AssemblyRow): string => {
  const from = variables.map((each) => each.label.toLowerCase());
  const what = items.length === 1 ? "one item" : `${items.length} items`;
  return from.length === 0
    ? `It makes ${what}, whatever is measured.`
    : `It makes ${what} of ${from.join(" and ")}.`;
};

function View({ assembly, onEdit }: { assembly: AssemblyRow; onEdit: () => void }) {
  const { can } = useAuth();
  const { status } = assembly;
  return (
    <div className="stack">
      <header className="flex flex-wrap items-start justify-between gap-3">
        <div className="grid gap-1">
          <h1>{assembly.name}</h1>
          <p className="text-t2">
            {finding(assembly)} Version {assembly.versionNo}{" "}
            <StatusBadge statuses={definitionStatuses} status={status} />{" "}
            <Link to={pathTo("takeoffAssemblies")}>All assemblies</Link>
          </p>
          {assembly.about && <p className="text-t2">{assembly.about}</p>}
        </div>
        {can("takeoff.edit") && status !== "retired" && (
          <button type="button" className="btn btn-primary" onClick={onEdit}>
            {status === "draft" ? "Change the draft" : "Draft the next version"}
          </button>
        )}
      </header>
      <TryPanel parts={assembly} pricesOf={can("takeoff.edit") ? assembly.id : null} />
      <Panel title="Items" flush>
        <LineTable
          label="Items of the assembly"
          parts={parts}
          lines={assembly.items}
          keyOf={(item) => item.key}
        />
      </Panel>
    </div>
  );
}

function Stored({ id }: { id: string }) {
  const navigate = useNavigate();
  const [editing, setEditing] = useState(false);
  const found = useGet<AssemblyRow>("takeoff-assemblies", `/api/v1/takeoff-assemblies/${id}`, {
    first: true,
  });
  if (found.isPending) return <RecordSkeleton />;
  if (!found.data) return <ErrorPanel error={found.error} what="The assembly" />;
  const assembly = found.data;
  if (!editing) return <View assembly={assembly} onEdit={() => setEditing(true)} />;
  return (
    <div className="stack">
      <h1>{assembly.status === "draft" ? assembly.name : `Next version of ${assembly.name}`}</h1>
      <AssemblyEditor
        key={`${assembly.id}-${assembly.version}`}
        of={assembly}
        onSaved={(saved) => {
          setEditing(false);
          void navigate(pathTo("takeoffAssembly", { id: saved }));
        }}
        onCancel={() => setEditing(false)}
      />
    </div>
  );
}

/** /quantity-takeoff/assemblies/:id: what an assembly makes of values; a new one is written here. */
export default function AssemblyPage() {
  const { id } = useParams();
  const { can } = useAuth();
  const navigate = useNavigate();
  if (id) return <Stored key={id} id={id} />;
  if (!can("takeoff.edit"))
    return (
      <EmptyState page kind="no-results" title="Assemblies are written by whoever measures">
        <Link to={pathTo("takeoffAssemblies")}>All assemblies</Link>
      </EmptyState>
    );
  return (
    <div className="stack">
      <h1>New assembly</h1>
      <AssemblyEditor
        of={null}
        onSaved={(saved) => void navigate(pathTo("takeoffAssembly", { id: saved }))}
        onCancel={() => void navigate(pathTo("takeoffAssemblies"))}
      />
    </div>
  );
}
