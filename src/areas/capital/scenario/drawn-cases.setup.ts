import type { PlanCase } from "./case.model.ts";

/** Numbers that look drawn and are the same at every run (mulberry32). */
const drawing = (seed: number): (() => number) => {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
};

type Size = { projects: number; years: number; sources: number };

/** A case with requests, sources and ceilings as drawn; about half of what is asked can be paid. */
export const drawnCase = (seed: number, { projects, years, sources }: Size): PlanCase => {
  const draw = drawing(seed);
  const between = (least: number, most: number) => least + Math.floor(draw() * (most - least + 1));
  const id = (kind: number, n: number) =>
    `00000000-0000-7000-8000-${String(kind * 1_000_000 + n).padStart(12, "0")}`;
  const sourceIds = Array.from({ length: sources }, (_, s) => id(2, s));
  const made = Array.from({ length: projects }, (_, n) => {
    const length = between(1, Math.min(3, years));
    const cost = Array.from({ length }, () => between(5, 400) * 1_000_00);
    const funding = sourceIds
      .filter(() => draw() < 0.5)
      .map((sourceId) => ({
        sourceId,
        cents: cost.map((c) => (draw() < 0.7 ? c : Math.floor((c * between(20, 90)) / 100))),
      }));
    const earliest = between(0, Math.max(0, years - length - 1));
    return {
      id: id(1, n),
      number: `CR-${n + 1}`,
      title: `Project ${n + 1}`,
      department: "Roads",
      score: between(150, 950),
      cost,
      funding: funding.length
        ? funding
        : [{ sourceId: sourceIds[between(0, sources - 1)]!, cents: cost }],
      earliest: 2028 + earliest,
      latest: 2028 + between(earliest, years - 1),
      needBy: n % 3 === 0 ? 2028 + (n % years) : null,
      condition: (["none", "good", "fair", "poor", "failing"] as const)[n % 5]!,
      waitingCents: n % 4 === 0 ? cost[0]! >> 4 : 0,
      requires: n > 0 && draw() < 0.1 ? [id(1, between(0, n - 1))] : [],
      excludes: n > 0 && draw() < 0.1 ? [id(1, between(0, n - 1))] : [],
    };
  });
  const asked = made.reduce((sum, p) => sum + p.cost.reduce((a, b) => a + b, 0), 0);
  return {
    firstYear: 2028,
    years,
    waitPercent: seed % 6,
    latePercent: (seed % 4) * 10,
    projects: made,
    sources: sourceIds.map((each, s) => ({ id: each, name: `Source ${s + 1}` })),
    ceilings: sourceIds.map((sourceId) => ({
      sourceId,
      cents: Array.from({ length: years }, () =>
        Math.floor((asked * (0.3 + draw() * 0.5)) / (sources * years)),
      ),
    })),
    pins: [],
    bars: [],
  };
};
