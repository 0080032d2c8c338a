import { Builder } from "#kernel/optimum/program.ts";
import type { Engine, Relaxation } from "#kernel/optimum/engine.ts";
import { keeps, limitsOf, worthOf, type Limit, type PortfolioCase } from "./portfolio.model.ts";

/** A choice with its proof, in hundredths of cents. */
export type Choice = {
  status: "optimal" | "stopped";
  chosen: boolean[];
  worth: bigint;
  bound: bigint;
  nodes: number;
};
type Node = { fixed: (boolean | null)[]; bound: bigint };

const scale = 1_000_000;

/**
 * What no choice below a node is worth more than, by weights on the limits: whole numbers throughout,
 * so that it holds whatever a solver's arithmetic did. Any weights that are not negative prove it.
 */
const boundBy = (
  weights: readonly bigint[],
  limits: readonly Limit[],
  worths: readonly bigint[],
  fixed: Node["fixed"],
): bigint => {
  const unit = BigInt(scale);
  let sum = 0n;
  for (const [row, { most }] of limits.entries()) sum += weights[row]! * BigInt(most);
  for (const [at, worth] of worths.entries()) {
    if (fixed[at] === false) continue;
    let reduced = worth * unit;
    for (const [row, { takes }] of limits.entries())
      if (takes[at] !== 0) reduced -= weights[row]! * BigInt(takes[at]!);
    if (fixed[at] === true || reduced > 0n) sum += reduced;
  }
  return sum >= 0n ? sum / unit : -((-sum + unit - 1n) / unit);
};

class Search {
  readonly limits: readonly Limit[];
  readonly worths: readonly bigint[];
  readonly money: number;
  best: { chosen: boolean[]; worth: bigint };
  nodes = 0;

  constructor(of: PortfolioCase, limits: readonly Limit[]) {
    this.limits = limits;
    this.worths = of.options.map(worthOf);
    // Money in parts of the largest, so that the solver's tolerances are small beside it.
    this.money = Number(this.worths.reduce((most, worth) => (worth > most ? worth : most), 1n));
    this.best = { chosen: of.options.map(() => false), worth: 0n };
  }

  take(chosen: readonly boolean[]): void {
    if (!keeps(this.limits, chosen)) return;
    const worth = this.worths.reduce((sum, each, at) => sum + (chosen[at] ? each : 0n), 0n);
    if (worth > this.best.worth) this.best = { chosen: [...chosen], worth };
  }

  /** Bounds a node and gives the option to settle next; null where nothing is left to settle. */
  look(node: Node, relaxation: Relaxation): { bound: bigint; next: number | null } {
    const free = node.fixed.flatMap((value, at) => (value === null ? [at] : []));
    if (free.length === 0) {
      this.take(node.fixed.map(Boolean));
      return { bound: node.bound, next: null };
    }
    relaxation.columns(
      Float64Array.from(node.fixed, (value) => (value === true ? 1 : 0)),
      Float64Array.from(node.fixed, (value) => (value === false ? 0 : 1)),
    );
    const answer = relaxation.run();
    const none = boundBy(
      this.limits.map(() => 0n),
      this.limits,
      this.worths,
      node.fixed,
    );
    if (answer.status !== "optimal") return { bound: none, next: free[0]! };
    const weights = this.limits.map(({ most, takes }, row) => {
      const size = Math.max(1, Math.abs(most), ...takes.map(Math.abs));
      const dual = (-Number(answer.rowDuals[row]) * this.money * scale) / size;
      return Number.isFinite(dual) && dual > 0 ? BigInt(Math.round(dual)) : 0n;
    });
    const proven = boundBy(weights, this.limits, this.worths, node.fixed);
    const values = node.fixed.map((_, at) => Number(answer.values[at]));
    this.take(values.map((value) => value > 0.999));
    this.take(values.map((value) => value > 0.5));
    const next = free.toSorted(
      (a, b) => Math.abs(values[a]! - 0.5) - Math.abs(values[b]! - 0.5),
    )[0]!;
    return { bound: proven < none ? proven : none, next };
  }
}

const relax = (search: Search, engine: Engine, seconds: number): Relaxation => {
  const builder = new Builder();
  const columns = search.worths.map((worth, at) =>
    builder.column(`x${at}`, -Number(worth) / search.money, 1, false),
  );
  for (const { name, takes, most } of search.limits) {
    const size = Math.max(1, Math.abs(most), ...takes.map(Math.abs));
    builder.row(name, -Infinity, most / size, columns, (at) => takes[at]! / size);
  }
  return engine.open(builder.program, seconds, null);
};

/**
 * The choice that is worth most within all limits, with its proof: the best-bounded node first, each
 * bound recomputed in whole numbers from the relaxation's prices. "stopped": the time was over, and
 * what is proven so far stands in `bound`.
 */
export const choose = (
  of: PortfolioCase,
  engine: Engine,
  { seconds, without = null }: { seconds: number; without?: string | null },
): Choice => {
  const limits = limitsOf(of).filter(({ name }) => name !== without);
  const search = new Search(of, limits);
  if (of.options.length === 0)
    return { status: "optimal", chosen: [], worth: 0n, bound: 0n, nodes: 0 };
  const until = performance.now() + seconds * 1000;
  const relaxation = relax(search, engine, seconds);
  const all = search.worths.reduce((sum, worth) => sum + worth, 0n);
  const open: Node[] = [{ fixed: of.options.map(() => null), bound: all }];
  try {
    while (open.length > 0) {
      const at = open.reduce((best, node, i) => (node.bound > open[best]!.bound ? i : best), 0);
      const [node] = open.splice(at, 1);
      if (node!.bound <= search.best.worth) break;
      if (performance.now() > until)
        return { status: "stopped", ...search.best, bound: node!.bound, nodes: search.nodes };
      search.nodes++;
      const { bound, next } = search.look(node!, relaxation);
      if (next === null || bound <= search.best.worth) continue;
      for (const value of [true, false]) {
        const fixed = node!.fixed.with(next, value);
        open.push({ fixed, bound: bound < node!.bound ? bound : node!.bound });
      }
    }
  } finally {
    relaxation.close();
  }
  return { status: "optimal", ...search.best, bound: search.best.worth, nodes: search.nodes };
};
