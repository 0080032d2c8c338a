import { waitingTimes } from "../request/need.labels.ts";
import type { PlanCase, PlanProject } from "./case.model.ts";

/** At most so much of a score is lost by time, in percent: a late project is still worth something. */
const mostLost = 90;

/**
 * What a start at a place of the plan takes from a project's score, in hundredths of a percent: the
 * waiting since the plan's first year (more often for what is in poor condition), what waiting costs
 * a year as a share of the project's cost, and each year past the year in which it is needed.
 */
const lostBy = (of: PlanCase, p: PlanProject, at: number): number => {
  const cost = p.cost.reduce((sum, c) => sum + c, 0);
  const waiting = of.waitPercent * 100 * waitingTimes[p.condition ?? "none"];
  const dear = cost > 0 ? Math.floor(((p.waitingCents ?? 0) * 10_000) / cost) : 0;
  const late = p.needBy === null || p.needBy === undefined ? 0 : of.firstYear + at - p.needBy;
  return Math.min(
    mostLost * 100,
    at * (waiting + Math.min(dear, 5000)) + Math.max(0, late) * of.latePercent * 100,
  );
};

/**
 * What a project is worth in a plan that starts it at a place, in hundredths of points: its score
 * less what time takes, and a hundredth for each year, so that of equal plans the earlier stands.
 * Whole numbers; never below one while the score is above zero.
 */
export const worthOf = (of: PlanCase, p: PlanProject, at: number): number =>
  Math.max(Math.min(1, p.score), p.score - Math.floor((p.score * lostBy(of, p, at)) / 10_000) - at);
