import { useState } from "react";
import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { formatDate } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { useGet } from "#web/kit/queries.ts";
import { EmptyState, ErrorPanel, Panel, TableSkeleton } from "#web/kit/states.tsx";
import { Badge } from "#web/kit/StatusBadge.tsx";
import { LineTable, type LinePart } from "#web/kit/table/LineTable.tsx";
import type { CycleRow } from "../cycle/cycle.model.ts";
import { useCycle } from "../cycle/useCycle.ts";
import { BudgetNav } from "../line/BudgetNav.tsx";
import type { AmendedFund, FundBalance, FundRule } from "./fund-balance.model.ts";

const dialogs = {
  beginning: dialogOnDemand(async () => (await import("./FundDialogs.tsx")).BeginningDialog),
  rule: dialogOnDemand(async () => (await import("./FundDialogs.tsx")).RuleDialog),
};
const money = (cents: number) => formatCents(cents, { symbol: false });
type Rule = FundRule & { id: string; fund: string | null };
type Answer = { funds: FundBalance[]; untied: number; rules: Rule[]; amended: AmendedFund[] };

const parts: readonly LinePart<FundBalance>[] = [
  { label: "Fund", as: "title", cell: (f) => f.fund },
  { label: "Begins with, $", cell: (f) => money(f.beginning) },
  { label: "Revenue, $", cell: (f) => money(f.revenue) },
  { label: "In, $", cell: (f) => money(f.transfersIn) },
  { label: "Expenditure, $", cell: (f) => money(f.expenditure) },
  { label: "Out, $", cell: (f) => money(f.transfersOut) },
  { label: "Reserve, $", cell: (f) => money(f.least) },
  { label: "Decided, $", cell: (f) => (f.adoptedEnd === null ? "—" : money(f.adoptedEnd)) },
  { label: "Ends with, $", as: "amount", cell: (f) => money(f.end) },
  {
    label: "Rules",
    as: "badge",
    cell: (f) =>
      f.breaches.length === 0 ? (
        <Badge tone="success" label="Holds" />
      ) : (
        <Badge tone="danger" label="Breaks a rule" />
      ),
  },
];

const amendedParts: readonly LinePart<AmendedFund>[] = [
  {
    label: "Amendment",
    as: "title",
    cell: (a) => (
      <>
        <Link to={pathTo("budgetAmendment", { id: a.id })}>
          <span className="mono">{a.number}</span> {a.title}
        </Link>
        {a.decision && <span className="block text-12 text-t3">Decided: {a.decision}</span>}
      </>
    ),
  },
  { label: "Fund", cell: (a) => a.fund },
  { label: "Changes the end by, $", as: "amount", cell: (a) => money(a.cents) },
];

/** What amended the budget since it was decided, by fund, with what was decided about it. */
function Amended({ rows }: { rows: readonly AmendedFund[] }) {
  if (rows.length === 0) return null;
  return (
    <Panel title="Amended since it was adopted">
      <LineTable
        label="Amendments by fund"
        parts={amendedParts}
        lines={rows}
        keyOf={(a) => `${a.id} ${a.fundId}`}
      />
    </Panel>
  );
}

function Rules({ rules, onAdd }: { rules: readonly Rule[]; onAdd: (() => void) | null }) {
  return (
    <Panel
      title="Dated rules"
      aside={
        onAdd && (
          <button type="button" className="btn btn-small" onClick={onAdd}>
            Add a rule
          </button>
        )
      }
    >
      {rules.length === 0 && <p className="text-t2">No rule yet: nothing is asked of a fund.</p>}
      <ul className="grid gap-2">
        {rules.map((r) => (
          <li key={r.id}>
            {r.fund ?? "Every fund"}:{" "}
            {r.kind === "balanced"
              ? "does not end below zero"
              : `keeps ${r.percentHundredths / 100} % of what goes out${r.cents ? `, at least ${formatCents(r.cents)}` : ""}`}
            , from {formatDate(r.fromOn)}. <span className="text-t2">{r.citation}</span>{" "}
            {!r.verified && <Badge tone="warning" label="Not verified" />}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** What breaks a rule, before the figures; that nothing does where that is so. */
function Findings({ funds, untied }: Pick<Answer, "funds" | "untied">) {
  const broken = funds.filter((f) => f.breaches.length > 0);
  return (
    <div className="grid gap-1">
      {untied !== 0 && (
        <p role="alert">
          Transfers do not tie: funds take in {formatCents(untied)} {untied > 0 ? "more" : "less"}{" "}
          than others give.
        </p>
      )}
      {broken.flatMap((f) =>
        f.breaches.map((text) => (
          <p key={f.fundId + text}>
            <strong>{f.fund}:</strong> {text}
            {f.exception && ` Decided: ${f.exception}`}
          </p>
        )),
      )}
      {untied === 0 && broken.length === 0 && funds.length > 0 && (
        <p>All {funds.length} funds keep the rules that stand below.</p>
      )}
    </div>
  );
}

function Funds({ cycle }: { cycle: CycleRow }) {
  const { can } = useAuth();
  const [open, setOpen] = useState<"beginning" | "rule" | null>(null);
  const found = useGet<Answer>("budget-cycles", `/api/v1/budget-cycles/${cycle.id}/fund-balances`);
  const edits = can("budget.edit");
  if (found.isPending) return <TableSkeleton columns={6} />;
  if (!found.data)
    return <ErrorPanel error={found.error} what="The funds" onRetry={() => void found.refetch()} />;
  const { funds, untied, rules, amended } = found.data;
  const Open = open ? dialogs[open] : null;
  return (
    <div className="stack">
      <div className="flex flex-wrap items-center gap-3">
        <h1 className="mr-auto text-22 font-semibold">Fund balances {cycle.year}</h1>
        {edits && (
          <button type="button" className="btn" onClick={() => setOpen("beginning")}>
            Set a beginning balance
          </button>
        )}
      </div>
      <Findings funds={funds} untied={untied} />
      <LineTable
        label="Funds of the cycle"
        parts={parts}
        lines={funds}
        keyOf={(f) => f.fundId}
        across={2}
      />
      <Amended rows={amended} />
      <Rules rules={rules} onAdd={edits ? () => setOpen("rule") : null} />
      {Open && <Open cycleId={cycle.id} funds={funds} onClose={() => setOpen(null)} />}
    </div>
  );
}

/** What every fund begins with, takes in, spends and ends with, and which dated rule it breaks. */
export default function FundBalances() {
  const { found, cycle } = useCycle();
  return (
    <>
      <BudgetNav />
      {found.isError && <ErrorPanel error={found.error} what="The cycles" />}
      {found.data && !cycle && (
        <EmptyState kind="first-use" title="No budget cycle yet">
          Fund balances are worked out for the budget that a cycle prepares.
        </EmptyState>
      )}
      {cycle && <Funds cycle={cycle} />}
    </>
  );
}
