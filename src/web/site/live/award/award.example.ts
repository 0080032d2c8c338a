import type { AwardAnswer, AwardCase, RulePrice } from "./award.model.ts";

/**
 * The case that a visitor finds. Its answer stands beside it so that the page reads without script;
 * a test solves it anew.
 */
export const firstCase: AwardCase = {
  lots: [
    "Aggregate",
    "Culvert pipe",
    "Signs and posts",
    "Guardrail",
    "Erosion control",
    "Striping paint",
  ],
  vendors: [
    { name: "Alder Supply", local: true, capacity: 60_000, tiers: [{ from: 60_000, percent: 3 }] },
    {
      name: "Brightwater",
      local: false,
      capacity: 100_000,
      tiers: [
        { from: 60_000, percent: 3 },
        { from: 100_000, percent: 6 },
      ],
    },
    { name: "Corley & Sons", local: true, capacity: 60_000, tiers: [{ from: 40_000, percent: 2 }] },
    {
      name: "Dunmore Civil",
      local: false,
      capacity: 75_000,
      tiers: [{ from: 50_000, percent: 3 }],
    },
    { name: "Ellis Road", local: false, capacity: 120_000, tiers: [{ from: 60_000, percent: 4 }] },
  ],
  prices: [
    [39_900, 43_300, 46_200, 37_600, 40_100],
    [27_000, 27_000, 27_800, 28_100, 27_800],
    [13_300, 14_000, 13_600, 14_400, 10_600],
    [56_100, 61_000, null, 57_900, 56_300],
    [18_100, 17_900, 19_400, 17_300, 19_700],
    [22_300, 22_200, 24_600, 23_400, 21_400],
  ],
  maxVendors: 3,
  localShare: 30,
};
export const firstAnswer: Omit<AwardAnswer, "seconds" | "nodes"> = {
  status: "optimal",
  award: [3, 2, 4, 4, 3, 2],
  costCents: 16882900,
  boundCents: 16882900,
};
export const firstRulePrices: readonly RulePrice[] = [
  { rule: "capacity", costCents: 16586000 },
  { rule: "maxVendors", costCents: 16835300 },
  { rule: "localShare", costCents: 16470900 },
];
