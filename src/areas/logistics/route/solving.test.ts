import { describe, expect, test } from "vitest";
import { augerat32 } from "./published.setup.ts";
import { boundInThread, solveInThread } from "./solving.service.ts";

describe("in threads", () => {
  test("a plan is told while it gets better, and stopped with the best so far", async () => {
    const stop = new AbortController();
    const costs: number[] = [];
    const { plan, checked } = await solveInThread(augerat32(), {
      seconds: 60,
      signal: stop.signal,
      heard: ({ cost }) => {
        costs.push(cost);
        if (costs.length === 2) stop.abort();
      },
    });
    expect(costs).toEqual(costs.toSorted((a, b) => b - a));
    expect(checked).toMatchObject({ feasible: true, unserved: [], cost: costs.at(-1) });
    expect(plan.routes.length).toBeGreaterThanOrEqual(5);
  });

  test("a bound is told while it rises, and ends by time", async () => {
    const bounds: (number | null)[] = [];
    const found = await boundInThread(augerat32(), {
      seconds: 1,
      heard: ({ bound }) => void bounds.push(bound),
    });
    expect(found).toEqual({ bound: bounds.at(-1), exact: false });
    expect(found.bound).toBeLessThanOrEqual(784);
  });

  test("who stopped it before it began has an answer too", async () => {
    const { checked } = await solveInThread(augerat32(), {
      seconds: 60,
      signal: AbortSignal.abort(),
    });
    expect(checked.feasible).toBe(true);
  });
});
