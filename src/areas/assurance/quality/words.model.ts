// What a chart says, in a sentence: of the server for notices and proposals, of the screen for its title.
import { counted } from "#kernel/words.ts";
import type { Limits, Signal } from "#kernel/control-chart.ts";
import type { Day } from "#kernel/time.ts";
import { shownValue, type Direction, type MeasureName, type Period } from "./measures.labels.ts";
import { periodName } from "./period.model.ts";

export type ChartPoint = { on: Day; value: number; records: number };
type Of = { measure: MeasureName; period: Period };
type Met = { direction: Direction; target: number };

const begun = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Whether a value meets the target. */
export const meets = ({ direction, target }: Met, value: number): boolean =>
  direction === "at_least" ? value >= target : value <= target;

const within = (signal: Signal, points: readonly ChartPoint[]) =>
  points.filter(({ on }) => on >= signal.from && on <= signal.to);

/** What one signal says: "Mar 2026: 61.5% is under the limit of 70.2%". */
export const signalSaid = (
  { measure, period }: Of,
  signal: Signal,
  points: readonly ChartPoint[],
  limits: Limits,
): string => {
  const shown = (value: number) => shownValue(measure, value);
  const its = within(signal, points);
  const [first, last] = [its[0], its.at(-1)];
  const at = begun(periodName(period, last?.on ?? (signal.to as Day)));
  const above = signal.side === "above";
  if (signal.kind === "run")
    return `${counted(its.length, period)} one after the other ${above ? "above" : "below"} the mean of ${shown(limits.mean)}, since ${periodName(period, (first?.on ?? signal.from) as Day)}`;
  if (signal.kind === "range")
    return `${at}: a leap to ${shown(last?.value ?? 0)}, farther than the ${shown(limits.rangeUpper)} that are usual`;
  const limit = above ? limits.upper : limits.lower;
  const many = its.length > 1 ? `, ${counted(its.length, period)} one after the other` : "";
  return `${at}: ${shown(last?.value ?? 0)} is ${above ? "over" : "under"} the limit of ${shown(limit)}${many}`;
};

/** Fewer values than this in the base give no limits. */
export const fewestForLimits = 6;
/** With fewer than these the limits are for a trial: they move with every value that joins the base. */
export const firmLimits = 20;

type Charted = {
  points: readonly ChartPoint[];
  limits: Limits | null;
  signals: readonly { said: string; to: Day }[];
  inBase: number;
};

/** The finding of a chart: what is out of limits first, else how the last value stands to the target. */
export const chartFinding = (
  of: Of & Met,
  { points, limits, signals, inBase }: Charted,
): string => {
  const last = points.at(-1);
  if (!last) return "No record in any finished period yet";
  const newest = signals.toSorted((a, b) => b.to.localeCompare(a.to))[0];
  if (newest) return newest.said;
  const standing = `${begun(periodName(of.period, last.on))}: ${shownValue(of.measure, last.value)} ${meets(of, last.value) ? "meets" : "misses"} the target of ${shownValue(of.measure, of.target)}`;
  return limits
    ? `${standing}, within the limits`
    : `${standing}; ${counted(inBase, "value")} of the ${fewestForLimits} that limits need`;
};
