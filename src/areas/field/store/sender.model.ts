const secondsAfterFaults = [1, 2, 5, 10];
const everyMinute = 60;

/** While something waits it is tried so often, in milliseconds. */
export const lookEveryMs = 30_000;

/** Milliseconds until the next try after so many faults in a row: 1, 2, 5, 10 seconds, then each minute. */
export const waitAfter = (faults: number): number =>
  faults === 0 ? 0 : (secondsAfterFaults[faults - 1] ?? everyMinute) * 1000;

/** Captures that one request carries at most. */
export const mostAtOnce = 50;

/** What the sender needs to know of a capture. */
export interface Queued {
  number: number;
  state: string;
}

const unsettled = new Set(["received", "in_review"]);

/** True where the server acknowledged a capture and has not settled it. */
export const isUnsettled = (state: string): boolean => unsettled.has(state);

/**
 * Which captures go next, in their order: those that wait, and those that the server names as missing
 * (it was restored, and knows less than it acknowledged). Where room is left, those that were not
 * settled when the server spoke of them last go too: the same again is answered with how it stands.
 */
export const nextToSend = (
  rows: readonly Queued[],
  missing: readonly number[] = [],
  most = mostAtOnce,
): number[] => {
  const lost = new Set(missing);
  const numbers = (of: (row: Queued) => boolean) =>
    rows
      .filter(of)
      .map(({ number }) => number)
      .sort((a, b) => a - b);
  const first = numbers(({ number, state }) => state === "waiting" || lost.has(number));
  const asked = numbers(({ number, state }) => isUnsettled(state) && !lost.has(number));
  return [...first, ...asked].slice(0, most);
};

const keptDays = 14;
const dayMs = 24 * 3600 * 1000;

/** True where a sent capture has lain on the device for its fourteen days. */
export const mayLeave = (sentAt: number | null, now: number): boolean =>
  sentAt !== null && now - sentAt > keptDays * dayMs;
