import { Table2 } from "lucide-react";
import { Suspense, useRef, useState } from "react";
import { csvCell, saveText } from "../csv.ts";
import { lazyPart } from "../newer.ts";
import { Panel } from "../states.tsx";
import { useNear } from "../useNear.ts";
import type { ChartPoint, ChartProps, ChartSeries } from "./chartProps.ts";

const Drawing = lazyPart(() => import("./ChartDrawing.tsx"));

/** At most six series; the rest becomes one called Other. */
export const foldSeries = (
  series: readonly ChartSeries[],
  points: readonly ChartPoint[],
): { series: readonly ChartSeries[]; points: readonly ChartPoint[] } => {
  if (series.length <= 6) return { series, points };
  const kept = series.slice(0, 5);
  const rest = series.slice(5);
  const sum = (point: ChartPoint) =>
    rest.reduce<number | null>(
      (total, { id }) =>
        point.values[id] === null || point.values[id] === undefined
          ? total
          : (total ?? 0) + (point.values[id] ?? 0),
      null,
    );
  return {
    series: [...kept, { id: "other", label: "Other" }],
    points: points.map((point) => ({
      label: point.label,
      values: { ...point.values, other: sum(point) },
    })),
  };
};

function DataTwin({
  series,
  points,
  format,
  axis,
}: Pick<ChartProps, "series" | "points" | "format" | "axis">) {
  return (
    <div className="table-scroll" tabIndex={0} role="region" aria-label="Figures of the chart">
      <table className="ledger">
        <thead>
          <tr>
            <th scope="col">{axis}</th>
            {series.map((each) => (
              <th key={each.id} scope="col" className="num">
                {each.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {points.map((point) => (
            <tr key={point.label}>
              <th scope="row" className="!font-normal">
                {point.label}
              </th>
              {series.map(({ id }) => {
                const value = point.values[id];
                return (
                  <td key={id} className="num">
                    {value === null || value === undefined ? "—" : format(value)}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/**
 * A chart under its finding, with its figures as a table and as CSV. The drawing library loads with
 * the first chart.
 */
export function Chart({
  finding,
  kind,
  format,
  axis,
  note,
  bands = [],
  height = 240,
  marks = [],
  floating = false,
  ...data
}: ChartProps) {
  const [asTable, setAsTable] = useState(false);
  const place = useRef<HTMLElement>(null);
  const near = useNear(place);
  const { series, points } = foldSeries(data.series, data.points);
  // In figures a band is its two ends.
  const shown = [
    ...series,
    ...bands.flatMap(({ label, low, high }) => [
      { id: low, label: `${label}, from` },
      { id: high, label: `${label}, to` },
    ]),
  ];
  const toCsv = () =>
    saveText(
      "chart.csv",
      [
        [axis, ...shown.map((each) => each.label)],
        ...points.map((point) => [point.label, ...shown.map(({ id }) => point.values[id] ?? "")]),
      ]
        .map((row) => row.map(csvCell).join(","))
        .join("\r\n"),
    );
  const buttons = (
    <span className="flex gap-1">
      <button
        type="button"
        className="btn btn-quiet btn-icon btn-small"
        aria-label="Show the figures as a table"
        aria-pressed={asTable}
        onClick={() => setAsTable(!asTable)}
      >
        <Table2 aria-hidden="true" />
      </button>
      <button
        type="button"
        className="btn btn-quiet btn-small"
        aria-label="Figures as CSV"
        onClick={toCsv}
      >
        CSV
      </button>
    </span>
  );
  return (
    <Panel title={finding} aside={buttons} flush={asTable}>
      {asTable ? (
        <DataTwin series={shown} points={points} format={format} axis={axis} />
      ) : (
        <figure ref={place}>
          <figcaption className="visually-hidden">
            {finding}. {series.map((each) => each.label).join(", ")} by {axis}; the table button
            shows every figure.
          </figcaption>
          {near ? (
            <Suspense
              fallback={
                <div className="skeleton h-60" role="status" aria-label="Loading the chart" />
              }
            >
              <Drawing
                kind={kind}
                series={series}
                points={points}
                format={format}
                height={height}
                bands={bands}
                marks={marks}
                floating={floating}
              />
            </Suspense>
          ) : (
            <div className="h-60" />
          )}
          {note && <p className="mt-2 text-12 text-t3">{note}</p>}
        </figure>
      )}
    </Panel>
  );
}
