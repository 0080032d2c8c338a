import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { formatCents, formatCentsShort } from "#kernel/money.ts";
import { Chart } from "#web/kit/chart/Chart.tsx";
import { useGet, useList } from "#web/kit/queries.ts";
import { Panel } from "#web/kit/states.tsx";
import type { Column } from "#web/kit/table/columns.tsx";
import { DataTable } from "#web/kit/table/DataTable.tsx";
import type { Filter } from "#web/kit/table/filters.ts";
import { options } from "#kernel/labels.ts";
import type { BooksStanding } from "../begin/begin.model.ts";
import { BooksFrame } from "../BooksParts.tsx";
import { CloseChecks } from "./CloseChecks.tsx";
import { periodStatuses } from "./period.labels.ts";
import type { PeriodDetail, PeriodRow } from "./period.model.ts";

const columns: readonly Column<PeriodRow>[] = [
  { id: "number", label: "Number", kind: "plate", value: (p) => p.number },
  { id: "name", label: "Period", kind: "text", value: (p) => p.name },
  { id: "lastDay", label: "Through", kind: "day", value: (p) => p.lastDay },
  { id: "entries", label: "Entries", kind: "text", value: (p) => String(p.entries) },
  { id: "moved", label: "Debits", kind: "money", value: (p) => p.moved, leads: true },
  {
    id: "status",
    label: "Status",
    kind: "status",
    value: (p) => p.status,
    statuses: periodStatuses,
  },
];
const filters: readonly Filter[] = [
  {
    id: "status",
    label: "Status",
    kind: "set",
    pinned: true,
    options: options(periodStatuses),
  },
];

const query = "begun=true&sort=number&limit=24";

function Months() {
  const periods = useList<PeriodRow>("/api/v1/accounting-periods", query);
  const rows = (periods.data?.items ?? []).filter((p) => !p.adjustment);
  if (rows.length < 2) return null;
  const open = rows.filter((p) => p.status !== "closed").length;
  return (
    <Chart
      finding={
        open === 0
          ? "Every month that has begun is closed"
          : `${open} of ${rows.length} months that have begun are not closed`
      }
      kind="bar"
      series={[
        { id: "closed", label: "Closed" },
        { id: "open", label: "Not closed" },
      ]}
      points={rows.map((p) => ({
        label: p.name,
        values: {
          closed: p.status === "closed" ? p.moved : null,
          open: p.status === "closed" ? null : p.moved,
        },
      }))}
      format={(cents) => formatCentsShort(cents)}
      axis="Debits"
    />
  );
}

function Next({ next }: { next: NonNullable<BooksStanding["next"]> }) {
  const period = useGet<PeriodDetail>(
    "accounting-periods",
    `/api/v1/accounting-periods/${next.id}`,
  );
  const p = period.data;
  if (!p) return null;
  const stops = p.checks.filter((c) => c.stops).length;
  return (
    <section className="stack">
      <Panel
        title={stops === 0 ? `${p.name} can be closed` : `${p.name} cannot be closed yet`}
        aside={
          <Link
            className="btn btn-primary"
            to={pathTo("accountingPeriod", { id: p.id })}
          >{`Close ${p.name}`}</Link>
        }
      >
        <p className="text-t2">
          {p.entries} entries, {formatCents(p.moved)} of debits.
        </p>
      </Panel>
      <CloseChecks period={p} />
    </section>
  );
}

/** The close: what stops the next period and whose work that is, and the periods of the books. */
export default function ClosePage() {
  const standing = useGet<BooksStanding>("books-standing", "/api/v1/books-standing");
  return (
    <BooksFrame title="Close">
      {standing.data?.next && <Next next={standing.data.next} />}
      <Months />
      <Panel title="Periods that have begun" flush>
        <DataTable<PeriodRow>
          name="accounting-periods"
          title="Periods"
          path="/api/v1/accounting-periods"
          columns={columns}
          filters={filters}
          defaultSort="-number"
          embedded
          fixed="begun=true"
          rowHref={(p) => pathTo("accountingPeriod", { id: p.id })}
          searchHint="Number or month"
          empty={{ title: "No periods", text: "They begin with the books." }}
        />
      </Panel>
    </BooksFrame>
  );
}
