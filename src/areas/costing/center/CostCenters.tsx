import { useState } from "react";
import { formatDate } from "#kernel/dates.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { useGet } from "#web/kit/queries.ts";
import { EmptyState, ErrorPanel, Panel, RecordSkeleton } from "#web/kit/states.tsx";
import { Tabs } from "#web/kit/Tabs.tsx";
import { Pools } from "../allocation/Pools.tsx";
import type { CenterRow } from "./center.model.ts";
import { DepartmentMoney } from "./DepartmentMoney.tsx";

const dialogs = {
  center: dialogOnDemand(async () => (await import("./CenterDialogs.tsx")).CenterDialog),
  parent: dialogOnDemand(async () => (await import("./CenterDialogs.tsx")).ParentDialog),
};
type Open = { what: "center" | "parent"; of: CenterRow | null } | null;

function Center({
  center,
  all,
  onOpen,
}: {
  center: CenterRow;
  all: readonly CenterRow[];
  onOpen: ((open: Open) => void) | null;
}) {
  const below = all.filter((c) => c.parentId === center.id);
  return (
    <li>
      <div className="flex flex-wrap items-baseline gap-x-3 border-t border-hair py-2">
        <span className="mono text-t3">{center.code}</span>
        <span className="font-medium">{center.name}</span>
        <span className="text-13 text-t2">
          {center.owner ?? "no owner"} · from {formatDate(center.fromOn)}
          {center.toOn && ` to ${formatDate(center.toOn)}`}
        </span>
        {onOpen && (
          <span className="ml-auto flex gap-2">
            <button
              type="button"
              className="btn btn-small"
              aria-label={`Change ${center.code}`}
              onClick={() => onOpen({ what: "center", of: center })}
            >
              Change
            </button>
            <button
              type="button"
              className="btn btn-small"
              aria-label={`Move ${center.code}`}
              onClick={() => onOpen({ what: "parent", of: center })}
            >
              Move
            </button>
          </span>
        )}
      </div>
      {below.length > 0 && (
        <ul className="ml-6">
          {below.map((c) => (
            <Center key={c.id} center={c} all={all} onOpen={onOpen} />
          ))}
        </ul>
      )}
    </li>
  );
}

function Centers() {
  const { can } = useAuth();
  const [open, setOpen] = useState<Open>(null);
  const found = useGet<{ items: CenterRow[] }>("cost-centers", "/api/v1/cost-centers");
  const edits = can("costCenter.edit");
  if (found.isPending) return <RecordSkeleton />;
  if (!found.data)
    return (
      <ErrorPanel
        error={found.error}
        what="The cost centers"
        onRetry={() => void found.refetch()}
      />
    );
  const all = found.data.items;
  const Dialog = open ? dialogs[open.what] : null;
  return (
    <>
      <Panel
        title="Cost centers"
        aside={
          edits && (
            <button
              type="button"
              className="btn btn-small"
              onClick={() => setOpen({ what: "center", of: null })}
            >
              Add a cost center
            </button>
          )
        }
      >
        {all.length === 0 ? (
          <EmptyState kind="first-use" title="No cost centers yet">
            A cost center has an owner, its days, and the center that it stands below.
          </EmptyState>
        ) : (
          <ul>
            {all
              .filter((c) => !c.parentId)
              .map((c) => (
                <Center key={c.id} center={c} all={all} onOpen={edits ? setOpen : null} />
              ))}
          </ul>
        )}
      </Panel>
      {Dialog && open && <Dialog of={open.of} all={all} onClose={() => setOpen(null)} />}
    </>
  );
}

/** /cost-centers: owners, days and parents, what departments have, and pools that are shared out. */
export default function CostCenters() {
  return (
    <div className="stack">
      <h1 className="text-22 font-semibold">Cost centers</h1>
      <Tabs
        label="Cost centers"
        tabs={[
          { id: "departments", label: "Departments", content: () => <DepartmentMoney /> },
          { id: "centers", label: "Centers", content: () => <Centers /> },
          { id: "allocation", label: "Allocation", content: () => <Pools /> },
        ]}
      />
    </div>
  );
}
