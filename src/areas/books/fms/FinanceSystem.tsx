import type { ReactNode } from "react";
import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { formatCents } from "#kernel/money.ts";
import { counted } from "#kernel/words.ts";
import { BudgetNav } from "#areas/budget/budget.ui.tsx";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { Finding, type FindingPart } from "#web/kit/Finding.tsx";
import { useGet } from "#web/kit/queries.ts";
import { Fact, Facts } from "#web/kit/record/Facts.tsx";
import { EmptyState, ErrorPanel, Panel, RecordSkeleton } from "#web/kit/states.tsx";
import { Tabs } from "#web/kit/Tabs.tsx";
import { Comparison } from "./balance/Comparison.tsx";
import type { FmsStanding } from "./batch/batch.model.ts";
import { BatchTable } from "./batch/BatchTable.tsx";
import { CodeTable } from "./code/CodeTable.tsx";
import { LayoutTable } from "./layout/LayoutTable.tsx";
import { MappingTable } from "./mapping/MappingTable.tsx";

const findingOf = (s: FmsStanding): FindingPart[] => [
  ...(s.unknown > 0
    ? [
        {
          text: `${counted(s.unknown, "batch", "batches")} may or may not have arrived: ask the finance system`,
          to: "?tab=batches&status=unknown",
        },
      ]
    : []),
  ...(s.waiting > 0
    ? [{ text: `${counted(s.waiting, "line waits", "lines wait")} for the finance system` }]
    : []),
  ...(s.underWay > 0
    ? [{ text: `${counted(s.underWay, "line is", "lines are")} under way and not acknowledged` }]
    : []),
  ...(s.rejected > 0
    ? [{ text: `${counted(s.rejected, "line was", "lines were")} rejected` }]
    : []),
];

function Standing({ standing: s }: { standing: FmsStanding }) {
  const apart = s.here - s.there;
  const title = apart === 0 ? "The finance system has taken all of it" : "They do not agree yet";
  return (
    <Panel title={s.period ? `${s.period.name}: ${title.toLowerCase()}` : title}>
      <Facts>
        <Fact label="Debits in the ledger here">{formatCents(s.here)}</Fact>
        <Fact label="Acknowledged by the finance system">{formatCents(s.there)}</Fact>
        <Fact label="Difference">{formatCents(apart)}</Fact>
        <Fact label="Lines that wait">{s.waiting + s.underWay + s.rejected}</Fact>
      </Facts>
    </Panel>
  );
}

function Body({ children }: { children: (standing: FmsStanding) => ReactNode }) {
  const { can } = useAuth();
  const found = useGet<FmsStanding>("fms-standing", "/api/v1/fms-standing");
  if (!can("books.read"))
    return (
      <EmptyState page kind="no-access" title="You cannot read the general ledger">
        The controller, the treasurer, accounts payable, auditors, budget officers and managers can.
      </EmptyState>
    );
  if (found.isPending) return <RecordSkeleton />;
  if (!found.data)
    return (
      <ErrorPanel
        error={found.error}
        what="The finance system"
        onRetry={() => void found.refetch()}
      />
    );
  return children(found.data);
}

/** The finance system beside the ledger: whether both agree, batches, codes, layouts. */
export default function FinanceSystem() {
  return (
    <>
      <BudgetNav />
      <Body>
        {(standing) => (
          <div className="stack">
            <header>
              <h1>Finance system</h1>
              {standing.period ? (
                <Finding
                  parts={findingOf(standing)}
                  none={`Everything of ${standing.period.name} is acknowledged.`}
                />
              ) : (
                <p className="finding" role="status">
                  No period is open. <Link to={pathTo("booksClose")}>Begin the books</Link> first.
                </p>
              )}
            </header>
            {standing.period && <Standing standing={standing} />}
            <Tabs
              label="Parts of the finance system"
              tabs={[
                { id: "batches", label: "Batches", content: () => <BatchTable /> },
                { id: "reconciliation", label: "Reconciliation", content: () => <Comparison /> },
                { id: "mappings", label: "Codes", content: () => <MappingTable /> },
                { id: "chart", label: "Chart there", content: () => <CodeTable /> },
                { id: "layouts", label: "Layouts", content: () => <LayoutTable /> },
              ]}
            />
          </div>
        )}
      </Body>
    </>
  );
}
