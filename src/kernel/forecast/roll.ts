import { methodNames, type OutlookMethod } from "./method.labels.ts";
import { saidBy } from "./methods.ts";

/** One forecast of the past: how many values were known, and by step what was said less what came. */
export type Trial = { known: number; off: readonly number[] };
/** The forecasts of the past, by method, in order of their origin. */
export type Trials = Readonly<Record<OutlookMethod, readonly Trial[]>>;

/**
 * Rolling origin: goes through the past value by value, from one whole season on. Each forecast sees
 * the values before its origin and nothing else; the last ones reach less far, for want of what came.
 */
export const rolled = (values: readonly number[], season: number, ahead: number): Trials => {
  const trials = Object.fromEntries(
    methodNames.map((m) => [m, [] as Trial[]]),
  ) as unknown as Record<OutlookMethod, Trial[]>;
  for (let known = season; known < values.length; known++) {
    const seen = values.slice(0, known);
    for (const method of methodNames) {
      const said = saidBy(method, seen, season, Math.min(ahead, values.length - known));
      if (said) trials[method].push({ known, off: said.map((v, h) => v - values[known + h]!) });
    }
  }
  return trials;
};

/** Pairs the trials of a method with those of the naive one at the same origins, reaching `least` steps. */
export const paired = (trials: Trials, method: OutlookMethod, least: number) => {
  const naive = new Map(trials.naive.map((trial) => [trial.known, trial]));
  return trials[method]
    .filter((trial) => trial.off.length >= least)
    .map((own) => ({ own, naive: naive.get(own.known)! }));
};
