import { useState } from "react";
import { useParams } from "react-router";
import { formatCents } from "#kernel/money.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { MoneyStrip } from "#web/kit/MoneyStrip.tsx";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { useRecord } from "#web/kit/queries.ts";
import { Fact, Facts } from "#web/kit/record/Facts.tsx";
import { ErrorPanel, Panel, RecordSkeleton } from "#web/kit/states.tsx";
import type { BudgetLine } from "../budget.model.ts";
import { LedgerTable } from "../ledger/LedgerTable.tsx";
import { BudgetNav } from "./BudgetNav.tsx";

const Amend = dialogOnDemand(async () => (await import("./BudgetLineDialogs.tsx")).Amend);
const Transfer = dialogOnDemand(async () => (await import("./BudgetLineDialogs.tsx")).Transfer);

/** One budget line: its money and every ledger entry that made it. */
export default function BudgetLinePage() {
  const { id = "" } = useParams();
  const { can } = useAuth();
  const {
    data: line,
    error,
    refetch,
    isPending,
  } = useRecord<BudgetLine>("/api/v1/budget-lines", id);
  const [open, setOpen] = useState<"amend" | "transfer" | null>(null);
  if (isPending) return <RecordSkeleton />;
  if (!line)
    return <ErrorPanel error={error} what="This budget line" onRetry={() => void refetch()} />;
  return (
    <>
      <BudgetNav />
      <div className="stack">
        <div className="flex flex-wrap items-start gap-4">
          <div className="mr-auto">
            <p>
              <span className="plate-number">{line.code}</span>{" "}
              <span className="text-t3">
                fiscal year {line.year}
                {line.closed && ", closed: its budget does not change any more"}
              </span>
            </p>
            <h1 className="mt-2 text-22 font-semibold">
              {line.department} · {line.account}
            </h1>
            <p className="text-t2">
              {[line.fund, line.project, line.award].filter(Boolean).join(" · ")} ·{" "}
              {line.stop === "hard" ? "hard stop" : "soft stop"}
            </p>
          </div>
          {can("budget.edit") && !line.closed && (
            <div className="flex gap-2">
              <button type="button" className="btn" onClick={() => setOpen("transfer")}>
                Move budget
              </button>
              <button type="button" className="btn btn-primary" onClick={() => setOpen("amend")}>
                Amend
              </button>
            </div>
          )}
        </div>
        <Panel
          title="Where the money stands"
          aside={<span className="text-t2">{line.usedPercent}% used</span>}
        >
          <MoneyStrip
            expendedCents={line.expended}
            encumberedCents={line.encumbered + line.preEncumbered}
            availableCents={line.available}
            exact
          />
          <div className="mt-4">
            <Facts>
              <Fact label="Original">{formatCents(line.original)}</Fact>
              <Fact label="Adjustments">{formatCents(line.adjusted)}</Fact>
              <Fact label="Revised">{formatCents(line.budget)}</Fact>
              <Fact label="Pre-encumbered (requisitions)">{formatCents(line.preEncumbered)}</Fact>
              <Fact label="Encumbered (orders)">{formatCents(line.encumbered)}</Fact>
              <Fact label="Expended">{formatCents(line.expended)}</Fact>
              <Fact label="Available">
                <span className="font-semibold">{formatCents(line.available)}</span>
              </Fact>
            </Facts>
          </div>
        </Panel>
        {can("ledger.read") && (
          <Panel title="Ledger entries" flush>
            <LedgerTable fixed={`budgetLineId=${line.id}`} />
          </Panel>
        )}
      </div>
      {open === "amend" && <Amend line={line} onClose={() => setOpen(null)} />}
      {open === "transfer" && (
        <Transfer line={line} year={line.year} onClose={() => setOpen(null)} />
      )}
    </>
  );
}
