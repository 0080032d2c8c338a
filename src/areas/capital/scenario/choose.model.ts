import type { Engine } from "#kernel/optimum/engine.ts";
import { startsOf, type PlanCase, type Starts } from "./case.model.ts";
import { holds, scoreOf } from "./flow.model.ts";
import { programOf, provenBound, relaxed, type PlanProgram } from "./program.model.ts";

export type Choice = {
  status: "optimal" | "stopped" | "infeasible";
  proof: "whole" | "solver";
  starts: Starts;
  score: number;
  bound: number;
  nodes: number;
};
/** `inside`: projects that must be in, whenever they start. */
type Node = { lower: number[]; upper: number[]; inside: readonly boolean[]; bound: number };

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
    const soon = earlier(this.of, starts);
    const score = scoreOf(this.of, soon);
    if (!this.best || score > this.best.score) this.best = { starts: soon, score };
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

type Branch = { project: number } | { column: number };

// The project that is nearest to half in, whenever it starts: that changes the score most. Where all
// are in or out, the start that is nearest to a half.
const branchAt = (program: PlanProgram, values: ArrayLike<number>, node: Node): Branch | null => {
  const share = program.choice.map(() => 0);
  let start: number | null = null;
  let off = 1e-6;
  for (const [at, column] of program.columns.entries()) {
    if (column.start === null) continue;
    const value = Number(values[at]);
    share[column.project]! += value;
    const distance = Math.min(value, 1 - value);
    if (node.lower[at] !== node.upper[at] && distance > off) [start, off] = [at, distance];
  }
  let project: number | null = null;
  off = 1e-6;
  for (const [i, value] of share.entries()) {
    const distance = Math.min(value, 1 - value);
    if (!node.inside[i] && distance > off) [project, off] = [i, distance];
  }
  return project !== null ? { project } : start !== null ? { column: start } : null;
};

const childrenOfProject = (program: PlanProgram, node: Node, project: number, bound: number) => {
  const out = { ...node, lower: [...node.lower], upper: [...node.upper], bound };
  for (const [at, column] of program.columns.entries())
    if (column.start !== null && column.project === project) out.upper[at] = 0;
  return [{ ...node, inside: node.inside.with(project, true), bound }, out];
};

const childrenOfStart = (program: PlanProgram, node: Node, at: number, bound: number): Node[] => {
  const column = program.columns[at]!;
  const up = { ...node, lower: [...node.lower], upper: [...node.upper], bound };
  for (const [other, each] of program.columns.entries())
    if (each.start !== null && each.project === column.project && other !== at) up.upper[other] = 0;
  up.lower[at] = 1;
  const down = { ...node, lower: [...node.lower], upper: [...node.upper], bound };
  down.upper[at] = 0;
  return [up, down];
};

const children = (program: PlanProgram, node: Node, at: Branch, bound: number): Node[] =>
  ("project" in at
    ? childrenOfProject(program, node, at.project, bound)
    : childrenOfStart(program, node, at.column, bound)
  ).filter((n) => n.lower.every((low, i) => low <= n.upper[i]!));

/**
 * The plan that scores most, with its proof: the solver looks for it with cuts of its own; then the
 * best-bounded node first, each bound recomputed in whole numbers from the relaxation's prices, each
 * plan checked by flows of whole cents. `proof` says whether the whole numbers came to an end or the
 * solver's bound is all there is. `stopped`: the time was over, and `bound` holds.
 */
export const choosePlan = (of: PlanCase, engine: Engine, seconds: number): Choice => {
  const search = new Search(of);
  const until = performance.now() + seconds * 1000;
  const shares = relaxed(search.program, engine, seconds);
  const solver = shares.whole(seconds * 0.6);
  if (solver.values) search.read(solver.values);
  const first = { status: solver.status, bound: solver.bound };
  return branch(search, shares, { until, solver: first });
};

type Standing = { until: number; solver: { status: string; bound: number } };

const branch = (
  search: Search,
  { open, weightsOf, sizes, rows }: ReturnType<typeof relaxed>,
  { until, solver }: Standing,
): Choice => {
  const { of, program } = search;
  const root: Node = {
    lower: program.columns.map(() => 0),
    upper: program.columns.map((c) => c.most),
    inside: of.projects.map(() => false),
    bound: of.projects.reduce((sum, p) => sum + p.score, 0),
  };
  const nodes = [root];
  const relaxation = open();
  let count = 0;
  try {
    while (nodes.length > 0) {
      const at = nodes.reduce((best, n, i) => (n.bound > nodes[best]!.bound ? i : best), 0);
      const [node] = nodes.splice(at, 1);
      if (search.best && node!.bound <= search.best.score) break;
      if (performance.now() > until) return unfinished(search, solver, node!.bound, count);
      count++;
      relaxation.columns(
        Float64Array.from(node!.lower, (v, i) => v / sizes[i]!),
        Float64Array.from(node!.upper, (v, i) => v / sizes[i]!),
      );
      relaxation.rows(...rows(node!.inside));
      const answer = relaxation.run();
      if (answer.status === "infeasible") continue;
      const weights =
        answer.status === "optimal"
          ? weightsOf(answer.rowDuals, node!.inside)
          : program.rows.map(() => 0n);
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
  return search.best
    ? ended(search, { status: "optimal", proof: "whole", bound: search.best.score, nodes: count })
    : ended(search, { status: "infeasible", proof: "whole", bound: 0, nodes: count });
};

const ended = (
  { best, of }: Search,
  { status, proof, bound, nodes }: Pick<Choice, "status" | "proof" | "bound" | "nodes">,
): Choice => ({
  status,
  proof,
  starts: best ? best.starts : of.projects.map(() => null),
  score: best?.score ?? 0,
  bound,
  nodes,
});

// The whole numbers did not come to an end in time: the solver's word, if it has one that is nearer.
const unfinished = (
  search: Search,
  solver: Standing["solver"],
  bound: number,
  nodes: number,
): Choice => {
  if (solver.status === "infeasible" && !search.best)
    return ended(search, { status: "infeasible", proof: "solver", bound: 0, nodes });
  const nearer = Math.max(solver.bound, search.best?.score ?? 0);
  const closed = search.best !== null && solver.bound <= search.best.score;
  return nearer < bound
    ? ended(search, {
        status: closed ? "optimal" : "stopped",
        proof: "solver",
        bound: nearer,
        nodes,
      })
    : ended(search, { status: "stopped", proof: "whole", bound, nodes });
};

// Every start is whole in the relaxation, and still the sources cannot pay in whole cents or the
// bound is open: settle one that is not settled.
const unsettled = (program: PlanProgram, node: Node): Branch | null => {
  const at = program.columns.findIndex(
    (c, i) => c.start !== null && node.lower[i] !== node.upper[i],
  );
  return at < 0 ? null : { column: at };
};
