import { useState } from "react";
import { Link } from "react-router";
import { Finding, type FindingPart } from "#web/kit/Finding.tsx";
import { useGet } from "#web/kit/queries.ts";
import { ErrorPanel, Panel, RecordSkeleton } from "#web/kit/states.tsx";
import { Chart } from "#web/kit/chart/Chart.tsx";
import type { MetricsRow } from "./metrics.model.ts";

const shown = (n: number): string => n.toLocaleString("en-US");
const named = (month: string): string =>
  new Intl.DateTimeFormat("en-US", { month: "short", year: "numeric", timeZone: "UTC" }).format(
    new Date(`${month}-01T00:00:00Z`),
  );

type Row = { label: string; counts: readonly number[]; links: readonly string[] | null };

function Table({
  label,
  head,
  months,
  rows,
}: {
  label: string;
  head: string;
  months: readonly string[];
  rows: readonly Row[];
}) {
  return (
    <div className="table-scroll" tabIndex={0} role="region" aria-label={label}>
      <table className="ledger">
        <thead>
          <tr>
            <th scope="col">{head}</th>
            {months.map((month) => (
              <th key={month} scope="col" className="num">
                {named(month)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.label}>
              <th scope="row" className="!font-normal">
                {row.label}
              </th>
              {row.counts.map((n, at) => (
                <td key={months[at]} className="num">
                  {row.links && n > 0 ? (
                    <Link
                      to={row.links[at]!}
                      aria-label={`${row.label}, ${named(months[at]!)}: ${n}`}
                    >
                      {shown(n)}
                    </Link>
                  ) : (
                    shown(n)
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const groupsOf = (data: MetricsRow): [string, Row[]][] => {
  const people: Row = {
    label: "Members who worked",
    counts: data.worked.counts,
    links: data.months.map(() => data.worked.link),
  };
  const of = (group: string): Row[] => data.rows.filter((row) => row.group === group);
  const groups: [string, Row[]][] = [
    ["Records", of("Records")],
    ["People", [people]],
    ["Forms", of("Forms")],
    ["Sign-ups", of("Sign-ups")],
  ];
  return groups.filter(([, rows]) => rows.length > 0);
};

function Visits({ data }: { data: MetricsRow }) {
  if (!data.visits) return null;
  const { counts, pages } = data.visits;
  if (pages.length === 0)
    return (
      <Panel title="Visits">
        <p className="text-t2">No data yet: nobody has visited a page since visits are counted.</p>
      </Panel>
    );
  const last = counts.at(-1) ?? 0;
  return (
    <section className="grid min-w-0 gap-4" aria-label="Visits">
      <Chart
        finding={`${shown(last)} visits this month`}
        kind="bar"
        axis="Month"
        series={[{ id: "visits", label: "Visits" }]}
        format={shown}
        points={data.months.map((month, at) => ({
          label: named(month),
          values: { visits: counts[at] ?? 0 },
        }))}
        note="Browsers that ask not to be counted (DNT, Global Privacy Control) and robots are left out."
      />
      <Panel title="Pages" flush>
        <Table
          label="Visits by page"
          head="Page"
          months={data.months}
          rows={pages.map(({ path, counts: of }) => ({ label: path, counts: of, links: null }))}
        />
      </Panel>
    </section>
  );
}

/** What was done this month, in words: the counts that are not none, the largest first. */
const findingOf = ({ rows, months }: MetricsRow): FindingPart[] =>
  rows
    .filter(({ counts }) => (counts.at(-1) ?? 0) > 0)
    .toSorted((a, b) => b.counts.at(-1)! - a.counts.at(-1)!)
    .slice(0, 3)
    .map(({ label, counts, links }, at) => ({
      text: `${shown(counts.at(-1)!)} ${label.toLowerCase()}${at === 0 ? ` in ${named(months.at(-1)!)}` : ""}`,
      to: links.at(-1),
    }));

const lengths = [6, 12, 24] as const;

/** /admin/metrics: how much the agency works, in counts by month. */
export default function Metrics() {
  const [months, setMonths] = useState<number>(6);
  const read = useGet<MetricsRow>("metrics", `/api/v1/metrics?months=${months}`, {
    first: true,
    keep: true,
  });
  if (read.isPending) return <RecordSkeleton />;
  if (read.isError)
    return <ErrorPanel error={read.error} what="Metrics" onRetry={() => void read.refetch()} />;
  return (
    <div className="grid min-w-0 gap-4">
      <div className="flex flex-wrap items-center gap-3">
        <div className="mr-auto">
          <h1>Metrics</h1>
          <p className="max-w-[70ch] text-t2">
            How much is done here, by month. Only counts: nothing follows a person. Each number
            opens the list that it counts.
          </p>
        </div>
        {lengths.map((n) => (
          <button
            key={n}
            type="button"
            className="btn btn-small aria-pressed:border-(--accent)"
            aria-pressed={months === n}
            onClick={() => setMonths(n)}
          >
            {n} months
          </button>
        ))}
      </div>
      <Finding parts={findingOf(read.data)} none="Nothing was done this month yet." />
      {groupsOf(read.data).map(([group, rows]) => (
        <Panel key={group} title={group} flush>
          <Table label={group} head="By month" months={read.data.months} rows={rows} />
        </Panel>
      ))}
      <Visits data={read.data} />
    </div>
  );
}
