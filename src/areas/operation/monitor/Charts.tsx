import { useState } from "react";
import { formatInstant } from "#kernel/dates.ts";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import { Chart } from "#web/kit/chart/Chart.tsx";
import { useGet } from "#web/kit/queries.ts";
import { ErrorPanel, Panel } from "#web/kit/states.tsx";
import { shownMetric, type Unit } from "#kernel/monitor-metrics.ts";
import type { MonitorRow, SeriesRow } from "./monitor.model.ts";

export type Metrics = NonNullable<MonitorRow["machine"]>["metrics"];
type Metric = Metrics[number];
const spans = [
  ["hour", "Last hour"],
  ["day", "Last day"],
  ["week", "Last week"],
] as const;
type Span = (typeof spans)[number][0];

const series = [
  { id: "now", label: "Now" },
  { id: "before", label: "A week earlier" },
];

const clock = (at: string, span: Span, timeZone: string): string =>
  new Intl.DateTimeFormat("en-US", {
    timeZone,
    ...(span === "week" && { weekday: "short" }),
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  }).format(new Date(at));

const mean = (values: readonly (number | null)[]): number | null => {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length;
};

/** What a chart shows in words: how it is, and how it was at the same time a week earlier. */
const findingOf = (label: string, unit: Unit, points: SeriesRow["points"]): string => {
  const now = mean(points.map((point) => point.now));
  const before = mean(points.map((point) => point.before));
  if (now === null) return `${label}: no data yet`;
  const rest = before === null ? "" : `, ${shownMetric(before, unit)} a week earlier`;
  return `${label}: ${shownMetric(now, unit)} on average${rest}`;
};

function MetricChart({ metric, span }: { metric: Metric; span: Span }) {
  const { timeZone } = useAgency();
  const read = useGet<SeriesRow>(
    "monitoring",
    `/api/v1/monitoring/series?metric=${encodeURIComponent(metric.name)}&span=${span}`,
    { keep: true },
  );
  if (read.isError)
    return (
      <ErrorPanel error={read.error} what={metric.label} onRetry={() => void read.refetch()} />
    );
  const points = read.data?.points ?? [];
  if (read.data && points.every(({ now, before }) => now === null && before === null))
    return (
      <Panel title={metric.label}>
        <p className="text-t2">
          No data yet. The first point stands here when an instance has run for a minute
          {span === "week" && ", and an hour is over"}.
        </p>
      </Panel>
    );
  return (
    <Chart
      finding={findingOf(metric.label, metric.unit, points)}
      kind="line"
      axis="Time"
      height={200}
      series={series}
      format={(value) => shownMetric(value, metric.unit)}
      points={points.map(({ at, now, before }) => ({
        label: clock(at, span, timeZone),
        values: { now, before },
      }))}
      note={points[0] && `From ${formatInstant(points[0].at, timeZone)}`}
    />
  );
}

const first = ["p95", "answers", "memory", "jobsOldest"];

/** Numbers over time, each with the same time a week earlier; the fourth is chosen. */
export function Charts({ metrics }: { metrics: Metrics }) {
  const [span, setSpan] = useState<Span>("hour");
  const [shown, setShown] = useState(first);
  const choose = (at: number, name: string) => setShown(shown.with(at, name));
  return (
    <section className="grid min-w-0 gap-3" aria-label="Numbers over time">
      <div className="flex flex-wrap items-center gap-2">
        <h2 className="mr-auto">Over time</h2>
        {spans.map(([id, label]) => (
          <button
            key={id}
            type="button"
            className={`btn btn-small ${span === id ? "btn-primary" : ""}`}
            aria-pressed={span === id}
            onClick={() => setSpan(id)}
          >
            {label}
          </button>
        ))}
      </div>
      <div className="grid min-w-0 gap-4 lg:grid-cols-2">
        {shown.map((name, at) => {
          const metric = metrics.find((each) => each.name === name);
          return (
            <div key={at} className="grid min-w-0 content-start gap-2">
              <label className="flex items-center gap-2 text-13 text-t3">
                <span className="visually-hidden">Number of chart {at + 1}</span>
                <select
                  className="field-control"
                  value={name}
                  onChange={(event) => choose(at, event.target.value)}
                >
                  {metrics.map((each) => (
                    <option key={each.name} value={each.name}>
                      {each.label}
                    </option>
                  ))}
                </select>
              </label>
              {metric && <MetricChart metric={metric} span={span} />}
            </div>
          );
        })}
      </div>
    </section>
  );
}
