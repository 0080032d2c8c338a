import { describe, expect, test } from "vitest";
import { checkPlan } from "../check.model.ts";
import { drawnProblem } from "../drawn.setup.ts";
import { enumerate } from "../enumeration.setup.ts";
import { judgeProblem, withoutStops, type RouteProblem } from "../problem.model.ts";
import { augerat32, solomon101, solomonMixed101 } from "../published.setup.ts";
import { nearestNeighbor } from "../nearest.model.ts";
import { solveRoutes } from "./genetic.model.ts";

const solvable = (p: RouteProblem): RouteProblem => {
  const { refused, aside } = judgeProblem(p);
  expect(refused).toEqual([]);
  return withoutStops(p, new Set(aside.map(({ stop }) => stop))).problem;
};

/** With trucks that hold everything by volume, and half of it by weight. */
const roomy = (p: RouteProblem): RouteProblem => ({
  ...p,
  vehicles: p.vehicles.map((each) => ({ ...each, weight: each.weight + 20, volume: 1000 })),
});

/** Solves until the cost is reached, or so many plans were bred; holds the plan by the second look. */
const reach = (p: RouteProblem, cost: number, iterations: number) => {
  let least = Infinity;
  const solved = solveRoutes(p, {
    ...{ seed: 7, iterations, stopped: () => least <= cost },
    onBest: (_, best) => void (least = best),
  });
  const checked = checkPlan(p, solved.plan);
  expect(checked.faults).toEqual([]);
  return { solved, checked };
};

const draws = {
  "loads alone": {},
  windows: { windows: true },
  "stops that may be": { may: true },
  "pins, skills and pairs": { rules: true },
  "ways that differ there and back": { uneven: true, windows: true, may: true },
  everything: { windows: true, rules: true, may: true, uneven: true },
};

describe("the solver finds what trying everything finds", () => {
  for (const [name, kinds] of Object.entries(draws))
    test(`${name}: 60 drawn problems`, () => {
      let whole = 0;
      for (let seed = 1; seed <= 60; seed++) {
        const p = solvable(drawnProblem(seed, { stops: 3 + (seed % 5), ...kinds }));
        const exact = enumerate(p);
        const { solved, checked } = reach(p, exact?.cost ?? 0, exact ? 2000 : 60);
        if (exact) {
          whole++;
          expect([seed, checked.unserved, checked.cost]).toEqual([seed, [], exact.cost]);
          expect(solved.cost).toBe(exact.cost);
        } else expect(checked.unserved.length).toBeGreaterThan(0);
      }
      expect(whole).toBeGreaterThan(40);
    });

  test("nothing is cheaper, up to nine stops", () => {
    for (const [seed, stops] of [8, 9].entries()) {
      const p = solvable(roomy(drawnProblem(seed + 20, { stops, windows: seed % 2 === 0 })));
      const { checked } = reach(p, 0, 250);
      expect(checked.unserved).toEqual([]);
      expect(enumerate(p, checked.cost)).toBeNull();
      expect(enumerate(p, checked.cost + 1)!.cost).toBe(checked.cost);
    }
  });
});

describe("the solver", () => {
  test("finds the proven optima of published instances", () => {
    expect(reach(augerat32(), 784, 3000).checked.cost).toBe(784);
    expect(reach(solomon101(), 6171, 3000).checked.cost).toBe(6171);
    expect(reach(solomonMixed101(), 4611, 3000).checked.cost).toBe(4611);
  });

  test("is shorter than the nearest neighbor's plan, which keeps everything too", () => {
    for (const p of [augerat32(), solomon101()]) {
      const nearest = checkPlan(p, nearestNeighbor(p));
      const { checked } = reach(p, 0, 60);
      expect(nearest).toMatchObject({ feasible: true, unserved: [] });
      expect(checked.cost).toBeLessThan(nearest.cost);
    }
  });

  test("gives the same plan for the same seed", () => {
    const p = solvable(roomy(drawnProblem(5, { stops: 30, windows: true, may: true })));
    const [one, other] = [1, 1].map((seed) => solveRoutes(p, { seed, iterations: 60 }));
    expect(other).toEqual(one);
  });

  test("tells every better plan, and stops when it is told to", () => {
    const p = solvable(roomy(drawnProblem(6, { stops: 40 })));
    const costs: number[] = [];
    const { cost, iterations } = solveRoutes(p, {
      ...{ seed: 1, iterations: 100, stopped: () => costs.length >= 2 },
      onBest: (plan, best) => {
        expect(checkPlan(p, plan)).toMatchObject({ feasible: true, cost: best });
        costs.push(best);
      },
    });
    expect(costs.length).toBe(2);
    expect(costs).toEqual(costs.toSorted((a, b) => b - a));
    expect(cost).toBe(costs.at(-1));
    expect(iterations).toBeGreaterThan(0);
  });

  test("plans nothing where there is nothing, and one stop where there is one", () => {
    const p = roomy(drawnProblem(3, { stops: 1 }));
    expect(solveRoutes({ ...p, stops: [] }, { seed: 1, iterations: 5 }).plan.routes).toEqual([]);
    expect(solveRoutes(p, { seed: 1, iterations: 5 }).plan.routes).toHaveLength(1);
  });

  test("leaves a stop out where the trucks are too few, and names it", () => {
    const p = drawnProblem(4, { stops: 6 });
    const heavy = p.stops.map((stop) => ({ ...stop, weight: 10, volume: 0 }));
    const [truck] = p.vehicles;
    const two = { ...p, stops: heavy, vehicles: [{ ...truck!, weight: 50 }] };
    const { plan } = solveRoutes(two, { seed: 1, iterations: 50 });
    expect(checkPlan(two, plan)).toMatchObject({ feasible: true, unserved: [expect.any(Number)] });
  });
});
