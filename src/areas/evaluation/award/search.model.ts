import {
  brokenRules,
  isComplete,
  tiersOf,
  totalsOf,
  type Award,
  type AwardCase,
} from "./award.model.ts";
import { judgedPrice, scaleOf, switchingOf } from "./coefficients.model.ts";

/**
 * What is known while the solver works; `boundCents` is proven: no allowed award is judged cheaper.
 */
export type AwardStanding = {
  stage: "start" | "relaxation" | "search" | "done";
  award: Award | null;
  judgedCents: number | null;
  boundCents: number | null;
};
export type AwardAnswer = {
  status: "optimal" | "infeasible" | "stopped";
  award: Award | null;
  judgedCents: number | null;
  boundCents: number | null;
  /** Where criteria give points: the award's, and the most that any allowed one has; hundredths. */
  points?: number | null;
  pointsBound?: number | null;
  nodes: number;
  bids: number;
  bidsKept: number;
  seconds: number;
};
export type SolveOptions = {
  secondsLimit: number;
  relativeGap?: number;
  stopped?: () => boolean;
  onStanding?: (standing: AwardStanding) => void;
  start?: Award | null;
};

/** More than any award can cost, in cents. */
const ceilingOf = (c: AwardCase): number =>
  c.lots.reduce(
    (sum, one, lot) =>
      sum +
      c.prices[lot]!.reduce<number>(
        (most, price, vendor) =>
          price === null
            ? most
            : Math.max(
                most,
                judgedPrice(c, lot, vendor, tiersOf(c.vendors[vendor]!)[0]!) +
                  one.maxVendors * switchingOf(c, lot, vendor),
              ),
        0,
      ) +
      one.maxVendors * one.switchingCents,
    0,
  );

/** One search: the best award so far, the bound so far, and how much time is left. */
export class Search {
  readonly began = performance.now();
  readonly scale: number;
  private readonly ceiling: number;
  award: Award | null = null;
  judged = Infinity;
  bound = 0;
  nodes = 0;
  kept = 0;
  readonly bids: number;
  readonly c: AwardCase;
  readonly options: SolveOptions;
  constructor(c: AwardCase, options: SolveOptions) {
    this.c = c;
    this.options = options;
    this.scale = scaleOf(c);
    this.ceiling = ceilingOf(c) + 2 * this.scale;
    this.bids = c.prices.reduce(
      (sum, row) => sum + row.filter((price) => price !== null).length,
      0,
    );
  }
  secondsLeft = () =>
    Math.max(0.05, this.options.secondsLimit - (performance.now() - this.began) / 1000);
  over = () =>
    performance.now() - this.began > this.options.secondsLimit * 1000 ||
    this.options.stopped?.() === true;
  /**
   * Takes an award if it is allowed and better than what is known; true when it is allowed. Decided
   * in integers.
   */
  take(award: Award | null): boolean {
    if (!award || !isComplete(this.c, award) || brokenRules(this.c, award).length > 0) return false;
    const { judgedCents } = totalsOf(this.c, award);
    if (judgedCents < this.judged) [this.award, this.judged] = [award, judgedCents];
    return true;
  }
  /**
   * What an award must cost less than to count, in units: nothing is searched for a part of a cent.
   */
  cutoff = () =>
    (this.award === null
      ? this.ceiling
      : this.judged * (1 - (this.options.relativeGap ?? 0)) - 0.4) / this.scale;
  /**
   * A bound above an award that is known contradicts it: the solver was wrong, and what it says
   * does not count.
   */
  contradicts(units: number): boolean {
    return units * this.scale > this.judged + 1 + this.c.lots.length;
  }
  raise(units: number) {
    if (!this.contradicts(units)) this.bound = Math.max(this.bound, units * this.scale);
  }
  cents(): number {
    return Math.min(Math.ceil(this.bound - 0.5), this.judged);
  }
  tell(stage: AwardStanding["stage"]) {
    this.options.onStanding?.({
      stage,
      award: this.award,
      judgedCents: this.award && this.judged,
      boundCents: this.bound > 0 ? this.cents() : null,
    });
  }
  answer(status: AwardAnswer["status"]): AwardAnswer {
    return {
      status,
      award: this.award,
      judgedCents: this.award && this.judged,
      boundCents: status === "infeasible" || this.bound <= 0 ? null : this.cents(),
      nodes: this.nodes,
      bids: this.bids,
      bidsKept: this.kept,
      seconds: (performance.now() - this.began) / 1000,
    };
  }
  /** Costs are rounded to the cent part by part (paid and preference), the bound is not. */
  closeEnough = () =>
    this.award !== null &&
    this.judged - this.bound <=
      Math.max(0.5 + this.award.length, (this.options.relativeGap ?? 0) * this.judged);
}
