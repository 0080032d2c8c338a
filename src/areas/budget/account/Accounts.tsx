import { useState } from "react";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { useGet } from "#web/kit/queries.ts";
import { Badge } from "#web/kit/StatusBadge.tsx";
import { ErrorPanel, Panel, TableSkeleton } from "#web/kit/states.tsx";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import type { Segment } from "../budget.model.ts";
import { accountClasses, categories } from "../chart.labels.ts";
import { BudgetNav } from "../line/BudgetNav.tsx";
import { FiscalYears } from "./FiscalYears.tsx";
import { kinds, type Kind } from "./segment.labels.ts";

const SegmentDialog = dialogOnDemand(
  async () => (await import("./SegmentDialog.tsx")).SegmentDialog,
);

const uses: Record<Kind, string> = {
  fund: "None yet. Every account string begins with a fund: 101 General Fund.",
  account: "None yet. An account says what money is spent on: 5340 Road materials.",
  project: "None yet. Projects are optional: they collect costs across funds.",
  award: "None yet. Awards are optional: a grant that pays for part of the work.",
};

function Table({
  kind,
  items,
  onOpen,
}: {
  kind: Kind;
  items: readonly Segment[];
  onOpen: ((s: Segment) => void) | null;
}) {
  if (items.length === 0)
    return (
      <p className="px-4 py-3 text-t2">
        {uses[kind]}
        {onOpen ? "" : " A budget officer adds them."}
      </p>
    );
  return (
    <div className="table-scroll" tabIndex={0} role="region" aria-label={kinds[kind]}>
      <table className="ledger">
        <thead>
          <tr>
            <th scope="col">Code</th>
            <th scope="col">Name</th>
            <th scope="col" className="max-md:hidden">
              Rule
            </th>
            <th scope="col">Status</th>
          </tr>
        </thead>
        <tbody>
          {items.map((s) => (
            <tr key={s.id}>
              <td className="mono">{s.code}</td>
              <td>
                {onOpen ? (
                  <button type="button" className="text-left text-link" onClick={() => onOpen(s)}>
                    {s.name}
                  </button>
                ) : (
                  s.name
                )}
              </td>
              <td className="text-t2 max-md:hidden">
                {[
                  kind === "account" && `${accountClasses[s.class]}, ${categories[s.category]}`,
                  kind === "fund" && `${s.stop} stop`,
                  s.federal && "federal",
                  s.assistanceListing,
                ]
                  .filter(Boolean)
                  .join(" · ") || "—"}
              </td>
              <td>
                <Badge
                  tone={s.active ? "success" : "neutral"}
                  label={s.active ? "In use" : "Not in use"}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Funds, accounts, projects and awards: the segments of account strings. */
export default function Accounts() {
  const { can } = useAuth();
  const list = useGet<{ items: Segment[] }>("segments", "/api/v1/segments");
  const [open, setOpen] = useState<{ kind: Kind; segment: Segment | null } | null>(null);
  const edit = can("budget.edit");
  return (
    <>
      <BudgetNav />
      <div className="stack">
        <h1 className="text-22 font-semibold">Funds and accounts</h1>
        <FiscalYears />
        {list.isPending && <TableSkeleton columns={4} />}
        {list.isError && (
          <ErrorPanel error={list.error} what="The accounts" onRetry={() => void list.refetch()} />
        )}
        {list.data &&
          (Object.keys(kinds) as Kind[]).map((kind) => (
            <Panel
              key={kind}
              title={kinds[kind]}
              flush
              aside={
                edit && (
                  <button
                    type="button"
                    className="btn btn-small"
                    aria-label={`Add to ${kinds[kind].toLowerCase()}`}
                    onClick={() => setOpen({ kind, segment: null })}
                  >
                    Add
                  </button>
                )
              }
            >
              <Table
                kind={kind}
                items={list.data.items.filter((s) => s.kind === kind)}
                onOpen={edit ? (segment) => setOpen({ kind, segment }) : null}
              />
            </Panel>
          ))}
      </div>
      {open && (
        <SegmentDialog kind={open.kind} segment={open.segment} onClose={() => setOpen(null)} />
      )}
    </>
  );
}
