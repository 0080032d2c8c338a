import {
  Area,
  Bar,
  BarChart,
  CartesianGrid,
  ComposedChart,
  Legend,
  Line,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from "recharts";
import type { ChartProps } from "./chartProps.ts";

type DrawingProps = Pick<ChartProps, "kind" | "series" | "points" | "format" | "bands"> &
  Required<Pick<ChartProps, "marks" | "floating">> & { height: number };
const colour = (at: number): string => `var(--chart-${at + 1})`;
// Dashes double the colours for people who cannot tell them apart.
const dashes = ["", "6 3", "2 3", "8 3 2 3", "12 4", "4 2 1 2"];
const tick = { fill: "var(--t3)", fontSize: 12 };

type DotProps = { cx?: number; cy?: number; payload?: { label: string } };
// What stands out is larger and hollow as well: colour alone says nothing to some.
const dotOf =
  (fill: string, marks: readonly string[]) =>
  ({ cx, cy, payload }: DotProps) => {
    const key = `${payload?.label ?? ""} ${cx ?? ""}`;
    if (cx === undefined || cy === undefined || Number.isNaN(cy)) return <g key={key} />;
    return payload && marks.includes(payload.label) ? (
      <circle
        key={key}
        cx={cx}
        cy={cy}
        r={6}
        fill="var(--s1)"
        stroke="var(--danger)"
        strokeWidth={3}
      />
    ) : (
      <circle key={key} cx={cx} cy={cy} r={3} fill={fill} />
    );
  };

/** The drawing of a chart (recharts, loaded on demand). */
export default function ChartDrawing({
  kind,
  series,
  points,
  format,
  height,
  bands = [],
  marks,
  floating,
}: DrawingProps) {
  const data = points.map(({ label, values }) => ({
    label,
    ...values,
    ...Object.fromEntries(
      bands.map((band) => {
        const [low, high] = [values[band.low], values[band.high]];
        return [
          band.label,
          typeof low === "number" && typeof high === "number" ? [low, high] : null,
        ];
      }),
    ),
  }));
  const whole = points.every(({ values }) =>
    Object.values(values).every((value) => value === null || Number.isInteger(value)),
  );
  const parts = [
    <CartesianGrid key="grid" vertical={false} stroke="var(--hair)" />,
    <XAxis
      key="x"
      dataKey="label"
      tick={tick}
      tickLine={false}
      axisLine={{ stroke: "var(--ctl)" }}
    />,
    <YAxis
      key="y"
      tick={tick}
      tickLine={false}
      axisLine={false}
      width={64}
      {...(floating && { domain: ["auto", "auto"] as const })}
      allowDecimals={!whole}
      tickFormatter={(value: number) => format(value)}
    />,
    <Tooltip
      key="tip"
      cursor={{ fill: "var(--s2)" }}
      formatter={(value) =>
        Array.isArray(value)
          ? value.map((end) => format(Number(end))).join(" to ")
          : format(Number(value))
      }
      contentStyle={{ background: "var(--s1)", border: "1px solid var(--hair)", borderRadius: 6 }}
      labelStyle={{ color: "var(--t1)" }}
      itemStyle={{ color: "var(--t2)" }}
    />,
    <Legend
      key="legend"
      itemSorter={null}
      verticalAlign="top"
      align="left"
      iconType="square"
      iconSize={10}
      wrapperStyle={{ paddingBottom: 12 }}
      formatter={(label: string) => <span className="text-12 text-t2">{label}</span>}
    />,
  ];
  return (
    <ResponsiveContainer width="100%" height={height}>
      {kind === "line" ? (
        <ComposedChart
          data={data}
          accessibilityLayer
          {...(series.some(({ dots }) => dots) && { margin: { top: 5, right: 12, left: 5 } })}
        >
          {parts}
          {bands.map(({ label }, at) => (
            <Area
              key={label}
              dataKey={label}
              stroke="none"
              legendType="none"
              fill={colour(1)}
              fillOpacity={at === 0 ? 0.14 : 0.24}
              isAnimationActive={false}
            />
          ))}
          {series.map((each, at) => (
            <Line
              key={each.id}
              dataKey={each.id}
              name={each.label}
              stroke={colour(at)}
              strokeWidth={2}
              strokeDasharray={dashes[at]}
              dot={each.dots ? dotOf(colour(at), marks) : false}
              isAnimationActive={false}
            />
          ))}
        </ComposedChart>
      ) : (
        <BarChart data={data} barCategoryGap="28%" accessibilityLayer>
          {parts}
          {series.map((each, at) => (
            <Bar
              key={each.id}
              dataKey={each.id}
              name={each.label}
              fill={colour(at)}
              {...(kind === "stacked" ? { stackId: "all" } : {})}
              isAnimationActive={false}
            />
          ))}
        </BarChart>
      )}
    </ResponsiveContainer>
  );
}
