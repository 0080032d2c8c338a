import { expect, test } from "vitest";
import { IntakeCount, IntakeGate } from "./intake-limits.ts";
import { monthOf, readBatch } from "./reading.model.ts";
import { withGaps } from "./series.model.ts";
import { monthsBefore } from "./retention.service.ts";
import { day, type Instant } from "#kernel/time.ts";

const now = Date.parse("2026-11-29T12:00:00Z");
const of = {
  metrics: ["temperature", "rain", "position", "battery"],
  now,
  oldest: Date.parse("2023-11-01T00:00:00Z"),
};
const reading = (over: object = {}) => ({
  ...{ metric: "temperature", at: "2026-11-29T11:00:00Z", seq: 1, value: 5, unit: "°C" },
  ...over,
});
const codesOf = (...rows: Record<string, unknown>[]) =>
  readBatch(rows, of).refused.map(({ row, code, text }) => `${row} ${code}: ${text}`);

test("what cannot be a reading is refused by its row, and the rest is read", () => {
  const place = { metric: "position", at: "2026-11-29T11:00:00Z", seq: 1 };
  const rows = [
    reading(),
    reading({ metric: "sadness" }),
    reading({ metric: "humidity" }),
    reading({ unit: "furlong" }),
    reading({ value: "NaN" }),
    reading({ value: null }),
    reading({ value: -300 }),
    reading({ at: "yesterday" }),
    reading({ seq: -1 }),
    reading({ seq: 1.5 }),
    reading({ at: "2029-01-01T00:00:00Z" }),
    reading({ at: "2019-01-01T00:00:00Z" }),
    reading({ color: "red" }),
    { ...place, latitude: 91, longitude: 0, accuracy: 5 },
    { ...place, latitude: 44.7, longitude: -93.5, accuracy: -1 },
    { ...place, latitude: 44.7, longitude: -93.5, accuracy: null },
  ];
  const { readings } = readBatch(rows, of);
  expect(readings.map(({ row, value }) => [row, value])).toEqual([
    [0, 5],
    [15, 44.7],
  ]);
  expect(codesOf(...rows)).toEqual([
    "1 unknown_metric: This metric is not known, or not one of this device.",
    "2 unknown_metric: This metric is not known, or not one of this device.",
    "3 unknown_unit: This unit is not known for this metric.",
    "4 not_a_number: The value is no number.",
    "5 not_a_number: The value is no number.",
    "6 impossible_value: The value is outside of what this metric can have.",
    "7 bad_time: The time is no instant with its zone, such as 2026-11-29T12:00:00Z.",
    "8 bad_sequence: The sequence is no whole number from 0 on.",
    "9 bad_sequence: The sequence is no whole number from 0 on.",
    "10 too_far_ahead: The time lies more than a year ahead: the device's clock is wrong.",
    "11 too_old: The time lies before what the agency keeps.",
    "12 unknown_field: A reading has metric, at, seq, value and unit; a position no value.",
    "13 bad_position: A position has a latitude, a longitude and an accuracy in meters or null.",
    "14 bad_position: A position has a latitude, a longitude and an accuracy in meters or null.",
  ]);
});

test("units are brought to the metric's own", () => {
  const kept = (over: object) => readBatch([reading(over)], of).readings[0]!.value;
  expect(kept({ value: 46, unit: "°F" })).toBeCloseTo(7.7777778, 6);
  expect(kept({ value: 36, unit: "F" })).toBeCloseTo(2.2222222, 6);
  expect(kept({ value: 273.15, unit: "K" })).toBe(0);
  expect(kept({ metric: "rain", value: 1.5, unit: "in" })).toBe(38.1);
  expect(kept({ unit: undefined })).toBe(5);
});

test("the same reading twice in a batch is one; with another value it is refused", () => {
  const offset = reading({ at: "2026-11-29T05:00:00-06:00" });
  const { readings, repeated, refused } = readBatch(
    [reading(), offset, reading({ value: 6 }), reading({ seq: 2, value: 6 })],
    of,
  );
  expect(readings.map(({ seq, value }) => [seq, value])).toEqual([
    [1, 5],
    [2, 6],
  ]);
  expect(repeated).toBe(1);
  expect(refused).toEqual([
    {
      row: 2,
      code: "other_value",
      text: "A reading of this metric, time and sequence is stored with another value.",
    },
  ]);
});

test("limits tell when to come again, and a full intake turns away before it is overloaded", async () => {
  const count = new IntakeCount(10, "A device");
  count.spend("d", 10, now);
  expect(() => count.spend("d", 1, now + 15_000)).toThrow(
    expect.objectContaining({
      code: "too_many_readings",
      status: 429,
      extra: { retryAfter: 45 },
    }),
  );
  count.spend("e", 10, now);
  count.spend("d", 10, now + 60_000);
  const gate = new IntakeGate(1, 1);
  let open = () => {};
  const first = gate.pass(() => new Promise<void>((resolve) => (open = resolve)));
  const second = gate.pass(async () => "stored");
  await expect(gate.pass(async () => "never")).rejects.toMatchObject({
    ...{ code: "intake_full", status: 503, extra: { retryAfter: 2 } },
  });
  open();
  await first;
  expect(await second).toBe("stored");
  expect(await gate.pass(async () => "again")).toBe("again");
});

test("a gap is a point without a value, and months are counted across years", () => {
  const at = (minute: number) => new Date(now + minute * 60_000).toISOString() as Instant;
  const point = (minute: number) => ({ at: at(minute), mean: 5, low: 5, high: 5 });
  const drawn = withGaps([point(0), point(5), point(65), point(70)], {
    ...{ roll: "minute", silentMinutes: 15 },
  });
  expect(drawn.gaps).toBe(1);
  expect(drawn.points.map(({ mean }) => mean)).toEqual([5, 5, null, 5, 5]);
  expect(monthOf("2026-11-29T11:00:00.000Z")).toBe("2026-11-01T00:00:00.000Z");
  expect(monthsBefore(day("2026-02-10"), 14)).toBe("2024-12-01");
});
