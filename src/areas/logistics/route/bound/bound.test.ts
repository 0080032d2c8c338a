import { beforeAll, describe, expect, test } from "vitest";
import type { Engine } from "#kernel/optimum/engine.ts";
import { highsEngine, openHighs } from "#server/optimum/highs.engine.ts";
import { drawnProblem } from "../drawn.setup.ts";
import { enumerate } from "../enumeration.setup.ts";
import { judgeProblem, withoutStops, type RouteProblem } from "../problem.model.ts";
import { augerat32, solomon101, solomonMixed101 } from "../published.setup.ts";
import { solveRoutes } from "../solver/genetic.model.ts";
import { boundOf, relaxedBound } from "./bound.model.ts";
import { exactCost } from "./exact.model.ts";

let engine: Engine;
beforeAll(async () => {
  engine = highsEngine(await openHighs());
});

const solvable = (p: RouteProblem): RouteProblem =>
  withoutStops(p, new Set(judgeProblem(p).aside.map(({ stop }) => stop))).problem;
const draws = [
  {},
  { windows: true },
  { may: true },
  { rules: true },
  { uneven: true, may: true },
  { windows: true, rules: true, may: true, uneven: true },
];

describe("the bound", () => {
  test("of few stops is the optimum, as trying everything finds it", () => {
    for (const [at, kinds] of draws.entries())
      for (let seed = 1; seed <= 30; seed++) {
        const p = solvable(drawnProblem(seed + 100, { stops: 3 + (seed % 4), ...kinds }));
        const exact = enumerate(p)?.cost ?? null;
        expect([at, seed, exactCost(p)]).toEqual([at, seed, exact]);
        expect(boundOf(p, engine, { seconds: 1 })).toEqual({ bound: exact, exact: true, cuts: 0 });
      }
  });

  test("by relaxation is never above the optimum", () => {
    let tight = 0;
    for (const kinds of draws)
      for (let seed = 1; seed <= 12; seed++) {
        const p = solvable(drawnProblem(seed + 200, { stops: 4 + (seed % 5), ...kinds }));
        const optimum = exactCost(p);
        if (optimum === null) continue;
        const { bound } = relaxedBound(p, engine, { seconds: 2 });
        expect(bound).toBeLessThanOrEqual(optimum);
        expect(bound).toBeGreaterThan(0);
        if (bound === optimum) tight++;
      }
    expect(tight).toBeGreaterThan(5);
  });

  test("is never above the proven optima of published instances, and near them", () => {
    const { bound, cuts } = boundOf(augerat32(), engine, { seconds: 20 });
    expect(bound).toBeLessThanOrEqual(784);
    expect(bound).toBeGreaterThan(700);
    expect(cuts).toBeGreaterThan(0);
    // Where windows are narrow, the ways that are left over prove it all.
    expect(boundOf(solomon101(), engine, { seconds: 20 }).bound).toBe(6171);
    expect(boundOf(solomonMixed101(), engine, { seconds: 20 }).bound).toBeLessThanOrEqual(4611);
  });

  test("only rises while it is looked for, and holds when it is stopped", () => {
    const p = solvable(drawnProblem(9, { stops: 24, may: true }));
    const vehicles = p.vehicles.map((each) => ({ ...each, volume: 1000 }));
    const roomy = { ...p, vehicles };
    const told: number[] = [];
    const onBound = (bound: number) => void told.push(bound);
    const stopped = boundOf(roomy, engine, {
      seconds: 20,
      stopped: () => told.length > 0,
      onBound,
    });
    const { bound } = boundOf(roomy, engine, { seconds: 20, onBound });
    const { cost } = solveRoutes(roomy, { seed: 1, iterations: 150 });
    expect(stopped.bound).toBe(told[0]);
    expect(told.slice(1)).toEqual(told.slice(1).toSorted((a, b) => a - b));
    expect(stopped.bound).toBeLessThanOrEqual(bound!);
    expect(bound).toBeLessThanOrEqual(cost);
    expect(boundOf(roomy, engine, { seconds: 0 })).toEqual({ bound: 0, exact: false, cuts: 0 });
  });
});
