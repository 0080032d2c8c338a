const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/** How long after each try the next one comes, in milliseconds: a day in all. */
export const waits = [
  5 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  10 * hour,
] as const;

/** So often a message is tried before it counts as failed. */
export const mostAttempts = waits.length + 1;

/** The longest pause that a receiver is granted, in milliseconds. */
const longestPause = 24 * hour;

/**
 * Milliseconds until the next try after `tries` of them; null after the last. `random` in [0, 1)
 * moves it by a tenth either way, so that what failed together does not come back together.
 */
export const waitAfter = (tries: number, random: number): number | null => {
  const wait = waits[tries - 1];
  return wait === undefined ? null : Math.round(wait * (0.9 + random * 0.2));
};

/** Milliseconds that an answer asks for by Retry-After: seconds or a moment (RFC 9110, 10.2.3). */
export const pauseAsked = (header: string | undefined, nowMs: number): number => {
  if (header === undefined) return 0;
  const ms = /^\d{1,9}$/.test(header.trim()) ? Number(header) * second : Date.parse(header) - nowMs;
  return Number.isFinite(ms) ? Math.min(Math.max(0, ms), longestPause) : 0;
};

/** What an answer means for the delivery. */
export type Verdict = "delivered" | "gone" | "again";

export const verdictOf = (status: number | null): Verdict =>
  status === null
    ? "again"
    : status >= 200 && status < 300
      ? "delivered"
      : status === 410
        ? "gone"
        : "again";
