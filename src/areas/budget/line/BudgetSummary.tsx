import { Link, useSearchParams } from "react-router";
import { pathTo } from "#areas.ts";
import { dateIn } from "#kernel/dates.ts";
import { formatCents, formatCentsShort } from "#kernel/money.ts";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import { StripBar } from "#web/kit/MoneyStrip.tsx";
import { Chart } from "#web/kit/chart/Chart.tsx";
import { useGet } from "#web/kit/queries.ts";
import { EmptyState, ErrorPanel, Panel, TableSkeleton } from "#web/kit/states.tsx";
import { LineTable, type LinePart } from "#web/kit/table/LineTable.tsx";
import { yearAt } from "../account/fiscal-year.model.ts";
import type { FiscalYear } from "../budget.model.ts";
import { BudgetNav } from "./BudgetNav.tsx";

type Row = {
  by: string;
  id: string;
  label: string;
  side: "revenue" | "spending";
  budget: number;
  preEncumbered: number;
  encumbered: number;
  expended: number;
  available: number;
  lines: number;
};
const groups = { fund: "Fund", department: "Department", account: "Account" } as const;
type Group = keyof typeof groups;

const money = (cents: number) => formatCents(cents, { symbol: false });

const sides = { spending: "To spend", revenue: "Revenue" } as const;

function Ledger({ rows, by, year }: { rows: readonly Row[]; by: Group; year: number }) {
  const sum = (
    key: "budget" | "preEncumbered" | "encumbered" | "expended" | "available" | "lines",
  ) => rows.reduce((n, r) => n + r[key], 0);
  const parts: readonly LinePart<Row>[] = [
    {
      label: groups[by],
      as: "title",
      cell: (r) => (
        <Link to={`${pathTo("budget")}?year=${year}&side=${r.side}&${by}Id=${r.id}`}>
          {r.label}
        </Link>
      ),
    },
    { label: "Lines", cell: (r) => r.lines, sum: sum("lines") },
    { label: "Revised, $", cell: (r) => money(r.budget), sum: money(sum("budget")) },
    {
      label: "Pre-encumbered, $",
      cell: (r) => money(r.preEncumbered),
      sum: money(sum("preEncumbered")),
    },
    { label: "Encumbered, $", cell: (r) => money(r.encumbered), sum: money(sum("encumbered")) },
    { label: "Expended, $", cell: (r) => money(r.expended), sum: money(sum("expended")) },
    { label: "Available, $", as: "amount", cell: (r) => money(r.available) },
    {
      label: "Used",
      as: "badge",
      cell: (r) => (
        <span className="block w-32">
          <StripBar
            expendedCents={r.expended}
            encumberedCents={r.encumbered + r.preEncumbered}
            availableCents={r.available}
          />
        </span>
      ),
    },
  ];
  return (
    <LineTable
      label={`${rows[0] ? sides[rows[0].side] : "Budget"} by ${groups[by].toLowerCase()}`}
      parts={parts}
      lines={rows}
      keyOf={(r) => r.id}
      total={{ label: "All", amount: money(sum("available")) }}
      across={2}
    />
  );
}

const sumOf = (rows: readonly Row[], key: "budget" | "expended" | "available") =>
  rows.reduce((n, r) => n + r[key], 0);

/** What may be spent, what of it is free, and where most is used, as a picture with its table beside it. */
function Picture({ rows, by }: { rows: readonly Row[]; by: Group }) {
  const spending = rows.filter((r) => r.side === "spending" && r.budget > 0);
  const budget = sumOf(spending, "budget");
  if (budget === 0) return null;
  const usedOf = (r: Row) => (r.budget - r.available) / r.budget;
  const most = spending.reduce((a, b) => (usedOf(b) > usedOf(a) ? b : a));
  return (
    <Chart
      finding={`${formatCentsShort(sumOf(spending, "available"))} of ${formatCentsShort(budget)} is free; ${most.label} has used most, ${Math.round(usedOf(most) * 100)} %`}
      kind="stacked"
      axis={groups[by]}
      format={(cents) => formatCentsShort(cents)}
      series={[
        { id: "expended", label: "Expended" },
        { id: "held", label: "Encumbered and pre-encumbered" },
        { id: "available", label: "Available" },
      ]}
      points={spending
        .toSorted((a, b) => b.budget - a.budget)
        .slice(0, 12)
        .map((r) => ({
          label: r.label,
          values: {
            expended: r.expended,
            held: r.encumbered + r.preEncumbered,
            available: Math.max(0, r.available),
          },
        }))}
      note={spending.length > 12 ? "The twelve largest are drawn; the table has all." : undefined}
    />
  );
}

/** The year's budget by fund, department or account; every row opens its lines. */
export default function BudgetSummary() {
  const [search, setSearch] = useSearchParams();
  const { timeZone } = useAgency();
  const years = useGet<{ items: FiscalYear[] }>("fiscal-years", "/api/v1/fiscal-years");
  const by = (search.get("by") ?? "fund") as Group;
  const year = Number(
    search.get("year") ??
      yearAt(years.data?.items ?? [], dateIn(new Date().toISOString(), timeZone))?.year ??
      0,
  );
  const rows = useGet<{ items: Row[] }>(
    "budget-lines",
    `/api/v1/budget-summary?year=${year}&by=${by}`,
    { enabled: year > 0 },
  );
  const set = (name: string, value: string) =>
    setSearch(
      (old) => {
        const next = new URLSearchParams(old);
        next.set(name, value);
        return next;
      },
      { replace: true },
    );
  return (
    <>
      <BudgetNav />
      <div className="mb-4 flex flex-wrap items-end gap-3">
        <h1 className="mr-auto text-22 font-semibold max-md:w-full">Budget {year || ""}</h1>
        {year > 0 && (
          <label className="field">
            <span>Fiscal year</span>
            <select
              className="field-control"
              value={year}
              onChange={(e) => set("year", e.target.value)}
            >
              {(years.data?.items ?? []).map((y) => (
                <option key={y.id} value={y.year}>
                  {y.year} ({y.status})
                </option>
              ))}
            </select>
          </label>
        )}
        <label className="field">
          <span>By</span>
          <select className="field-control" value={by} onChange={(e) => set("by", e.target.value)}>
            {Object.entries(groups).map(([id, label]) => (
              <option key={id} value={id}>
                {label}
              </option>
            ))}
          </select>
        </label>
      </div>
      {rows.data && (
        <div className="mb-4">
          <Picture rows={rows.data.items} by={by} />
        </div>
      )}
      <Panel title={`By ${groups[by].toLowerCase()}`} flush>
        {years.data && year === 0 && (
          <EmptyState
            kind="first-use"
            title="No fiscal year yet"
            action={
              <Link className="btn" to={pathTo("budgetAccounts")}>
                Fiscal years, funds and accounts
              </Link>
            }
          >
            Open the year first; then its lines add up here.
          </EmptyState>
        )}
        {rows.isPending && !years.isError && !(years.data && year === 0) && (
          <TableSkeleton columns={7} />
        )}
        {(years.isError || rows.isError) && (
          <ErrorPanel
            error={years.error ?? rows.error}
            what="The summary"
            onRetry={() => void (years.isError ? years : rows).refetch()}
          />
        )}
        {rows.data &&
          (rows.data.items.length === 0 ? (
            <EmptyState
              kind="first-use"
              title="No budget in this year"
              action={
                <Link className="btn" to={pathTo("budget")}>
                  Budget lines
                </Link>
              }
            >
              Adopt lines, or import them.
            </EmptyState>
          ) : (
            (["spending", "revenue"] as const).map((side) => {
              const own = rows.data.items.filter((r) => r.side === side);
              return (
                own.length > 0 && (
                  <section key={side}>
                    <h2 className="px-4 pt-4 text-16 font-semibold">{sides[side]}</h2>
                    <Ledger rows={own} by={by} year={year} />
                  </section>
                )
              );
            })
          ))}
      </Panel>
    </>
  );
}
