import { z } from "zod";
import { isMetric, metricNamed, type MetricName } from "./metrics.data.ts";

/** So far a device's clock may run ahead before what it says is of the future. Milliseconds. */
export const clockSlack = 2 * 60_000;
/** What is farther ahead is no clock at all, and is refused. Milliseconds. */
const mostAhead = 366 * 86_400_000;

/** A batch of readings, each judged by itself. */
export const batchInput = z.object({
  readings: z
    .array(z.record(z.string(), z.unknown()))
    .min(1, "Send a reading at least.")
    .max(1000, "Send 1,000 readings at most at once."),
});

const refusals = {
  unknown_metric: "This metric is not known, or not one of this device.",
  unknown_unit: "This unit is not known for this metric.",
  not_a_number: "The value is no number.",
  impossible_value: "The value is outside of what this metric can have.",
  bad_time: "The time is no instant with its zone, such as 2026-11-29T12:00:00Z.",
  bad_sequence: "The sequence is no whole number from 0 on.",
  bad_position: "A position has a latitude, a longitude and an accuracy in meters or null.",
  unknown_field: "A reading has metric, at, seq, value and unit; a position no value.",
  too_far_ahead: "The time lies more than a year ahead: the device's clock is wrong.",
  too_old: "The time lies before what the agency keeps.",
  other_value: "A reading of this metric, time and sequence is stored with another value.",
} as const;
export type RowRefusal = keyof typeof refusals;

const refusedRow = z.object({ row: z.number(), code: z.string(), text: z.string() });

export const batchAnswer = z
  .object({
    stored: z.number(),
    /** Were there already: they are stored once. */
    repeated: z.number(),
    /** Of the stored ones, how many are of the future: they trigger nothing. */
    ahead: z.number(),
    refused: z.array(refusedRow),
  })
  .meta({ id: "DeviceBatchAnswer" });
export type BatchAnswer = z.output<typeof batchAnswer>;

/** A reading as it is stored. `value` in the metric's own unit; of a position the latitude. */
export type Reading = {
  row: number;
  metric: MetricName;
  /** ISO in UTC. */
  at: string;
  seq: number;
  value: number;
  longitude: number | null;
  accuracy: number | null;
};
type Refused = z.output<typeof refusedRow>;

/** A row that is not stored, and why. */
export const refuseRow = (row: number, code: RowRefusal): Refused => ({
  row,
  code,
  text: refusals[code],
});

const time = z.iso.datetime({ offset: true });
const fields = new Set(["metric", "at", "seq", "value", "unit"]);
const positionFields = new Set(["metric", "at", "seq", "latitude", "longitude", "accuracy"]);
const isFinite = (value: unknown): value is number =>
  typeof value === "number" && Number.isFinite(value);

type Value = Pick<Reading, "value" | "longitude" | "accuracy">;

const positionOf = (given: Record<string, unknown>): Value | RowRefusal => {
  const { latitude, longitude, accuracy = null } = given;
  return isFinite(latitude) &&
    isFinite(longitude) &&
    Math.abs(latitude) <= 90 &&
    Math.abs(longitude) <= 180 &&
    (accuracy === null || (isFinite(accuracy) && accuracy >= 0))
    ? { value: latitude, longitude, accuracy }
    : "bad_position";
};

const valueOf = (
  name: MetricName,
  { value, unit }: Record<string, unknown>,
): Value | RowRefusal => {
  const metric = metricNamed(name);
  const asked = unit ?? metric.unit;
  if (typeof asked !== "string" || !Object.hasOwn(metric.units, asked)) return "unknown_unit";
  if (!isFinite(value)) return "not_a_number";
  const { times, plus = 0 } = metric.units[asked]!;
  // Beyond the tenth digit stands what a factor in binary adds.
  const kept = Number((value * times + plus).toPrecision(12));
  if (kept < (metric.least ?? -1e15) || kept > (metric.most ?? 1e15)) return "impossible_value";
  return { value: kept, longitude: null, accuracy: null };
};

/** What a batch is read with: metrics of the device; `now` and `oldest` in milliseconds. */
export type BatchOf = { metrics: readonly string[]; now: number; oldest: number };

const readOne = (
  given: Record<string, unknown>,
  { metrics, now, oldest }: BatchOf,
): Omit<Reading, "row"> | RowRefusal => {
  const { metric, at, seq } = given;
  if (typeof metric !== "string" || !isMetric(metric) || !metrics.includes(metric))
    return "unknown_metric";
  const known = metric === "position" ? positionFields : fields;
  if (Object.keys(given).some((key) => !known.has(key))) return "unknown_field";
  const read = time.safeParse(at);
  const ms = read.success ? Date.parse(read.data) : Number.NaN;
  if (!Number.isFinite(ms)) return "bad_time";
  if (!Number.isSafeInteger(seq) || (seq as number) < 0) return "bad_sequence";
  if (ms > now + mostAhead) return "too_far_ahead";
  if (ms < oldest) return "too_old";
  const value = metric === "position" ? positionOf(given) : valueOf(metric, given);
  if (typeof value === "string") return value;
  return { metric, at: new Date(ms).toISOString(), seq: seq as number, ...value };
};

/** What makes a reading of a device the same as another one. */
const identityOf = ({ metric, at, seq }: Pick<Reading, "metric" | "at" | "seq">): string =>
  `${metric} ${Date.parse(at)} ${seq}`;

/**
 * Reads a batch row by row: what can be stored, what is refused and why, and how many rows repeat an
 * earlier one of the same batch.
 */
export const readBatch = (
  rows: readonly Record<string, unknown>[],
  of: BatchOf,
): { readings: Reading[]; refused: Refused[]; repeated: number } => {
  const readings = new Map<string, Reading>();
  const refused: Refused[] = [];
  let repeated = 0;
  for (const [row, given] of rows.entries()) {
    const read = readOne(given, of);
    if (typeof read === "string") {
      refused.push(refuseRow(row, read));
      continue;
    }
    const before = readings.get(identityOf(read));
    if (!before) readings.set(identityOf(read), { row, ...read });
    else if (sameValue(before, read)) repeated += 1;
    else refused.push(refuseRow(row, "other_value"));
  }
  return { readings: [...readings.values()], refused, repeated };
};

/** Whether two readings say the same. */
const sameValue = (
  a: Pick<Reading, "value" | "longitude" | "accuracy">,
  b: Pick<Reading, "value" | "longitude" | "accuracy">,
): boolean => a.value === b.value && a.longitude === b.longitude && a.accuracy === b.accuracy;

/** The first instant of the month of an instant, UTC. */
export const monthOf = (at: string): string => `${at.slice(0, 7)}-01T00:00:00.000Z`;
