import type { ConditionScale } from "./asset.labels.ts";

type Bound = readonly [least: number, condition: number];
// Highest first: a value belongs to the first bound that it reaches.
const bounds: Record<Exclude<ConditionScale, "one_to_five">, readonly Bound[]> = {
  // PASER manual, University of Wisconsin-Madison: 9-10 excellent, 7-8 very good to good, 5-6 fair to good, 3-4 poor, 1-2 failed.
  paser: [
    [9, 1],
    [7, 2],
    [5, 3],
    [3, 4],
    [0, 5],
  ],
  // ASTM D6433: 86-100 good, 71-85 satisfactory, 56-70 fair, 41-55 poor, below very poor to failed.
  pci: [
    [86, 1],
    [71, 2],
    [56, 3],
    [41, 4],
    [0, 5],
  ],
  // 23 CFR 490.409: 7-9 good, 5-6 fair, 4 and below poor. The two ends are parted for the common scale.
  nbi: [
    [8, 1],
    [7, 2],
    [5, 3],
    [4, 4],
    [0, 5],
  ],
};

/**
 * The common condition, 1 (best) to 5, of a value in its class's own scale. What falls between two
 * whole marks counts with the lower one.
 */
export const conditionOf = (scale: ConditionScale, value: number): number =>
  scale === "one_to_five"
    ? Math.min(5, Math.max(1, Math.ceil(value)))
    : bounds[scale].find(([least]) => Math.floor(value) >= least)![1];
