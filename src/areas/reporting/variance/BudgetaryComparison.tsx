import { useState } from "react";
import { Link, useNavigate, useSearchParams } from "react-router";
import { pathTo } from "#areas.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { useGet } from "#web/kit/queries.ts";
import { EmptyState, ErrorPanel, Panel, TableSkeleton } from "#web/kit/states.tsx";
import { builderAddress, type Asked } from "../builder/address.ts";
import { comparison } from "../ready/comparison.data.ts";
import type { VarianceAnswer, VarianceRow } from "./variance.model.ts";
import { VarianceTable } from "./VarianceTable.tsx";

const KeepDialog = dialogOnDemand(
  async () => (await import("../builder/KeepDialogs.tsx")).KeepDialog,
);
const ExplainDialog = dialogOnDemand(
  async () => (await import("./ExplainDialog.tsx")).ExplainDialog,
);
const HistoryDialog = dialogOnDemand(
  async () => (await import("./HistoryDialog.tsx")).HistoryDialog,
);

type Opened = { kind: "explain" | "history"; row: VarianceRow } | { kind: "keep" } | null;

// A year that runs not now is named; the one that runs is asked as the ready report asks it.
const askedOf = ({ year, running }: VarianceAnswer): Asked => ({
  measures: [...comparison.question.measures],
  by: [...comparison.question.by],
  where: { side: ["spending"], ...(!running && { fiscalYear: [String(year)] }) },
  period: running ? "fiscal-year" : "all",
  chart: "table",
  report: null,
  ready: comparison.id,
});

function Years({ data }: { data: VarianceAnswer }) {
  const [, setSearch] = useSearchParams();
  return (
    <label className="flex items-center gap-2 whitespace-nowrap text-13">
      Fiscal year
      <select
        className="field-control"
        value={data.fiscalYearId}
        onChange={(event) => setSearch({ fiscalYear: event.target.value })}
      >
        {data.years.map(({ id, year }) => (
          <option key={id} value={id}>
            {year}
          </option>
        ))}
      </select>
    </label>
  );
}

function Head({ data, open }: { data: VarianceAnswer; open: (what: Opened) => void }) {
  const { can } = useAuth();
  const next = data.rows.find((row) => row.needed && !row.written);
  const asked = askedOf(data);
  return (
    <div className="flex flex-wrap items-start justify-between gap-3">
      <div>
        <h1 className="text-22 font-semibold">Budgetary comparison</h1>
        <p className="finding" role="status">
          {data.finding}
        </p>
        {data.running && (
          <p className="text-13 text-t2">
            The comparison is of the whole fiscal year (GASB Statement 34, paragraph 130), and this
            one still runs: what is not spent yet is no variance. You may explain a row now all the
            same.
          </p>
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        <Years data={data} />
        <Link className="btn" to={builderAddress(asked, "table", asked)}>
          Figures and export
        </Link>
        {can("report.keep") && (
          <button type="button" className="btn" onClick={() => open({ kind: "keep" })}>
            Keep this run
          </button>
        )}
        {can("variance.explain") && next && (
          <button
            type="button"
            className="btn btn-primary"
            onClick={() => open({ kind: "explain", row: next })}
          >
            Explain
          </button>
        )}
      </div>
    </div>
  );
}

/** /reports/budgetary-comparison: what is not explained of a fiscal year, and why the others differ. */
export default function BudgetaryComparison() {
  const [search] = useSearchParams();
  const { can } = useAuth();
  const navigate = useNavigate();
  const [opened, open] = useState<Opened>(null);
  const year = search.get("fiscalYear");
  const { data, error, refetch } = useGet<VarianceAnswer>(
    "variance-explanations",
    `/api/v1/variance-explanations${year ? `?fiscalYearId=${encodeURIComponent(year)}` : ""}`,
    { anew: true, keep: true },
  );
  if (error) return <ErrorPanel error={error} what="The report" onRetry={() => void refetch()} />;
  if (!data) return <TableSkeleton columns={5} rows={6} />;
  const close = () => open(null);
  return (
    <div className="stack">
      <Head data={data} open={open} />
      {data.rows.length === 0 ? (
        <EmptyState kind="first-use" title={`Nothing is budgeted in fiscal year ${data.year}`}>
          Choose another fiscal year.
        </EmptyState>
      ) : (
        <Panel title={`Fiscal year ${data.year}, spending by fund and department`} flush>
          <VarianceTable
            rows={data.rows}
            running={data.running}
            explain={can("variance.explain") ? (row) => open({ kind: "explain", row }) : null}
            look={(row) => open({ kind: "history", row })}
          />
        </Panel>
      )}
      <p className="text-12 text-t3">
        {`${comparison.formula} ${comparison.citation}. From which difference on: ${data.limits.citation}.`}
      </p>
      {opened?.kind === "explain" && (
        <ExplainDialog row={opened.row} fiscalYearId={data.fiscalYearId} onClose={close} />
      )}
      {opened?.kind === "history" && opened.row.written && (
        <HistoryDialog
          id={opened.row.written.id}
          name={`${opened.row.fund}, ${opened.row.department}`}
          onClose={close}
        />
      )}
      {opened?.kind === "keep" && (
        <KeepDialog
          asked={askedOf(data)}
          name={comparison.name}
          onClose={close}
          onDone={({ id }) => void navigate(pathTo("keptRun", { id }))}
        />
      )}
    </div>
  );
}
