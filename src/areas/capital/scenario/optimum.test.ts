// The proven plan against every plan there is, the flow of money against its ceilings, and what is
// said where nothing can hold.
import { beforeAll, expect, test } from "vitest";
import type { Engine } from "#kernel/optimum/engine.ts";
import { highsEngine, openHighs } from "#server/optimum/highs.engine.ts";
import { startsOf, type PlanCase } from "./case.model.ts";
import { byRank, choosePlan } from "./choose.model.ts";
import { drawnCase } from "./drawn-cases.setup.ts";
import { answerOf } from "./explain.model.ts";
import { worthOf } from "./worth.model.ts";
import { holds, payments, scoreOf } from "./flow.model.ts";

let engine: Engine;
beforeAll(async () => {
  engine = highsEngine(await openHighs());
});

// Every plan there is, but for those that can no longer beat the best.
const best = (of: PlanCase): number | null => {
  let most: number | null = null;
  const starts: (number | null)[] = of.projects.map(() => null);
  const rest = of.projects.map((_, i) => of.projects.slice(i).reduce((sum, p) => sum + p.score, 0));
  const go = (i: number, score: number): void => {
    if (most !== null && score + (rest[i] ?? 0) <= most) return;
    if (i === of.projects.length) {
      if (holds(of, starts)) most = score;
      return;
    }
    const project = of.projects[i]!;
    for (const start of [...startsOf(of, project), null]) {
      starts[i] = start;
      const paid = payments(of, starts.slice(0, i + 1));
      if (paid) go(i + 1, score + (start === null ? 0 : worthOf(of, project, start)));
    }
    starts[i] = null;
  };
  go(0, 0);
  return most;
};

test("the optimum equals exhaustive search up to ten projects by three years", () => {
  for (let seed = 1; seed <= 24; seed++) {
    const of = drawnCase(seed, { projects: 4 + (seed % 7), years: 3, sources: 1 + (seed % 3) });
    const found = choosePlan(of, engine, 20);
    expect([seed, found.status, found.score]).toEqual([seed, "optimal", best(of)]);
    expect(found.bound).toBe(found.score);
    expect(holds(of, found.starts)).toBe(true);
    expect(scoreOf(of, byRank(of))).toBeLessThanOrEqual(found.score);
  }
});

test("sources pay every cost to the cent, none beyond its ceiling or what it may pay", () => {
  for (let seed = 40; seed < 46; seed++) {
    const of = drawnCase(seed, { projects: 12, years: 4, sources: 4 });
    const { starts } = choosePlan(of, engine, 10);
    const chosen = payments(of, starts)!;
    for (const { id, startYear, payments: paid } of chosen) {
      const project = of.projects.find((p) => p.id === id)!;
      for (const [at, cost] of project.cost.entries()) {
        const own = paid.filter((p) => p.year === startYear + at);
        expect(own.reduce((sum, p) => sum + p.cents, 0)).toBe(cost);
        for (const { sourceId, cents } of own)
          expect(cents).toBeLessThanOrEqual(
            project.funding.find((f) => f.sourceId === sourceId)?.cents[at] ?? 0,
          );
      }
    }
    for (const { sourceId, cents } of of.ceilings)
      for (const [at, most] of cents.entries())
        expect(
          chosen
            .flatMap((c) => c.payments)
            .filter((p) => p.sourceId === sourceId && p.year === of.firstYear + at)
            .reduce((sum, p) => sum + p.cents, 0),
        ).toBeLessThanOrEqual(most);
  }
});

test("a pin costs its stated score, and pins that cannot hold name their ceilings", () => {
  const of = drawnCase(7, { projects: 8, years: 3, sources: 2 });
  const plain = answerOf(of, engine, { seconds: 10, again: 5 });
  const out = plain.out.find((o) => /the best plan with it scores/i.test(o.why));
  expect(out).toBeDefined();
  const pinned = answerOf({ ...of, pins: [{ requestId: out!.id, year: null }] }, engine, {
    seconds: 10,
    again: 5,
  });
  expect(pinned.pinCosts).toEqual([{ requestId: out!.id, cost: plain.score - pinned.score }]);
  expect(out!.why).toContain(((plain.score - pinned.score) / 100).toFixed(2));
  const poor = {
    ...of,
    ceilings: of.ceilings.map((c) => ({ ...c, cents: c.cents.map(() => 100) })),
    pins: [{ requestId: of.projects[0]!.id, year: null }],
  };
  const none = answerOf(poor, engine, { seconds: 10, again: 5 });
  expect(none.status).toBe("infeasible");
  expect(none.conflict).toContain(`the pin of ${of.projects[0]!.number}`);
  expect(none.conflict.some((c) => c.startsWith("the ceiling of"))).toBe(true);
});

test("raising a ceiling never lowers the best score", () => {
  const of = drawnCase(11, { projects: 7, years: 3, sources: 2 });
  for (const { gain } of answerOf(of, engine, { seconds: 10, again: 5 }).raises)
    if (gain !== null) expect(gain).toBeGreaterThanOrEqual(0);
});

const one = (id: string, over: Partial<PlanCase["projects"][number]>) => ({
  id,
  number: id,
  title: id,
  department: "Roads",
  score: 500,
  cost: [100],
  funding: [{ sourceId: "s", cents: [100] }],
  earliest: 2028,
  latest: 2030,
  needBy: null,
  condition: "none" as const,
  waitingCents: 0,
  requires: [],
  excludes: [],
  ...over,
});
const timed = (projects: PlanCase["projects"]): PlanCase => ({
  firstYear: 2028,
  years: 3,
  waitPercent: 3,
  latePercent: 20,
  projects,
  sources: [{ id: "s", name: "Levy" }],
  ceilings: [{ sourceId: "s", cents: [100, 100, 100] }],
  pins: [],
  bars: [],
});

test("what scores most begins first, unless another one is needed sooner, fails, or is dear to wait for", () => {
  const begun = (projects: PlanCase["projects"]) => {
    const of = timed(projects);
    const found = choosePlan(of, engine, 10);
    expect(found.status).toBe("optimal");
    return projects.map((p, i) => `${p.id} ${2028 + found.starts[i]!}`);
  };
  const rest = [one("b", { score: 400 }), one("c", { score: 300 })];
  expect(begun([one("a", { score: 900 }), ...rest])).toEqual(["a 2028", "b 2029", "c 2030"]);
  expect(
    begun([one("a", { score: 500 }), one("b", { score: 400, needBy: 2028 }), rest[1]!]),
  ).toEqual(["a 2029", "b 2028", "c 2030"]);
  expect(
    begun([one("a", { score: 500 }), one("b", { score: 400, condition: "failing" }), rest[1]!]),
  ).toEqual(["a 2029", "b 2028", "c 2030"]);
  expect(begun([one("a", {}), one("b", { score: 400, waitingCents: 30 }), rest[1]!])).toEqual([
    "a 2029",
    "b 2028",
    "c 2030",
  ]);
  // Equal in everything: what could begin earlier does, even where waiting takes nothing.
  const even = { ...timed([one("a", {})]), waitPercent: 0, latePercent: 0 };
  expect(choosePlan(even, engine, 10).starts).toEqual([0]);
});

test("worth falls with every year, and never to nothing", () => {
  const of = timed([]);
  const p = one("a", { score: 800, needBy: 2028, condition: "failing", waitingCents: 90 });
  const worths = [0, 1, 2].map((at) => worthOf(of, p, at));
  expect(worths[0]).toBe(800);
  expect(worths[1]).toBeLessThan(worths[0]!);
  expect(worths[2]).toBeLessThanOrEqual(worths[1]!);
  expect(worths[2]).toBeGreaterThan(0);
});
