import { expect, test } from "vitest";
import { scoreOf } from "#server/agents/evaluation.ts";
import { bidEvaluationAgent } from "./bid-evaluation.agent.ts";
import { bidsCases } from "./bids.cases.ts";
import { bidsAnswer } from "./bids.evaluation.ts";
import { isMisspelling, outliers, statedTotals } from "./bids.model.ts";

test("every labelled case is seen as a person sees it, more of them than by the obvious way", () => {
  for (const { name, given, right } of bidsCases)
    expect(bidsAnswer(given as never), name).toBe(right);
  const score = scoreOf(bidEvaluationAgent)!;
  expect(score).toMatchObject({ cases: bidsCases.length, right: bidsCases.length });
  expect(score.baseline).toBeLessThan(score.right);
});

test("a letter more, less, another or exchanged", () => {
  expect(isMisspelling("guarentee", "guarantee")).toBe(true);
  expect(isMisspelling("recieve", "receive")).toBe(true);
  expect(isMisspelling("delivry", "delivery")).toBe(true);
  expect(isMisspelling("delivery", "delivery")).toBe(false);
  expect(isMisspelling("salted", "sanded")).toBe(false);
});

test("totals in words, and prices of nothing", () => {
  expect(statedTotals("Total of all lots: $1,234.50, total with options USD 2,000")).toEqual([
    1_234_50, 2_000_00,
  ]);
  expect(outliers([0, 0, 0, 0], (each) => each)).toEqual([]);
});
