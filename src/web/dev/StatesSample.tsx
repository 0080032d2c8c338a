import { useState } from "react";
import { ApiProblem } from "../kit/api.ts";
import { ImportWizard } from "../kit/import/ImportWizard.tsx";
import { JobRow, type Job } from "../kit/JobsTray.tsx";
import { ConflictNotice } from "../kit/record/ConflictNotice.tsx";
import { EmptyState, ErrorPanel, Panel, RecordSkeleton, TableSkeleton } from "../kit/states.tsx";

const unreachable = new ApiProblem(503, {
  detail: "The budget service does not answer. What you typed is kept.",
  code: "upstream_down",
});
const stale = new ApiProblem(412, {
  detail: "T. Brandt changed the amount at 9:41 AM.",
  code: "stale_version",
});

export function StatesSample() {
  return (
    <>
      <h1>States</h1>
      <div className="grid gap-4 lg:grid-cols-2">
        <section className="panel">
          <EmptyState
            kind="first-use"
            title="No invoices yet"
            action={
              <button type="button" className="btn btn-primary">
                New invoice
              </button>
            }
          >
            Type one in, or take an XML file from the vendor.
          </EmptyState>
        </section>
        <section className="panel">
          <EmptyState
            kind="no-results"
            title="Nothing fits these filters"
            action={
              <button type="button" className="btn">
                Clear search and filters
              </button>
            }
          >
            Change the search or take a filter away.
          </EmptyState>
        </section>
        <section className="panel">
          <EmptyState kind="no-access" title="You do not have access to this">
            An administrator of your agency can change that under Team.
          </EmptyState>
        </section>
        <section className="panel">
          <EmptyState kind="all-done" title="Nothing waits for you">
            New approvals appear here by themselves.
          </EmptyState>
        </section>
      </div>
      <ErrorPanel error={unreachable} what="The balance" onRetry={() => undefined} />
      <ConflictNotice
        problem={stale}
        noun="sample"
        differing={[{ field: "Amount", mine: "$1,200.00", theirs: "$1,350.00" }]}
        onClose={() => undefined}
      />
      <Panel title="Loading a list" flush>
        <TableSkeleton columns={6} rows={5} />
      </Panel>
      <Panel title="Loading a record">
        <RecordSkeleton />
      </Panel>
    </>
  );
}

const job = {
  id: "1",
  title: "Import vendors.csv",
  state: "running",
  stage: "Checking rows",
  done: 41_200,
  total: 100_000,
  startedAt: new Date(Date.now() - 130_000).toISOString(),
  resultPath: null,
  error: null,
} as const satisfies Job;
const jobs: readonly Job[] = [
  job,
  {
    ...job,
    id: "2",
    title: "Export purchase orders",
    state: "done",
    resultPath: "/api/v1/files/1",
  },
  {
    ...job,
    id: "3",
    title: "Screen 50,000 exclusions",
    state: "failed",
    error: "The file ended in the middle of line 31,077.",
    resultPath: "/api/v1/files/2",
  },
  { ...job, id: "4", title: "Payment run 32", state: "queued", startedAt: null },
];

export function JobsSample() {
  return (
    <>
      <h1>Jobs</h1>
      <section className="floating max-w-96">
        <ul className="tray-list">
          {jobs.map((each) => (
            <JobRow key={each.id} job={each} onDismiss={() => undefined} />
          ))}
        </ul>
      </section>
    </>
  );
}

export function ImportSample() {
  const [round, setRound] = useState(0);
  return (
    <>
      <h1>Import vendors</h1>
      <ImportWizard
        key={round}
        kind="workbench"
        things="vendors"
        nouns={["sample"]}
        help={
          <p>A CSV or Excel file with one vendor per row. Keep leading zeros in tax numbers.</p>
        }
        onDone={() => setRound(round + 1)}
      />
    </>
  );
}
