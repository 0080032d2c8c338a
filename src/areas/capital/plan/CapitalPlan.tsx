import { Printer } from "lucide-react";
import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { formatDate } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { useGet } from "#web/kit/queries.ts";
import { EmptyState, ErrorPanel, Panel, RecordSkeleton } from "#web/kit/states.tsx";
import { StatusBadge } from "#web/kit/StatusBadge.tsx";
import { LineTable } from "#web/kit/table/LineTable.tsx";
import { CapitalNav } from "../CapitalNav.tsx";
import { requestStatuses } from "../request/request.labels.ts";
import type { AdoptedPlan } from "../scenario/scenario.model.ts";

const money = (cents: number) => formatCents(cents, { symbol: false });
type Item = AdoptedPlan["items"][number];
const planned = (item: Item, year?: number) =>
  item.payments
    .filter((p) => year === undefined || p.year === year)
    .reduce((sum, p) => sum + p.cents, 0);

function Projects({ plan }: { plan: AdoptedPlan }) {
  const years = Array.from({ length: plan.years }, (_, at) => plan.firstYear + at);
  return (
    <LineTable
      label="Projects of the adopted plan"
      lines={plan.items}
      keyOf={(i) => i.id}
      across={3}
      parts={[
        {
          label: "Project",
          as: "title",
          cell: (i) => (
            <span>
              <Link to={pathTo("capitalRequest", { id: i.requestId })}>
                {i.number} {i.title}
              </Link>
              <span className="block text-13 text-t2">
                {i.department} · {[...new Set(i.payments.map((p) => p.source))].join(", ")}
              </span>
            </span>
          ),
        },
        ...years.map((year) => ({
          label: `${year}, $`,
          cell: (i: Item) => (planned(i, year) ? money(planned(i, year)) : ""),
          sum: money(plan.items.reduce((sum, i) => sum + planned(i, year), 0)),
        })),
        { label: "Committed, $", cell: (i: Item) => (i.committed ? money(i.committed) : "") },
        {
          label: "Actual, $",
          cell: (i: Item) => money(i.expended.reduce((sum, e) => sum + e.cents, 0)),
        },
        { label: "Plan, $", as: "amount", cell: (i) => money(planned(i)) },
        {
          label: "Status",
          as: "badge",
          cell: (i) => <StatusBadge statuses={requestStatuses} status={i.status} />,
        },
      ]}
      total={{
        label: "All projects",
        amount: money(plan.items.reduce((sum, i) => sum + planned(i), 0)),
      }}
    />
  );
}

/** /capital-planning: the adopted plan, to read and to print, with actuals from the ledger. */
export default function CapitalPlan() {
  const found = useGet<{ plan: AdoptedPlan | null }>("capital-scenarios", "/api/v1/capital-plan", {
    first: true,
  });
  const plan = found.data?.plan;
  return (
    <>
      <CapitalNav />
      {found.isPending && <RecordSkeleton />}
      {found.isError && <ErrorPanel error={found.error} what="The plan" />}
      {found.data && !plan && (
        <EmptyState
          page
          kind="first-use"
          title="No capital plan is adopted yet"
          action={
            <Link className="btn btn-primary" to={pathTo("capitalScenarios")}>
              Open the scenarios
            </Link>
          }
        >
          A scenario becomes the plan when the governing body&apos;s decision is entered.
        </EmptyState>
      )}
      {plan && (
        <div className="stack">
          <div className="flex flex-wrap items-center gap-3">
            <div className="mr-auto">
              <h1 className="text-22 font-semibold">
                Capital plan {plan.firstYear} to {plan.firstYear + plan.years - 1}
              </h1>
              <p className="text-t2">
                {plan.name}. Adopted on {formatDate(plan.decidedOn)}, {plan.resolution}.
              </p>
            </div>
            <button type="button" className="btn print:hidden" onClick={() => window.print()}>
              <Printer aria-hidden="true" /> Print
            </button>
          </div>
          <Panel title={`${plan.items.length} projects`} flush>
            <Projects plan={plan} />
          </Panel>
        </div>
      )}
    </>
  );
}
