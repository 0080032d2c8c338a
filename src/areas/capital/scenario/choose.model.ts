import type { Engine } from "#kernel/optimum/engine.ts";
import { startsOf, type PlanCase, type Starts } from "./case.model.ts";
import { holds, scoreOf } from "./flow.model.ts";
import { programOf, provenBound, relaxed, type PlanProgram } from "./program.model.ts";

export type Choice = {
  status: "optimal" | "stopped" | "infeasible";
  starts: Starts;
  score: number;
  bound: number;
  nodes: number;
};
type Node = { lower: number[]; upper: number[]; bound: number };

/**
 * Takes projects in an order, each at its first start that fits; what needs another project waits
 * for it. Pins come first.
 */
const inOrder = (of: PlanCase, order: readonly number[]): Starts | null => {
  const starts: (number | null)[] = of.projects.map(() => null);
  const free = { ...of, pins: [] };
  const pinned = new Set(of.pins.map((p) => p.requestId));
  const sorted = order.toSorted(
    (a, b) => Number(pinned.has(of.projects[b]!.id)) - Number(pinned.has(of.projects[a]!.id)),
  );
  for (let again = true; again;) {
    again = false;
    for (const i of sorted) {
      if (starts[i] !== null) continue;
      for (const start of startsOf(of, of.projects[i]!)) {
        starts[i] = start;
        if (holds(free, starts)) {
          again = true;
          break;
        }
        starts[i] = null;
      }
    }
  }
  return holds(of, starts) ? starts : null;
};

/** Funding down the list of scores, as it is done by hand. */
export const byRank = (of: PlanCase): Starts =>
  inOrder(
    { ...of, pins: [] },
    of.projects.map((_, i) => i).toSorted((a, b) => of.projects[b]!.score - of.projects[a]!.score),
  ) ?? of.projects.map(() => null);

// Each project as early as it can be, with everything else as it is.
const earlier = (of: PlanCase, starts: Starts): Starts => {
  const now = [...starts];
  for (const [i, p] of of.projects.entries()) {
    if (now[i] === null) continue;
    const kept = now[i]!;
    for (const start of startsOf(of, p)) {
      if (start >= kept) break;
      now[i] = start;
      if (holds(of, now)) break;
      now[i] = kept;
    }
  }
  return now;
};

class Search {
  readonly of: PlanCase;
  readonly program: PlanProgram;
  best: { starts: Starts; score: number } | null = null;

  constructor(of: PlanCase) {
    this.of = of;
    this.program = programOf(of);
    const cost = (i: number) => of.projects[i]!.cost.reduce((sum, c) => sum + c, 0) || 1;
    const places = of.projects.map((_, i) => i);
    const orders = [
      places.toSorted((a, b) => of.projects[b]!.score - of.projects[a]!.score),
      places.toSorted((a, b) => of.projects[b]!.score / cost(b) - of.projects[a]!.score / cost(a)),
    ];
    for (const order of orders) this.take(inOrder(of, order));
  }

  take(starts: Starts | null): void {
    if (!starts) return;
    const score = scoreOf(this.of, starts);
    if (!this.best || score > this.best.score) this.best = { starts, score };
  }

  /** Reads a choice from column values that are whole, or nearly; then rounds by their order. */
  read(values: ArrayLike<number>): void {
    const most = this.of.projects.map(() => ({ start: null as number | null, value: 0, sum: 0 }));
    for (const [at, column] of this.program.columns.entries()) {
      if (column.start === null) continue;
      const value = Number(values[at]);
      const one = most[column.project]!;
      one.sum += value;
      if (value > one.value) Object.assign(one, { start: column.start, value });
    }
    const rounded = most.map((m) => (m.value > 0.5 ? m.start : null));
    if (holds(this.of, rounded)) this.take(rounded);
    const order = most.map((_, i) => i).toSorted((a, b) => most[b]!.sum - most[a]!.sum);
    this.take(inOrder(this.of, order));
  }
}

// The start that is nearest to a half, of the project that is.
const branchAt = (program: PlanProgram, values: ArrayLike<number>, node: Node): number | null => {
  let best: number | null = null;
  let off = 1e-6;
  for (const [at, column] of program.columns.entries()) {
    if (column.start === null || node.lower[at] === node.upper[at]) continue;
    const value = Number(values[at]);
    const distance = Math.min(value, 1 - value);
    if (distance > off) [best, off] = [at, distance];
  }
  return best;
};

const children = (program: PlanProgram, node: Node, at: number, bound: number): Node[] => {
  const column = program.columns[at]!;
  const up = { lower: [...node.lower], upper: [...node.upper], bound };
  for (const [other, each] of program.columns.entries())
    if (each.start !== null && each.project === column.project && other !== at) up.upper[other] = 0;
  up.lower[at] = 1;
  const down = { lower: [...node.lower], upper: [...node.upper], bound };
  down.upper[at] = 0;
  return [up, down].filter((n) => n.lower.every((low, i) => low <= n.upper[i]!));
};

/**
 * The plan that scores most, with its proof: the best-bounded node first, each bound recomputed in
 * whole numbers from the relaxation's prices, each plan checked by flows of whole cents. `stopped`:
 * the time was over, and what is proven so far stands in `bound`.
 */
export const choosePlan = (of: PlanCase, engine: Engine, seconds: number): Choice => {
  const search = new Search(of);
  const { program } = search;
  const until = performance.now() + seconds * 1000;
  const { open, weightsOf, sizes } = relaxed(program, engine, seconds);
  const root: Node = {
    lower: program.columns.map(() => 0),
    upper: program.columns.map((c) => c.most),
    bound: of.projects.reduce((sum, p) => sum + p.score, 0),
  };
  const nodes = [root];
  const relaxation = open();
  let count = 0;
  const ended = (status: Choice["status"], bound: number): Choice => ({
    status,
    starts: search.best ? earlier(of, search.best.starts) : of.projects.map(() => null),
    score: search.best?.score ?? 0,
    bound,
    nodes: count,
  });
  try {
    while (nodes.length > 0) {
      const at = nodes.reduce((best, n, i) => (n.bound > nodes[best]!.bound ? i : best), 0);
      const [node] = nodes.splice(at, 1);
      if (search.best && node!.bound <= search.best.score) break;
      if (performance.now() > until) return ended("stopped", node!.bound);
      count++;
      relaxation.columns(
        Float64Array.from(node!.lower, (v, i) => v / sizes[i]!),
        Float64Array.from(node!.upper, (v, i) => v / sizes[i]!),
      );
      const answer = relaxation.run();
      if (answer.status === "infeasible") continue;
      const weights =
        answer.status === "optimal" ? weightsOf(answer.rowDuals) : program.rows.map(() => 0n);
      const bound = Math.min(node!.bound, provenBound(program, weights, node!.lower, node!.upper));
      if (search.best && bound <= search.best.score) continue;
      if (answer.status === "optimal") search.read(answer.values);
      if (search.best && bound <= search.best.score) continue;
      const next = branchAt(program, answer.values, node!) ?? unsettled(program, node!);
      if (next !== null) nodes.push(...children(program, node!, next, bound));
    }
  } finally {
    relaxation.close();
  }
  return search.best ? ended("optimal", search.best.score) : ended("infeasible", 0);
};

// Every start is whole in the relaxation, and still the sources cannot pay in whole cents or the
// bound is open: settle one that is not settled.
const unsettled = (program: PlanProgram, node: Node): number | null => {
  const at = program.columns.findIndex(
    (c, i) => c.start !== null && node.lower[i] !== node.upper[i],
  );
  return at < 0 ? null : at;
};
