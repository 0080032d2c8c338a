import { useState } from "react";
import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { formatCents } from "#kernel/money.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { useGet } from "#web/kit/queries.ts";
import { EmptyState, ErrorPanel, Panel, RecordSkeleton } from "#web/kit/states.tsx";
import { LineTable } from "#web/kit/table/LineTable.tsx";
import { bases } from "./allocation.labels.ts";
import type { PoolRow } from "./allocation.model.ts";

const dialogs = {
  pool: dialogOnDemand(async () => (await import("./PoolDialogs.tsx")).PoolDialog),
  run: dialogOnDemand(async () => (await import("./PoolDialogs.tsx")).RunDialog),
};

function Pool({ pool, onRun }: { pool: PoolRow; onRun: (() => void) | null }) {
  return (
    <Panel
      title={`${pool.code} ${pool.name}`}
      aside={
        onRun && (
          <button type="button" className="btn btn-small" onClick={onRun}>
            Share out a month
          </button>
        )
      }
    >
      <p className="text-t2">
        What <span className="mono">{pool.account}</span> was charged, by{" "}
        {bases[pool.basis].toLowerCase()}, among{" "}
        {pool.targets
          .map((t) => (pool.basis === "percent" ? `${t.code} (${t.share / 100} %)` : t.code))
          .join(", ")}
        .
      </p>
      {pool.runs.length > 0 && (
        <LineTable
          label={`Runs of ${pool.code}`}
          lines={pool.runs}
          keyOf={(r) => r.id}
          parts={[
            { label: "Month", as: "title", cell: (r) => r.period.slice(0, 7) },
            {
              label: "Journal",
              words: true,
              cell: (r) => (
                <Link to={pathTo("journal", { id: r.journalId })}>
                  {r.journal} ({r.status})
                </Link>
              ),
            },
            {
              label: "Parts",
              words: true,
              cell: (r) => r.lines.map((l) => `${l.code} ${formatCents(l.cents)}`).join(", "),
            },
            {
              label: "Allocated, $",
              as: "amount",
              cell: (r) => formatCents(r.cents, { symbol: false }),
            },
          ]}
        />
      )}
    </Panel>
  );
}

/** Pools of cost that are shared out: a run is a journal that another person posts, and can reverse. */
export function Pools() {
  const { can } = useAuth();
  const [open, setOpen] = useState<{ what: "pool" | "run"; of: PoolRow | null } | null>(null);
  const found = useGet<{ items: PoolRow[] }>("allocation-pools", "/api/v1/allocation-pools");
  const edits = can("costCenter.edit");
  if (found.isPending) return <RecordSkeleton />;
  if (!found.data)
    return <ErrorPanel error={found.error} what="The pools" onRetry={() => void found.refetch()} />;
  const Dialog = open ? dialogs[open.what] : null;
  return (
    <div className="stack">
      {edits && (
        <button
          type="button"
          className="btn self-start"
          onClick={() => setOpen({ what: "pool", of: null })}
        >
          Add a pool
        </button>
      )}
      {found.data.items.length === 0 && (
        <EmptyState kind="first-use" title="No pools yet">
          A pool is an account whose cost others bear in part: mail, vehicles, the data center.
        </EmptyState>
      )}
      {found.data.items.map((pool) => (
        <Pool
          key={pool.id}
          pool={pool}
          onRun={edits ? () => setOpen({ what: "run", of: pool }) : null}
        />
      ))}
      {Dialog && open && <Dialog of={open.of} onClose={() => setOpen(null)} />}
    </div>
  );
}
