import { smoothed } from "./smoothing.ts";

/** Methods that know a series and its season, and nothing else. */
export const outlookMethods = {
  naive: "Naive: as the last one",
  seasonal_naive: "As a season ago",
  drift: "As the last one, and the usual step",
  smooth_added: "Smoothed, season added",
  smooth_factor: "Smoothed, season as a factor",
} as const;
export type OutlookMethod = keyof typeof outlookMethods;
export const methodNames = Object.keys(outlookMethods) as OutlookMethod[];

type Rule = (values: readonly number[], season: number, ahead: number) => number[] | null;
const each = (ahead: number, of: (h: number) => number): number[] =>
  Array.from({ length: ahead }, (_, n) => of(n + 1));

const rules: Record<OutlookMethod, Rule> = {
  naive: (values, _, ahead) => (values.length ? each(ahead, () => values.at(-1)!) : null),
  seasonal_naive: (values, season, ahead) =>
    values.length < season
      ? null
      : each(ahead, (h) => values[values.length - season + ((h - 1) % season)]!),
  drift: (values, _, ahead) => {
    if (values.length < 2) return null;
    const last = values.at(-1)!;
    const step = (last - values[0]!) / (values.length - 1);
    return each(ahead, (h) => last + h * step);
  },
  smooth_added: (values, season, ahead) => smoothed(values, season, ahead, "additive"),
  smooth_factor: (values, season, ahead) => smoothed(values, season, ahead, "multiplicative"),
};

/** What a method says of the next values, the nearest first; null where it lacks what it needs. */
export const saidBy = (
  method: OutlookMethod,
  values: readonly number[],
  season: number,
  ahead: number,
): number[] | null => rules[method](values, season, ahead);
