import { movingRanges } from "#kernel/control-chart.ts";
import { counted } from "#kernel/words.ts";
import { Chart } from "#web/kit/chart/Chart.tsx";
import {
  measures,
  shownValue,
  type MeasureName,
  type Period,
} from "../../quality/measures.labels.ts";
import type { ChartAnswer } from "../../quality/objective.model.ts";
import { periodLabel } from "../../quality/period.model.ts";
import { firmLimits } from "../../quality/words.model.ts";

type Of = {
  measure: MeasureName;
  period: Period;
  target: string;
  direction: "at_least" | "at_most";
  chart: ChartAnswer;
};

const marksOf = ({ period, chart }: Of, kinds: readonly string[]): string[] =>
  chart.points
    .filter(({ on }) =>
      chart.signals.some(({ kind, from, to }) => kinds.includes(kind) && on >= from && on <= to),
    )
    .map(({ on }) => periodLabel(period, on));

const limitsSaid = ({ measure, chart: { limits, inBase } }: Of): string => {
  if (!limits) return `No limits yet: ${counted(inBase, "value")} in the base.`;
  const shown = (value: number) => shownValue(measure, value);
  const trial = limits.counted < firmLimits ? " They are for a trial: twenty are firm." : "";
  return `Shaded: from ${shown(limits.lower)} to ${shown(limits.upper)}, the mean ± 2.66 mean moving ranges of ${counted(limits.counted, "value")} of the base.${trial}`;
};

/** Values of an objective with their mean, target and limits; those that signal stand out. */
export function ControlChart({ of, height }: { of: Of; height?: number }) {
  const { measure, period, target, chart } = of;
  const { limits } = chart;
  return (
    <Chart
      finding={chart.finding}
      kind="line"
      axis={period === "week" ? "Week of" : "Month"}
      series={[
        { id: "value", label: measures[measure].label, dots: true },
        { id: "target", label: "Target" },
        ...(limits ? [{ id: "mean", label: "Mean of the base" }] : []),
      ]}
      bands={limits ? [{ label: "Limits", low: "lower", high: "upper" }] : []}
      points={chart.points.map(({ on, value }) => ({
        label: periodLabel(period, on),
        values: {
          ...{ value, target: Number(target) },
          ...(limits && { mean: limits.mean, lower: limits.lower, upper: limits.upper }),
        },
      }))}
      marks={marksOf(of, ["outside", "run"])}
      floating
      format={(value) => shownValue(measure, value)}
      note={limitsSaid(of)}
      {...(height && { height })}
    />
  );
}

/** How far each value is from the one before it, with the limit of that. */
export function RangeChart({ of }: { of: Of }) {
  const { measure, period, chart } = of;
  const { limits, points } = chart;
  if (points.length < 2) return null;
  const ranges = movingRanges(points.map(({ value }) => value));
  const beyond = ranges.flatMap((range, at) =>
    limits && range > limits.rangeUpper + 1e-9 ? [periodLabel(period, points[at + 1]!.on)] : [],
  );
  const shown = (value: number) => shownValue(measure, value);
  return (
    <Chart
      finding={
        beyond.length > 0
          ? `${counted(beyond.length, "leap")} beyond the limit: ${beyond.join("; ")}`
          : "No leap from one value to the next is beyond the limit"
      }
      kind="line"
      axis={period === "week" ? "Week of" : "Month"}
      series={[
        { id: "range", label: "Moving range", dots: true },
        ...(limits
          ? [
              { id: "mean", label: "Mean range of the base" },
              { id: "upper", label: "Limit" },
            ]
          : []),
      ]}
      points={ranges.map((range, at) => ({
        label: periodLabel(period, points[at + 1]!.on),
        values: { range, ...(limits && { mean: limits.meanRange, upper: limits.rangeUpper }) },
      }))}
      marks={beyond}
      format={shown}
      height={180}
      {...(limits && {
        note: `The limit is 3.268 mean moving ranges: ${shown(limits.rangeUpper)}.`,
      })}
    />
  );
}
