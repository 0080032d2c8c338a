import type { RouteProblem } from "../problem.model.ts";
import { compile, noWay, type Compiled } from "../solver/compiled.model.ts";

/**
 * Ways that a plan may drive, as columns: `b` is the depot as node `n`. Both directions in one column
 * where they cost the same and no clock tells them apart; else one each.
 */
export type Ways = {
  n: number;
  both: boolean;
  from: Int32Array;
  to: Int32Array;
  cost: Float64Array;
  upper: Float64Array;
  count: number;
};

/** The least cost between two nodes over all depots. */
const costs = (c: Compiled): Float64Array => {
  const size = c.n + 1;
  const cost = new Float64Array(size * size);
  for (let a = 0; a < size; a++)
    for (let b = 0; b < size; b++) {
      if (a === b) continue;
      let least = Infinity;
      for (const depot of new Set(c.depot))
        least = Math.min(
          least,
          c.cost[(a === c.n ? depot : a) * c.nodes + (b === c.n ? depot : b)]!,
        );
      cost[a * size + b] = least;
    }
  return cost;
};

/** Whether any plan can drive from one stop to the next: loads, pairs, and the widest of windows. */
const possible = (c: Compiled, a: number, b: number): boolean => {
  if (c.weight[a]! + c.weight[b]! > Math.max(...c.roomWeight)) return false;
  if (c.volume[a]! + c.volume[b]! > Math.max(...c.roomVolume)) return false;
  const leaves = Math.max(c.early[a]!, Math.min(...c.from)) + c.service[a]!;
  return !c.timed || leaves + c.secs[a * c.nodes + b]! <= Math.min(c.late[b]!, Math.max(...c.to));
};

export const waysOf = (p: RouteProblem): { ways: Ways; c: Compiled } => {
  const c = compile(p);
  const [size, cost] = [c.n + 1, costs(c)];
  let both = p.stops.every(({ windows }) => windows.length === 0);
  for (let a = 0; both && a < size; a++)
    for (let b = 0; b < a; b++) if (cost[a * size + b] !== cost[b * size + a]) both = false;
  const found: [number, number, number, number][] = [];
  for (let a = 0; a < size; a++)
    for (let b = both ? a + 1 : 0; b < size; b++) {
      if (a === b || cost[a * size + b]! >= noWay) continue;
      const depot = a === c.n || b === c.n;
      if (!depot && !possible(c, a, b) && !(both && possible(c, b, a))) continue;
      found.push([a, b, cost[a * size + b]!, both && depot ? 2 : 1]);
    }
  const ways = {
    ...{ n: c.n, both, count: found.length },
    from: Int32Array.from(found, ([a]) => a),
    to: Int32Array.from(found, ([, b]) => b),
    cost: Float64Array.from(found, ([, , way]) => way),
    upper: Float64Array.from(found, ([, , , upper]) => upper),
  };
  return { ways, c };
};
