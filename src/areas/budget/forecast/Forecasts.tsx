import { counted } from "#kernel/words.ts";
import { useSearchParams } from "react-router";
import { dateIn } from "#kernel/dates.ts";
import { formatCents, formatCentsShort } from "#kernel/money.ts";
import { useAgency, useAuth } from "#web/auth/AuthProvider.tsx";
import { Chart } from "#web/kit/chart/Chart.tsx";
import { Finding } from "#web/kit/Finding.tsx";
import { useGet, useMutationAction } from "#web/kit/queries.ts";
import { EmptyState, ErrorPanel, Panel, TableSkeleton } from "#web/kit/states.tsx";
import { LineTable } from "#web/kit/table/LineTable.tsx";
import { Tabs } from "#web/kit/Tabs.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { yearAt } from "../account/fiscal-year.model.ts";
import type { FiscalYear } from "../budget.model.ts";
import { ForecastLines } from "./ForecastLines.tsx";
import type { ForecastAnswer, ForecastGroup } from "./forecast.api.model.ts";
import { departmentsFinding, forecastFinding } from "./finding.labels.ts";
import { methods, offBesideNaive } from "./forecast.labels.ts";
import { Scenarios } from "./Scenarios.tsx";

const money = (cents: number) => formatCents(cents, { symbol: false });

function Groups({ label, groups }: { label: string; groups: readonly ForecastGroup[] }) {
  return (
    <LineTable
      label={`Forecasts by ${label.toLowerCase()}`}
      lines={groups}
      keyOf={(g) => g.id}
      across={2}
      parts={[
        { label, as: "title", cell: (g) => g.label },
        { label: "Revised, $", cell: (g) => money(g.budget) },
        { label: "Spent, $", cell: (g) => money(g.spent) },
        {
          label: "Band, $",
          cell: (g) => `${money(g.forecast.low)} to ${money(g.forecast.high)}`,
        },
        { label: "Year-end, $", as: "amount", cell: (g) => money(g.forecast.cents) },
        { label: "Left, $", cell: (g) => money(g.budget - g.forecast.cents) },
        { label: "Method", words: true, cell: (g) => methods[g.forecast.method] },
        {
          label: "Off by, beside naive",
          cell: (g) => offBesideNaive(g.forecast),
        },
      ]}
    />
  );
}

function Frozen({ answer }: { answer: ForecastAnswer }) {
  const { can } = useAuth();
  const freeze = useMutationAction<{ months: number; frozen: number }>("budget-forecasts");
  const press = async () => {
    try {
      const { months, frozen } = await freeze.mutateAsync({
        path: "/api/v1/budget-forecasts/freeze",
        body: { fiscalYearId: answer.fiscalYearId },
      });
      notify.done(
        frozen ? "Frozen" : "Nothing to freeze",
        frozen
          ? `${counted(frozen, "line")} after month ${months}`
          : "This month is frozen already.",
      );
    } catch (error) {
      notify.failed("The forecast was not frozen", error);
    }
  };
  return (
    <Panel
      title="Forecast and actual"
      aside={
        can("budget.edit") && (
          <button type="button" className="btn btn-small" onClick={() => void press()}>
            Freeze this month
          </button>
        )
      }
      flush
    >
      {answer.frozen.length === 0 ? (
        <p className="px-4 py-3 text-t2">
          Nothing is frozen yet. Every month, the morning after it is over, its forecast is kept.
        </p>
      ) : (
        <LineTable
          label="Frozen forecasts"
          lines={answer.frozen}
          keyOf={(f) => String(f.months)}
          parts={[
            { label: "After month", as: "title", cell: (f) => `${f.months}, on ${f.madeOn}` },
            { label: "Lines", cell: (f) => f.lines },
            { label: "Forecast for the year, $", cell: (f) => money(f.said) },
            { label: "Actual so far, $", as: "amount", cell: (f) => money(f.came) },
          ]}
        />
      )}
    </Panel>
  );
}

function Answer({ id }: { id: string }) {
  const found = useGet<ForecastAnswer>(
    "budget-forecasts",
    `/api/v1/budget-forecasts?fiscalYearId=${id}`,
  );
  if (found.isPending) return <TableSkeleton columns={6} />;
  if (!found.data)
    return (
      <ErrorPanel error={found.error} what="The forecasts" onRetry={() => void found.refetch()} />
    );
  const answer = found.data;
  if (answer.lines.length === 0)
    return (
      <EmptyState kind="first-use" title="This year has no lines">
        A forecast needs budget lines; adopt a budget first.
      </EmptyState>
    );
  return (
    <div className="stack">
      <Finding
        parts={forecastFinding(answer.lines)}
        none="No line is bound to run out, and no band reaches beyond its budget."
      />
      <Chart
        finding={departmentsFinding(answer.departments)}
        kind="bar"
        axis="Department"
        format={(cents) => formatCentsShort(cents)}
        series={[
          { id: "budget", label: "Revised budget" },
          { id: "spent", label: "Spent" },
          { id: "forecast", label: "Year-end" },
        ]}
        points={answer.departments.map((g) => ({
          label: g.label,
          values: { budget: g.budget, spent: g.spent, forecast: g.forecast.cents },
        }))}
      />
      <p className="text-t2">
        After {answer.months} of 12 months. Each line uses the method that was off least in past
        years; where none beats &quot;{methods.naive}&quot;, that is used. No line is said to end
        below what is spent, open on orders and requisitions, or bound by contracts.
      </p>
      <Tabs
        label="Forecasts"
        tabs={[
          { id: "lines", label: "Lines", content: () => <ForecastLines answer={answer} /> },
          {
            id: "departments",
            label: "Departments",
            content: () => <Groups label="Department" groups={answer.departments} />,
          },
          {
            id: "funds",
            label: "Funds",
            content: () => <Groups label="Fund" groups={answer.funds} />,
          },
          { id: "scenarios", label: "Scenarios", content: () => <Scenarios answer={answer} /> },
          { id: "frozen", label: "Looked back", content: () => <Frozen answer={answer} /> },
        ]}
      />
    </div>
  );
}

/** /budget-forecasts: how the year ends, line by line, with how far off such forecasts were. */
export default function Forecasts() {
  const { timeZone } = useAgency();
  const [search, setSearch] = useSearchParams();
  const years = useGet<{ items: FiscalYear[] }>("fiscal-years", "/api/v1/fiscal-years", {
    first: true,
  });
  const items = years.data?.items ?? [];
  const today = yearAt(items, dateIn(new Date().toISOString(), timeZone));
  const id =
    items.find((y) => String(y.year) === search.get("year"))?.id ?? today?.id ?? items[0]?.id;
  return (
    <>
      <div className="mb-4 flex flex-wrap items-end gap-3">
        <h1 className="mr-auto text-22 font-semibold">Budget forecasts</h1>
        {items.length > 0 && (
          <label className="field">
            <span>Fiscal year</span>
            <select
              className="field-control"
              value={items.find((y) => y.id === id)?.year}
              onChange={(e) => setSearch({ year: e.target.value }, { replace: true })}
            >
              {items.map((y) => (
                <option key={y.id} value={y.year}>
                  {y.year} ({y.status})
                </option>
              ))}
            </select>
          </label>
        )}
      </div>
      {years.isPending && <TableSkeleton columns={6} />}
      {years.isError && <ErrorPanel error={years.error} what="The years" />}
      {years.data && !id && (
        <EmptyState kind="first-use" title="No fiscal year yet">
          Open a fiscal year under Budget, Funds and accounts.
        </EmptyState>
      )}
      {id && <Answer key={id} id={id} />}
    </>
  );
}
