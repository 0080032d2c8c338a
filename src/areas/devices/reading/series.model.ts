import { z } from "zod";
import { names } from "#kernel/labels.ts";
import { instantField } from "#kernel/time-fields.ts";
import { metrics } from "./metrics.data.ts";
import { seriesSpans, type Roll } from "./series.labels.ts";

const rollMs = { reading: 0, minute: 60_000, hour: 3_600_000, day: 86_400_000 } as const;

export const seriesQuery = z.object({
  metric: z.enum(names(metrics)),
  span: z.enum(names(seriesSpans)).default("day"),
});

const point = z.object({
  at: instantField,
  /** Null where nothing was read for longer than the device may be silent. */
  mean: z.number().nullable(),
  low: z.number().nullable(),
  high: z.number().nullable(),
});
export type SeriesPoint = z.output<typeof point>;

export const deviceSeries = z
  .object({
    metric: z.enum(names(metrics)),
    unit: z.string(),
    roll: z.enum(["reading", "minute", "hour", "day"]),
    points: z.array(point),
    gaps: z.number(),
    limits: z.array(z.object({ label: z.string(), value: z.number() })),
  })
  .meta({ id: "DeviceSeries" });
export type DeviceSeries = z.output<typeof deviceSeries>;

/**
 * Points in their order, with an empty one wherever nothing was read for longer than the device may be
 * silent: a gap is drawn as a gap. Gives how many gaps there are.
 */
export const withGaps = (
  points: readonly SeriesPoint[],
  { roll, silentMinutes }: { roll: Roll; silentMinutes: number },
): { points: SeriesPoint[]; gaps: number } => {
  const most = Math.max(silentMinutes * 60_000, rollMs[roll]) + rollMs[roll];
  const drawn: SeriesPoint[] = [];
  let gaps = 0;
  for (const [n, each] of points.entries()) {
    const before = points[n - 1];
    if (before && Date.parse(each.at) - Date.parse(before.at) > most) {
      const at = new Date(Date.parse(before.at) + Math.max(rollMs[roll], 60_000)).toISOString();
      drawn.push({ at: at as SeriesPoint["at"], mean: null, low: null, high: null });
      gaps += 1;
    }
    drawn.push(each);
  }
  return { points: drawn, gaps };
};
