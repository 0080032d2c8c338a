import { useLayoutEffect, useRef, useState } from "react";
import { formatDate } from "#kernel/dates.ts";
import { counted } from "#kernel/words.ts";
import type { PriceHistory } from "./market.model.ts";

const height = 260;
const left = 64;
const right = 16;
const top = 12;
const bottom = 28;
const day = (text: string) => Date.parse(`${text}T00:00:00Z`);
const money = (value: number) =>
  value.toLocaleString("en-US", {
    minimumFractionDigits: 2,
    maximumFractionDigits: value < 1 ? 4 : 2,
  });

/** Round steps for an axis: 1, 2 or 5 times a power of ten, about four of them. */
const steps = (low: number, high: number): number[] => {
  const rough = (high - low || Math.abs(high) || 1) / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((n) => n * power).find((n) => n >= rough)!;
  return Array.from({ length: 8 }, (_, i) => (Math.ceil(low / step) + i) * step).filter(
    (value) => value <= high + step * 0.001,
  );
};

/** A box's width, so that a drawing in it keeps its letters' size on a phone. */
const useWidth = () => {
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(1040);
  useLayoutEffect(() => {
    const watch = new ResizeObserver(([entry]) =>
      setWidth(Math.max(240, Math.round(entry!.contentRect.width))),
    );
    watch.observe(box.current!);
    return () => watch.disconnect();
  }, []);
  return [box, width] as const;
};

/**
 * Prices as points over time, the robust line through them, outliers ringed. The figures stand in
 * the table below.
 */
export function PriceScatter({ data }: { data: PriceHistory }) {
  const { points, trend } = data;
  const [box, width] = useWidth();
  const days = points.map((p) => day(p.day));
  const prices = points.map((p) => p.price).concat(trend ? [trend.from, trend.to] : []);
  const [first, last] = [Math.min(...days), Math.max(...days)];
  const [least, most] = [Math.min(...prices), Math.max(...prices)];
  const room = (most - least || most || 1) * 0.12;
  const [low, high] = [Math.max(0, least - room), most + room];
  const x = (at: number) => left + ((at - first) / (last - first || 1)) * (width - left - right);
  const y = (price: number) =>
    height - bottom - ((price - low) / (high - low)) * (height - top - bottom);
  return (
    <div ref={box} className="w-full overflow-hidden">
      <svg
        viewBox={`0 0 ${width} ${height}`}
        width={width}
        height={height}
        className="block"
        role="img"
        aria-label={`${counted(points.length, "unit price")} from ${formatDate(points[0]!.day)} to ${formatDate(points.at(-1)!.day)}${trend ? `, trend ${trend.perYear >= 0 ? "plus" : "minus"} ${money(Math.abs(trend.perYear))} a year` : ""}; the table below holds every figure`}
      >
        {steps(low, high).map((value) => (
          <g key={value}>
            <line
              x1={left}
              x2={width - right}
              y1={y(value)}
              y2={y(value)}
              className="stroke-hair"
              strokeWidth="1"
            />
            <text x={left - 8} y={y(value) + 4} textAnchor="end" className="fill-t3 text-12">
              {money(value)}
            </text>
          </g>
        ))}
        <text x={left} y={height - 8} className="fill-t3 text-12">
          {formatDate(points[0]!.day)}
        </text>
        <text x={width - right} y={height - 8} textAnchor="end" className="fill-t3 text-12">
          {formatDate(points.at(-1)!.day)}
        </text>
        {trend && (
          <line
            x1={x(first)}
            y1={y(trend.from)}
            x2={x(last)}
            y2={y(trend.to)}
            className="stroke-accent"
            strokeWidth="2"
          />
        )}
        {points.map((p, i) => (
          <circle
            key={`${p.orderId}${i}`}
            cx={x(days[i]!)}
            cy={y(p.price)}
            r={p.outlier === null ? 3.5 : 6}
            className={p.outlier === null ? "fill-t2" : "fill-none stroke-warning"}
            strokeWidth={p.outlier === null ? 0 : 2}
          />
        ))}
      </svg>
    </div>
  );
}

export { money };
