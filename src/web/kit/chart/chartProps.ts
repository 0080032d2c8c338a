import type { ReactNode } from "react";

export type ChartSeries = {
  id: string;
  label: string;
  /** Of a line: a dot at each of its points. */
  dots?: boolean;
};
/**
 * One place on the axis: its label and a value per series (null = none). Money in integer cents.
 */
export type ChartPoint = { label: string; values: Readonly<Record<string, number | null>> };

/** A range around a line: the ids of its lower and upper end among the values of each point. */
type ChartBand = { label: string; low: string; high: string };

export type ChartProps = {
  /** The finding in words, not the subject: "Spending runs 6% under plan". */
  finding: string;
  kind: "bar" | "stacked" | "line";
  series: readonly ChartSeries[];
  points: readonly ChartPoint[];
  /** Of lines: the widest first. */
  bands?: readonly ChartBand[];
  /** How a value reads: formatCentsShort. */
  format: (value: number) => string;
  axis: string;
  /** Labels of the points that stand out, such as values beyond a limit. */
  marks?: readonly string[];
  /** Of lines: the scale begins near the least value, not at zero. */
  floating?: boolean;
  note?: ReactNode;
  height?: number;
};
