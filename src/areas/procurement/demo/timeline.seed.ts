import { Problem } from "#kernel/errors.ts";

/** Something that happens at a moment of the demo story; it may plan what follows. */
export type Happening = { at: Date; run: (at: string) => Promise<void> };

export type Timeline = { plan: (at: Date, run: Happening["run"]) => void };

/** Adds days (and hours) to a moment. */
export const later = (from: Date, days: number, hours = 0): Date =>
  new Date(from.getTime() + (days * 24 + hours) * 3_600_000);

/**
 * A repeatable source of chance: numbers from 0 to below 1 (mulberry32), so that every start tells
 * the same story.
 */
export const chance = (seed: number): (() => number) => {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
};

// How much of a year's budget the story has spent depends on the day it is told; what the money
// stops waits where it is, as it would in life.
const stoppedByBudget = (error: unknown): boolean =>
  error instanceof Problem && error.code === "over_budget";

/**
 * Lets everything planned happen in order of time, until `until`; what is planned later stays in
 * the future and does not happen, and so does what follows a step that the budget refused. Any
 * other fault is thrown.
 */
export const tell = async (
  first: readonly Happening[],
  until: Date,
  each: (done: number) => void | Promise<void>,
  begin: (t: Timeline) => void,
): Promise<void> => {
  const queue = [...first];
  const plan: Timeline["plan"] = (at, run) => {
    if (at > until) return;
    let low = 0;
    let high = queue.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (queue[middle]!.at <= at) low = middle + 1;
      else high = middle;
    }
    queue.splice(low, 0, { at, run });
  };
  begin({ plan });
  for (let done = 0; queue.length; done++) {
    const next = queue.shift()!;
    try {
      await next.run(next.at.toISOString());
    } catch (error) {
      if (!stoppedByBudget(error)) throw error;
    }
    await each(done);
  }
};
