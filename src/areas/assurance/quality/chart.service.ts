import { limitsOf, signalsOf, type Signal } from "#kernel/control-chart.ts";
import type { Day } from "#kernel/time.ts";
import { businessDate } from "#server/clock.ts";
import type { Db } from "#server/db/db.ts";
import { measures } from "./measures.labels.ts";
import { pointsOf } from "./measures.service.ts";
import type { ChartAnswer } from "./objective.model.ts";
import type { ObjectiveStored } from "./objective.noun.ts";
import { lastDone, periodEnd, periodStart } from "./period.model.ts";
import { chartFinding, fewestForLimits, signalSaid } from "./words.model.ts";

type Of = Pick<
  ObjectiveStored,
  "measure" | "period" | "direction" | "target" | "baseFrom" | "baseTo" | "endedOn"
>;

const boundsOf = (measure: ObjectiveStored["measure"]) =>
  measures[measure].unit === "percent" ? { least: 0, most: 100 } : { least: 0 };

/**
 * The chart of an objective from the first period of its base to the last one that is over (of one that ended,
 * to the period before its end): values, the limits that its base gives, and what the values say.
 */
export const chartOf = async (db: Db, of: Of): Promise<ChartAnswer> => {
  const { measure, period, direction, baseFrom, baseTo } = of;
  const today = of.endedOn ?? businessDate(db.scope);
  const from = periodStart(period, baseFrom);
  const points = await pointsOf(db, of, from, lastDone(period, today));
  // A period counts with the base where the whole of it lies in it.
  const base = points.filter(({ on }) => on >= baseFrom && periodEnd(period, on) <= baseTo);
  const limits =
    base.length < fewestForLimits
      ? null
      : limitsOf(
          base.map(({ value }) => value),
          boundsOf(measure),
        );
  const values = points.map(({ on, value }) => ({ key: on, value }));
  const found: Signal[] = limits ? signalsOf(values, limits) : [];
  const signals = found.map((signal) => ({
    ...signal,
    ...{ from: signal.from as Day, to: signal.to as Day },
    said: signalSaid(of, signal, points, limits!),
  }));
  const chart = { points, limits, inBase: base.length, signals };
  const recent = { ...chart, signals: signals.filter(({ to }) => lastsUntilNow(chart.points, to)) };
  const met = { measure, period, direction, target: Number(of.target) };
  return { finding: chartFinding(met, recent), ...chart };
};

/** Whether a signal lasts until the newest value: only such a chart is out of limits now. */
const lastsUntilNow = (points: ChartAnswer["points"], to: Day): boolean => points.at(-1)?.on === to;

/** Whether a chart is out of limits now. */
export const isOutside = ({ points, signals }: ChartAnswer): boolean =>
  signals.some(({ to }) => lastsUntilNow(points, to));
