import type { DeviceInput } from "../device/device.model.ts";
import type { MetricName } from "../reading/metrics.data.ts";

/** A reading of the story: so many minutes before now. Of a position `value` is the latitude. */
export type ToldReading = {
  metric: MetricName;
  minutesAgo: number;
  value: number;
  longitude?: number;
  accuracy?: number;
};

/** What a device of the story belongs to, as it is called in the demonstration. */
export type ToldPost = { kind: "place" | "asset" | "location"; called: string };

export type ToldDevice = {
  key: string;
  device: Pick<DeviceInput, "name" | "about" | "metrics"> & { silentMinutes?: number };
  post: ToldPost | null;
  readings: readonly ToldReading[];
};

const [hour, day] = [60, 24 * 60];

/** Rounded to a tenth, so that a chart reads as a sensor's does. */
const tenth = (value: number): number => Math.round(value * 10) / 10;

/** The same at every start: a wave with a little unrest. */
const wave = (n: number, around: number, by: number): number =>
  tenth(around + by * Math.sin(n / 4) + (by / 3) * Math.sin(n * 1.7));

const every = (
  metric: MetricName,
  { from, to = 0, step }: { from: number; to?: number; step: number },
  valueAt: (n: number, minutesAgo: number) => number,
): ToldReading[] =>
  Array.from({ length: Math.floor((from - to) / step) }, (_, n) => {
    const minutesAgo = from - n * step;
    return { metric, minutesAgo, value: valueAt(n, minutesAgo) };
  });

/** The night in which the refrigerator failed: minutes before now at which it began, and was mended. */
export const failedNight = { began: 3 * day + 9 * hour, mended: 3 * day + 5 * hour } as const;

// It warms by two degrees an hour, and cools within the hour after its door was shut.
const fridgeAt = (n: number, minutesAgo: number): number => {
  const { began, mended } = failedNight;
  if (minutesAgo > began || minutesAgo < mended - hour) return wave(n, 4.6, 0.7);
  if (minutesAgo >= mended) return tenth(5 + ((began - minutesAgo) / hour) * 2.1);
  return tenth(5 + ((minutesAgo - mended + hour) / hour) * 3.5);
};

const riverAt = (n: number, minutesAgo: number): number =>
  minutesAgo > 8 * hour
    ? Math.round(wave(n, 2.1, 0.15) * 100) / 100
    : Math.round((2.2 + (8 - minutesAgo / hour) * 0.14) * 100) / 100;

// A loop from the yard and back.
const truckTrack: readonly (readonly [number, number])[] = [
  [44.7886, -93.6022],
  [44.8011, -93.6107],
  [44.8187, -93.6404],
  [44.8309, -93.6785],
  [44.8163, -93.7019],
  [44.7952, -93.6703],
  [44.7889, -93.6312],
  [44.7886, -93.6022],
];

/** Eight devices of the county, as they stand this morning. */
export const demoDevices: readonly ToldDevice[] = [
  {
    key: "fridge",
    device: {
      name: "Vaccine refrigerator",
      about: "Probe in glycol, middle shelf",
      metrics: ["temperature", "battery"],
    },
    post: { kind: "location", called: "COLD" },
    readings: [
      ...every("temperature", { from: 8 * day, step: 30 }, fridgeAt),
      ...every("battery", { from: 8 * day, step: day }, (n) => 92 - n),
    ],
  },
  {
    key: "freezer",
    device: {
      name: "Freezer for ice packs",
      about: "",
      metrics: ["temperature", "battery"],
    },
    post: { kind: "location", called: "COLD" },
    readings: every("temperature", { from: 8 * day, step: hour }, (n) => wave(n, -18.4, 1.1)),
  },
  {
    key: "river",
    device: {
      name: "River gauge, County Road 14",
      about: "Ultrasonic, under the bridge",
      metrics: ["level", "battery"],
    },
    post: { kind: "place", called: "County yard" },
    readings: [
      ...every("level", { from: 8 * day, step: 30 }, riverAt),
      ...every("battery", { from: 8 * day, step: day }, (n) => 71 - n),
    ],
  },
  {
    key: "rain",
    device: {
      name: "Rain gauge, north ridge",
      about: "Tipping bucket, read by the hour",
      metrics: ["rain", "battery"],
      silentMinutes: 180,
    },
    post: { kind: "place", called: "Salt shed" },
    readings: [
      ...every("rain", { from: 8 * day, to: 26 * hour, step: hour }, (n) =>
        n % 31 < 5 ? tenth(1.2 + (n % 5) * 0.8) : 0,
      ),
      ...every("battery", { from: 8 * day, to: 26 * hour, step: day }, (n) => 44 - n * 6),
    ],
  },
  {
    key: "truck",
    device: {
      name: "Tracker of Dump truck 2",
      about: "",
      metrics: ["position"],
    },
    post: { kind: "asset", called: "TRCK-002" },
    readings: truckTrack.map(([value, longitude], n) => ({
      ...{ metric: "position" as const, minutesAgo: 22 * hour - n * 40, value, longitude },
      accuracy: n === 3 ? 900 : 12,
    })),
  },
  {
    key: "pump",
    device: {
      name: "Hour meter of Pump A, lift station 7",
      about: "",
      metrics: ["hours", "battery"],
    },
    post: { kind: "asset", called: "PUMP-A-007" },
    readings: every("hours", { from: 8 * day, step: 12 * hour }, (n) => tenth(4210 + n * 3.4)),
  },
  {
    key: "well",
    device: {
      name: "Wet well level, lift station 7",
      about: "Battery is on order",
      metrics: ["level", "battery"],
    },
    post: { kind: "asset", called: "LIFT-007" },
    readings: [
      ...every(
        "level",
        { from: 8 * day, step: hour },
        (n) => Math.round((1.1 + 0.4 * Math.abs(Math.sin(n / 3))) * 100) / 100,
      ),
      ...every("battery", { from: 8 * day, step: day }, (n) => 31 - n * 2.5),
    ],
  },
  {
    key: "logger",
    device: {
      name: "Cold box logger",
      about: "Goes with shipments of vaccines; not switched on yet",
      metrics: ["temperature", "battery", "position"],
    },
    post: null,
    readings: [],
  },
];
