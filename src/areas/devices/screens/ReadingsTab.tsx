import { useState } from "react";
import { formatDate, formatInstant, formatTime } from "#kernel/dates.ts";
import { options } from "#kernel/labels.ts";
import type { Instant } from "#kernel/time.ts";
import { counted } from "#kernel/words.ts";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import { Chart } from "#web/kit/chart/Chart.tsx";
import { Finding } from "#web/kit/Finding.tsx";
import { useDays } from "#web/kit/days.ts";
import { useGet } from "#web/kit/queries.ts";
import { Facts } from "#web/kit/record/Facts.tsx";
import { ErrorPanel, Panel } from "#web/kit/states.tsx";
import type { DeviceDetail } from "../device/device.model.ts";
import { metricNamed, metrics, type MetricName } from "../reading/metrics.data.ts";
import { seriesSpans, type SeriesSpan } from "../reading/series.labels.ts";
import type { DeviceSeries } from "../reading/series.model.ts";

const plain = (value: number): string => String(Math.round(value * 100) / 100);

/** How a newest reading stands: value with unit, or a position with its accuracy. */
const shown = ({ metric, value, longitude, accuracy }: DeviceDetail["latest"][number]): string =>
  metric === "position"
    ? `${value.toFixed(5)}, ${(longitude ?? 0).toFixed(5)}${accuracy === null ? ", no accuracy" : `, ${Math.round(accuracy)} m`}`
    : `${plain(value)} ${metricNamed(metric).unit}`;

const useLabels = (roll: DeviceSeries["roll"]) => {
  const { timeZone } = useAgency();
  const { dayIn } = useDays();
  return (at: Instant): string => {
    if (roll === "day") return formatDate(dayIn(at));
    return roll === "hour" ? formatInstant(at, timeZone) : formatTime(at, timeZone);
  };
};

function Drawn({ series }: { series: DeviceSeries }) {
  const labelOf = useLabels(series.roll);
  const { label, unit } = metricNamed(series.metric);
  const read = series.points.filter(({ mean }) => mean !== null);
  if (read.length === 0)
    return <p className="text-t2">Nothing was read of {label.toLowerCase()} in this time.</p>;
  const lows = read.map(({ low }) => low ?? 0);
  const highs = read.map(({ high }) => high ?? 0);
  const gaps = series.gaps > 0 ? `, ${counted(series.gaps, "gap")}` : "";
  return (
    <Chart
      finding={`${label} from ${plain(Math.min(...lows))} to ${plain(Math.max(...highs))} ${unit}${gaps}`}
      kind="line"
      series={[
        { id: "mean", label },
        ...series.limits.map((limit, n) => ({ id: `limit${n}`, label: limit.label })),
      ]}
      bands={
        series.roll === "reading" ? [] : [{ label: "Lowest and highest", low: "low", high: "high" }]
      }
      points={series.points.map(({ at, mean, low, high }) => ({
        label: labelOf(at),
        values: {
          ...{ mean, low, high },
          ...Object.fromEntries(series.limits.map(({ value }, n) => [`limit${n}`, value])),
        },
      }))}
      format={plain}
      axis="Time"
      note="Where nothing was read for longer than the device may be silent, nothing is drawn."
    />
  );
}

function Newest({ device }: { device: DeviceDetail }) {
  const { timeZone } = useAgency();
  if (device.latest.length === 0) return null;
  return (
    <Panel title="Newest readings">
      <Facts
        rows={device.latest.map((latest) => [
          metrics[latest.metric].label,
          <span key={latest.metric}>
            {shown(latest)}
            <span className="block text-12 text-t3">
              {formatInstant(latest.readAt, timeZone)}
              {latest.refused && `; the asset's meter did not take it: ${latest.refused}`}
            </span>
          </span>,
        ])}
      />
    </Panel>
  );
}

const heardOf = (device: DeviceDetail, at: (instant: Instant) => string): string => {
  if (device.status === "retired") return "It is retired.";
  if (device.heardAt === null) return "Nothing was heard of it yet: give it its key.";
  const heard = `heard ${at(device.heardAt)}`;
  return device.status === "stale" ? `It is silent: last ${heard}.` : `It was ${heard}.`;
};

const saidOf = (device: DeviceDetail, at: (instant: Instant) => string): string => {
  const { mutedUntil, mutedWhy } = device;
  const why = mutedWhy && `: ${mutedWhy}`;
  return mutedUntil
    ? `${heardOf(device, at)} Muted until ${at(mutedUntil)}${why}.`
    : heardOf(device, at);
};

/** What a device measured, drawn with its limits and its gaps. */
export function ReadingsTab({ device }: { device: DeviceDetail }) {
  const { timeZone } = useAgency();
  const drawable = device.metrics.filter((metric) => metric !== "position");
  const [metric, setMetric] = useState<MetricName | null>(drawable[0] ?? null);
  const [span, setSpan] = useState<SeriesSpan>("day");
  const series = useGet<DeviceSeries>(
    "devices",
    `/api/v1/devices/${device.id}/series?metric=${metric ?? "battery"}&span=${span}`,
    { enabled: metric !== null },
  );
  return (
    <div className="stack">
      <Finding parts={[]} none={saidOf(device, (at) => formatInstant(at, timeZone))} />
      {metric && (
        <>
          <div className="flex flex-wrap gap-3">
            <label className="field">
              <span>Metric</span>
              <select
                className="field-control"
                value={metric}
                onChange={({ target }) => setMetric(target.value as MetricName)}
              >
                {drawable.map((name) => (
                  <option key={name} value={name}>
                    {metrics[name].label}
                  </option>
                ))}
              </select>
            </label>
            <label className="field">
              <span>Time</span>
              <select
                className="field-control"
                value={span}
                onChange={({ target }) => setSpan(target.value as SeriesSpan)}
              >
                {options(seriesSpans).map(({ value, label }) => (
                  <option key={value} value={value}>
                    {label}
                  </option>
                ))}
              </select>
            </label>
          </div>
          {series.error && <ErrorPanel error={series.error} what="The readings" />}
          {series.data && <Drawn series={series.data} />}
        </>
      )}
      <Newest device={device} />
    </div>
  );
}
