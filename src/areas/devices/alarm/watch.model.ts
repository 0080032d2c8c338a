import { judge, type Fence } from "#kernel/geo/fence.ts";
import type { Watched } from "./alarm.labels.ts";

/** What of a rule judges readings. `bound` and `clears` in the metric's unit, `minutes` of duration. */
export type Limit = {
  watches: Watched;
  bound: number | null;
  /** Where an alarm is over; the bound itself where nothing is said. */
  clears: number | null;
  minutes: number;
  fence: Fence | null;
};

/** A reading as rules judge it. ISO instants; of a position `value` is the latitude. */
export type Judged = {
  at: string;
  value: number;
  longitude: number | null;
  accuracy: number | null;
};

/** How far a rule has come with a device. */
export type Watch = {
  /** Since when the limit is broken without a break; null while it holds. */
  since: string | null;
  /** An alarm was raised and is not over. */
  raised: boolean;
  /** A position of which nothing could be told, and why. */
  unknown: { at: string; reason: string } | null;
};
export const calm: Watch = { since: null, raised: false, unknown: null };

export type WatchEvent = { kind: "raise" | "clear"; at: string; since: string; value: number };

type Side = "broken" | "held" | "between" | "unknown";

const minute = 60_000;

const sideOf = (limit: Limit, reading: Judged): { side: Side; reason: string } => {
  const { watches, bound, fence } = limit;
  const clears = limit.clears ?? bound;
  if (watches === "above" && bound !== null && clears !== null)
    return {
      side: reading.value > bound ? "broken" : reading.value <= clears ? "held" : "between",
      reason: "",
    };
  if (watches === "below" && bound !== null && clears !== null)
    return {
      side: reading.value < bound ? "broken" : reading.value >= clears ? "held" : "between",
      reason: "",
    };
  if (watches === "outside" && fence !== null && reading.longitude !== null) {
    const { verdict, reason } = judge(fence, {
      latitude: reading.value,
      longitude: reading.longitude,
      accuracy: reading.accuracy,
    });
    if (verdict === "unknown") return { side: "unknown", reason };
    return { side: verdict === "outside" ? "broken" : "held", reason: "" };
  }
  return { side: "held", reason: "" };
};

/**
 * Judges one reading after the others. Between the limit and where an alarm is over nothing changes for
 * a raised alarm, and a duration that had begun begins anew. Of what cannot be told nothing follows but
 * that it is written down.
 */
export const watchReading = (
  limit: Limit,
  watch: Watch,
  reading: Judged,
): { watch: Watch; event: WatchEvent | null } => {
  const { side, reason } = sideOf(limit, reading);
  const told = { at: reading.at, value: reading.value };
  if (side === "unknown")
    return { watch: { ...watch, unknown: { at: reading.at, reason } }, event: null };
  if (watch.raised) {
    if (side !== "held") return { watch: { ...watch, unknown: null }, event: null };
    return {
      watch: calm,
      event: { kind: "clear", since: watch.since ?? reading.at, ...told },
    };
  }
  if (side !== "broken") return { watch: calm, event: null };
  const since = watch.since ?? reading.at;
  if (Date.parse(reading.at) - Date.parse(since) < limit.minutes * minute)
    return { watch: { since, raised: false, unknown: null }, event: null };
  return {
    watch: { since, raised: true, unknown: null },
    event: { kind: "raise", since, ...told },
  };
};

/**
 * Judges silence: `heardAt` is when anything was received last, `now` the clock's time. A device that
 * was never heard is not silent.
 */
export const watchSilence = (
  { minutes }: Pick<Limit, "minutes">,
  watch: Watch,
  heardAt: string | null,
  now: string,
): { watch: Watch; event: WatchEvent | null } => {
  if (heardAt === null) return { watch, event: null };
  const silent = Date.parse(now) - Date.parse(heardAt);
  const value = Math.floor(silent / minute);
  if (silent < minutes * minute)
    return watch.raised
      ? {
          watch: calm,
          event: { kind: "clear", at: heardAt, since: watch.since ?? heardAt, value: 0 },
        }
      : { watch, event: null };
  if (watch.raised) return { watch, event: null };
  return {
    watch: { since: heardAt, raised: true, unknown: null },
    event: { kind: "raise", at: now, since: heardAt, value },
  };
};

/** What a rule would have raised over readings of a device in their order, and when each was over. */
export const alarmsOver = (
  limit: Limit,
  readings: readonly Judged[],
  now: string,
): {
  alarms: { began: string; raised: string; cleared: string | null; value: number }[];
  unknown: number;
} => {
  const alarms: { began: string; raised: string; cleared: string | null; value: number }[] = [];
  let [watch, unknown]: [Watch, number] = [calm, 0];
  const take = (event: WatchEvent | null) => {
    if (event?.kind === "raise")
      alarms.push({ began: event.since, raised: event.at, cleared: null, value: event.value });
    const last = alarms.at(-1);
    if (event?.kind === "clear" && last) last.cleared = event.at;
  };
  if (limit.watches === "silent") {
    for (const [n, { at }] of readings.entries()) {
      const next = readings[n + 1]?.at ?? now;
      const ends = Date.parse(at) + limit.minutes * minute;
      if (Date.parse(next) >= ends)
        alarms.push({
          began: at,
          raised: new Date(ends).toISOString(),
          cleared: readings[n + 1]?.at ?? null,
          value: Math.floor((Date.parse(next) - Date.parse(at)) / minute),
        });
    }
    return { alarms, unknown };
  }
  for (const reading of readings) {
    const judged = watchReading(limit, watch, reading);
    if (judged.watch.unknown !== null && judged.watch.unknown.at === reading.at) unknown += 1;
    watch = judged.watch;
    take(judged.event);
  }
  return { alarms, unknown };
};
