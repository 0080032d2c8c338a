import type { OutlookMethod } from "./method.labels.ts";
import { smoothed } from "./smoothing.ts";

type Rule = (values: readonly number[], season: number, ahead: number) => number[] | null;
const each = (ahead: number, of: (h: number) => number): number[] =>
  Array.from({ length: ahead }, (_, n) => of(n + 1));

const rules: Record<OutlookMethod, Rule> = {
  naive: (values, _, ahead) => (values.length ? each(ahead, () => values.at(-1)!) : null),
  seasonal_naive: (values, season, ahead) =>
    values.length < season || season < 2
      ? null
      : each(ahead, (h) => values[values.length - season + ((h - 1) % season)]!),
  drift: (values, _, ahead) => {
    if (values.length < 2) return null;
    const last = values.at(-1)!;
    const step = (last - values[0]!) / (values.length - 1);
    return each(ahead, (h) => last + h * step);
  },
  smooth_added: (values, season, ahead) =>
    season < 2 ? null : smoothed(values, season, ahead, "additive"),
  smooth_factor: (values, season, ahead) =>
    season < 2 ? null : smoothed(values, season, ahead, "multiplicative"),
};

/**
 * What a method says of the next values, the nearest first; null where it lacks what it needs. A season of
 * one value is none: methods with a season say nothing then.
 */
export const saidBy = (
  method: OutlookMethod,
  values: readonly number[],
  season: number,
  ahead: number,
): number[] | null => rules[method](values, season, ahead);
