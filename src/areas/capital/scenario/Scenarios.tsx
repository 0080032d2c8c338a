import { useState } from "react";
import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { Held } from "#web/kit/Held.tsx";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { useGet } from "#web/kit/queries.ts";
import { EmptyState, ErrorPanel, TableSkeleton } from "#web/kit/states.tsx";
import { StatusBadge } from "#web/kit/StatusBadge.tsx";
import { LineTable } from "#web/kit/table/LineTable.tsx";
import { CapitalNav } from "../CapitalNav.tsx";
import { scenarioStatuses } from "./scenario.labels.ts";
import type { ScenarioRow } from "./scenario.model.ts";

const ScenarioDialog = dialogOnDemand(
  async () => (await import("./ScenarioDialog.tsx")).ScenarioDialog,
);
const points = (score: number | null) => (score === null ? "—" : (score / 100).toFixed(2));

/** Plans under ceilings, side by side. */
export default function Scenarios() {
  const [making, setMaking] = useState(false);
  const found = useGet<{ items: ScenarioRow[] }>("capital-scenarios", "/api/v1/capital-scenarios", {
    first: true,
  });
  return (
    <>
      <CapitalNav />
      <div className="stack">
        <div className="flex flex-wrap items-center gap-3">
          <h1 className="mr-auto text-22 font-semibold">Capital scenarios</h1>
          <Held permission="capital.edit" what="New scenario">
            <button type="button" className="btn btn-primary" onClick={() => setMaking(true)}>
              New scenario
            </button>
          </Held>
        </div>
        {found.isPending && <TableSkeleton columns={5} />}
        {found.isError && <ErrorPanel error={found.error} what="The scenarios" />}
        {found.data?.items.length === 0 && (
          <EmptyState kind="first-use" title="No scenarios yet">
            A scenario sets ceilings for each source and year; the best plan under them is worked
            out and proven.
          </EmptyState>
        )}
        {found.data && found.data.items.length > 0 && (
          <LineTable
            label="Scenarios"
            lines={found.data.items}
            keyOf={(s) => s.id}
            parts={[
              {
                label: "Scenario",
                as: "title",
                cell: (s) => (
                  <Link to={pathTo("capitalScenario", { id: s.id })}>
                    <span className="mono">{s.number}</span> {s.name}
                  </Link>
                ),
              },
              {
                label: "Years",
                cell: (s) => `${s.firstYear} to ${s.firstYear + s.years - 1}`,
              },
              { label: "No plan scores more than", cell: (s) => points(s.bound) },
              { label: "Score", as: "amount", cell: (s) => points(s.score) },
              {
                label: "Status",
                as: "badge",
                cell: (s) => <StatusBadge statuses={scenarioStatuses} status={s.status} />,
              },
            ]}
          />
        )}
      </div>
      {making && <ScenarioDialog of={null} onClose={() => setMaking(false)} />}
    </>
  );
}
