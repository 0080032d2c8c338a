import { formatCents, formatCentsShort } from "#kernel/money.ts";
import { Chart } from "#web/kit/chart/Chart.tsx";
import { Panel } from "#web/kit/states.tsx";
import { LineTable } from "#web/kit/table/LineTable.tsx";
import type { BookContent } from "./book.model.ts";
import {
  revenueBySource,
  spendingByCategory,
  spendingByDepartment,
  spendingByFund,
  type Columns,
} from "./parts.model.ts";

const money = (cents: number) => formatCents(cents, { symbol: false });
const sum = (rows: readonly Columns[], key: "actual" | "before" | "cents") =>
  rows.reduce((all, r) => all + r[key], 0);

/** A sum of the book in words, as a chart, and in its three columns. */
function Sums({ title, what, rows }: { title: string; what: string; rows: readonly Columns[] }) {
  if (rows.length === 0) return null;
  const all = sum(rows, "cents");
  const more = all - sum(rows, "before");
  const largest = rows.toSorted((a, b) => b.cents - a.cents)[0]!;
  return (
    <section className="stack">
      <Chart
        finding={`${title}: ${formatCentsShort(all)}, ${formatCentsShort(Math.abs(more))} ${more < 0 ? "less" : "more"} than the year before; most is ${largest.label}`}
        kind="bar"
        axis={what}
        format={(cents) => formatCentsShort(cents)}
        series={[
          { id: "before", label: "Year before" },
          { id: "cents", label: "This budget" },
        ]}
        points={rows.map((r) => ({
          label: r.label,
          values: { before: r.before, cents: r.cents },
        }))}
      />
      <LineTable
        label={title}
        lines={rows}
        keyOf={(r) => r.label}
        across={3}
        parts={[
          { label: what, as: "title", cell: (r) => r.label },
          { label: "Actual, $", cell: (r) => money(r.actual), sum: money(sum(rows, "actual")) },
          {
            label: "Year before, $",
            cell: (r) => money(r.before),
            sum: money(sum(rows, "before")),
          },
          { label: "This budget, $", as: "amount", cell: (r) => money(r.cents) },
        ]}
        total={{ label: "Together", amount: money(all) }}
      />
    </section>
  );
}

const fte = (thousandths: number | null) =>
  thousandths === null ? "not kept" : (thousandths / 1000).toFixed(2);

function Staffing({ b }: { b: BookContent }) {
  if (!b.staffing?.length) return null;
  const all = b.staffing.reduce((sum, s) => sum + s.fte, 0);
  const known = b.staffing.every((s) => s.before !== null);
  const more = all - b.staffing.reduce((sum, s) => sum + (s.before ?? 0), 0);
  return (
    <Panel title="Full-time equivalents by department" flush>
      <p className="px-4 py-2 text-t2">
        {fte(all)} in all
        {known && `, ${fte(Math.abs(more))} ${more < 0 ? "less" : "more"} than the year before`}.
      </p>
      <LineTable
        label="Full-time equivalents by department"
        lines={b.staffing}
        keyOf={(s) => s.department}
        across={2}
        parts={[
          { label: "Department", as: "title", cell: (s) => s.department },
          { label: String(b.year - 2), cell: (s) => fte(s.twoBefore) },
          { label: String(b.year - 1), cell: (s) => fte(s.before) },
          { label: String(b.year), as: "amount", cell: (s) => fte(s.fte) },
        ]}
        total={{ label: "Together", amount: fte(all) }}
      />
    </Panel>
  );
}

function Positions({ b }: { b: BookContent }) {
  if (b.positions.length === 0) return null;
  return (
    <Panel title="Positions" flush>
      <LineTable
        label="Positions of the book"
        lines={b.positions}
        keyOf={(p) => `${p.department} ${p.title}`}
        across={2}
        parts={[
          { label: "Position", as: "title", cell: (p) => `${p.title}, ${p.department}` },
          { label: "Number", cell: (p) => p.count },
          { label: "FTE", cell: (p) => (p.fte / 1000).toFixed(2) },
          { label: "Cost, $", as: "amount", cell: (p) => money(p.cents) },
        ]}
      />
    </Panel>
  );
}

function Capital({ b }: { b: BookContent }) {
  if (b.capital.length === 0) return null;
  return (
    <Panel title="Capital" flush>
      <LineTable
        label="Capital of the book"
        lines={b.capital}
        keyOf={(c) => c.code}
        parts={[
          { label: "What", as: "title", cell: (c) => `${c.code} ${c.label}` },
          { label: "This budget, $", as: "amount", cell: (c) => money(c.cents) },
        ]}
      />
    </Panel>
  );
}

function Statistics({ b }: { b: BookContent }) {
  if (!b.statistics?.length) return null;
  return (
    <Panel title="Statistics">
      <LineTable
        label="Statistics of the book"
        lines={b.statistics}
        keyOf={(s) => s.label}
        parts={[
          { label: "What", as: "title", cell: (s) => s.label },
          { label: "Figure", as: "amount", cell: (s) => s.value },
        ]}
      />
      {(b.history?.length ?? 0) > 0 && (
        <LineTable
          label="Earlier budgets"
          lines={b.history!}
          keyOf={(h) => String(h.year)}
          across={2}
          parts={[
            { label: "Fiscal year", as: "title", cell: (h) => h.year },
            { label: "Revenue, $", cell: (h) => money(h.revenue) },
            { label: "Spent, $", cell: (h) => money(h.spent) },
            { label: "To spend, $", as: "amount", cell: (h) => money(h.spending) },
          ]}
        />
      )}
    </Panel>
  );
}

/** What a book says by fund, department, kind and source, with charts and three columns of years. */
export function BookSums({ b }: { b: BookContent }) {
  return (
    <>
      <Sums title="Spending by fund" what="Fund" rows={spendingByFund(b)} />
      <Sums title="Spending by department" what="Department" rows={spendingByDepartment(b)} />
      <Sums title="Spending by kind" what="Kind" rows={spendingByCategory(b)} />
      <Sums title="Revenue by source" what="Source" rows={revenueBySource(b)} />
    </>
  );
}

/** Positions, capital and statistics of a book. */
export function BookAppendix({ b }: { b: BookContent }) {
  return (
    <>
      <Staffing b={b} />
      <Positions b={b} />
      <Capital b={b} />
      <Statistics b={b} />
    </>
  );
}
