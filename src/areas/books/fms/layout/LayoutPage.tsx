import { useState } from "react";
import { Link, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { BudgetNav } from "#areas/budget/budget.ui.tsx";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { useGet, useList } from "#web/kit/queries.ts";
import { EmptyState, ErrorPanel, Panel, RecordSkeleton } from "#web/kit/states.tsx";
import { LineTable, type LinePart } from "#web/kit/table/LineTable.tsx";
import type { PeriodRow } from "../../period/period.model.ts";
import { LayoutDraft } from "./LayoutDraft.tsx";
import { layoutForms, records } from "#kernel/file-layout.ts";
import { fieldValues } from "./layout.labels.ts";
import type { LayoutField, LayoutRow, LayoutTry } from "./layout.model.ts";

const parts: readonly LinePart<LayoutField>[] = [
  { label: "Field", as: "title", cell: (f) => f.name },
  { label: "Where", cell: (f) => records[f.record] },
  { label: "What", cell: (f) => fieldValues[f.value].label },
  { label: "Constant or letters", cell: (f) => f.text || "—" },
  { label: "Width", cell: (f) => (f.width === 0 ? "as long as it is" : String(f.width)) },
];

function Tried({ id, periodId }: { id: string; periodId: string }) {
  const found = useGet<LayoutTry>(
    "fms-layouts",
    `/api/v1/fms-layouts/${id}/try?periodId=${periodId}`,
  );
  if (found.isPending) return <RecordSkeleton />;
  if (!found.data) return <ErrorPanel error={found.error} what="The file" />;
  return (
    <div className="stack">
      {found.data.faults.length > 0 && (
        <ul className="checks" aria-label="What keeps it from being built">
          {found.data.faults.map((fault) => (
            <li key={fault}>{fault}</li>
          ))}
        </ul>
      )}
      <pre className="mono overflow-x-auto text-12" tabIndex={0} aria-label="Its first lines">
        {found.data.text}
      </pre>
    </div>
  );
}

function Try({ id }: { id: string }) {
  const [chosen, setChosen] = useState("");
  const periods = useList<PeriodRow>(
    "/api/v1/accounting-periods",
    "begun=true&sort=number&limit=100",
  );
  return (
    <Panel title="Try it">
      <div className="field">
        <label htmlFor="try-period">With what waits of</label>
        <select
          id="try-period"
          className="field-control"
          value={chosen}
          onChange={(event) => setChosen(event.target.value)}
        >
          <option value="">Choose a period</option>
          {(periods.data?.items ?? []).map((p) => (
            <option key={p.id} value={p.id}>
              {p.name}
            </option>
          ))}
        </select>
      </div>
      {chosen && <Tried id={id} periodId={chosen} />}
    </Panel>
  );
}

/** A layout: its fields, and the file that it would make of a period. */
export default function LayoutPage() {
  const { id = "" } = useParams();
  const { can } = useAuth();
  const [changing, setChanging] = useState(false);
  const found = useGet<{ items: LayoutRow[] }>("fms-layouts", "/api/v1/fms-layouts");
  const layout = found.data?.items.find((l) => l.id === id);
  const body = () => {
    if (found.isPending) return <RecordSkeleton />;
    if (found.error) return <ErrorPanel error={found.error} what="The layout" />;
    if (!layout)
      return (
        <EmptyState page kind="no-results" title="This layout does not exist">
          <Link to={`${pathTo("financeSystem")}?tab=layouts`}>Layouts</Link>
        </EmptyState>
      );
    return (
      <div className="stack">
        <header className="flex flex-wrap items-start justify-between gap-3">
          <div>
            <h1>{layout.name}</h1>
            <p className="text-t2">
              Version {layout.versionNo}, {layout.status}. {layoutForms[layout.form]}.{" "}
              <Link to={`${pathTo("financeSystem")}?tab=layouts`}>Layouts</Link>
            </p>
          </div>
          {can("books.rules") && (
            <button type="button" className="btn btn-primary" onClick={() => setChanging(true)}>
              {layout.status === "draft" ? "Change the draft" : "Draft the next version"}
            </button>
          )}
        </header>
        <Try id={id} />
        <Panel title="Fields" flush>
          <LineTable
            label="Fields of the layout"
            parts={parts}
            lines={layout.fields}
            keyOf={(f) => `${f.record} ${f.name}`}
          />
        </Panel>
      </div>
    );
  };
  return (
    <>
      <BudgetNav />
      {body()}
      {changing && layout && <LayoutDraft of={layout} onClose={() => setChanging(false)} />}
    </>
  );
}
