import fc from "fast-check";
import type { Highs } from "highs";
import { beforeAll, describe, expect, test } from "vitest";
import { openHighs } from "../highs.ts";
import { solveModel, type Solve } from "../solve.model.ts";
import { firstAnswer, firstPlaces } from "./route.example.ts";
import {
  leg,
  lengthOf,
  loopsOf,
  nearestTour,
  plannedTour,
  solveRoute,
  type Place,
} from "./route.model.ts";

let highs: Highs;
const solve: Solve = async (lp) => solveModel(highs, lp, 20);
beforeAll(async () => {
  highs = await openHighs();
});

/**
 * Length of the shortest round trip by Held and Karp: the best path to each place through each set
 * of places.
 */
const heldKarp = (places: readonly Place[]): number => {
  const n = places.length - 1;
  const full = (1 << n) - 1;
  if (n <= 0) return 0;
  const best = Array.from({ length: 1 << n }, () => Array.from({ length: n }, () => Infinity));
  for (let i = 0; i < n; i++) best[1 << i]![i] = leg(places[0]!, places[i + 1]!);
  for (let set = 1; set <= full; set++)
    for (let last = 0; last < n; last++)
      if (best[set]![last]! < Infinity)
        for (let next = 0; next < n; next++)
          if (!(set & (1 << next)))
            best[set | (1 << next)]![next] = Math.min(
              best[set | (1 << next)]![next]!,
              best[set]![last]! + leg(places[last + 1]!, places[next + 1]!),
            );
  return Math.min(...best[full]!.map((length, i) => length + leg(places[i + 1]!, places[0]!)));
};

const place = fc.record({
  x: fc.integer({ min: 0, max: 48 }).map((n) => n / 2),
  y: fc.integer({ min: 0, max: 32 }).map((n) => n / 2),
});
const isTour = (tour: readonly number[], count: number) =>
  expect([...tour].sort((a, b) => a - b)).toEqual(Array.from({ length: count }, (_, i) => i));

describe("the shortest round trip", () => {
  test("is Held and Karp's for up to nine stops, its bound meets it, and no heuristic is shorter", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(place, { minLength: 1, maxLength: 10 }), async (places) => {
        const answer = await solveRoute(places, solve);
        const least = heldKarp(places);
        isTour(answer.tour, places.length);
        expect([answer.length, lengthOf(places, answer.tour), answer.bound, answer.proven]).toEqual(
          [least, least, least, true],
        );
        expect(lengthOf(places, nearestTour(places))).toBeGreaterThanOrEqual(least);
      }),
      { numRuns: 60 },
    );
  }, 120_000);

  test("with twelve stops: bounds never fall, none is above the answer", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(place, { minLength: 13, maxLength: 13 }), async (places) => {
        const shown: number[] = [];
        const answer = await solveRoute(places, solve, ({ bound }) => shown.push(bound));
        expect(shown).toEqual(shown.toSorted((a, b) => a - b));
        expect(shown.at(-1)).toBe(answer.length);
        expect(answer.length).toBe(heldKarp(places));
      }),
      { numRuns: 12 },
    );
  }, 120_000);

  test("shown before any script runs is the solver's answer to the places shown", async () => {
    expect(await solveRoute(firstPlaces, solve)).toEqual(firstAnswer);
    expect(firstAnswer.length).toBe(heldKarp(firstPlaces));
  });

  test("a solver that runs out of time leaves the best tour with its gap", async () => {
    const answer = await solveRoute(firstPlaces, async (lp) => ({
      ...(await solve(lp)),
      status: "stopped",
      bound: 4000.2,
      values: {},
    }));
    expect([answer.proven, answer.bound, answer.length >= firstAnswer.length]).toEqual([
      false,
      4001,
      true,
    ]);
  });
});

describe("the parts of a route", () => {
  test("nowhere to go, one stop, and two stops need no solver", async () => {
    const never: Solve = () => Promise.reject(new Error("asked"));
    expect((await solveRoute([{ x: 0, y: 0 }], never)).length).toBe(0);
    expect(
      (
        await solveRoute(
          [
            { x: 0, y: 0 },
            { x: 3, y: 4 },
          ],
          never,
        )
      ).length,
    ).toBe(1000);
    expect(
      (
        await solveRoute(
          [
            { x: 0, y: 0 },
            { x: 3, y: 0 },
            { x: 3, y: 4 },
          ],
          never,
        )
      ).length,
    ).toBe(1200);
  });

  test("legs are cut into the loops that they form", () => {
    expect(
      loopsOf(6, [
        [0, 1],
        [1, 2],
        [0, 2],
        [3, 4],
        [4, 5],
        [3, 5],
      ]).map((loop) => [...loop].sort()),
    ).toEqual([
      [0, 1, 2],
      [3, 4, 5],
    ]);
    expect(
      loopsOf(4, [
        [0, 2],
        [1, 2],
        [1, 3],
        [0, 3],
      ]),
    ).toHaveLength(1);
  });

  test("the planner's own tour crosses nowhere, and is no longer than always the nearest", () => {
    const square = [
      { x: 0, y: 0 },
      { x: 4, y: 4 },
      { x: 4, y: 0 },
      { x: 0, y: 4 },
    ];
    expect(lengthOf(square, plannedTour(square))).toBe(1600);
    expect(plannedTour([{ x: 0, y: 0 }])).toEqual([0]);
    expect(lengthOf(firstPlaces, plannedTour(firstPlaces))).toBeLessThanOrEqual(
      lengthOf(firstPlaces, nearestTour(firstPlaces)),
    );
  });
});
