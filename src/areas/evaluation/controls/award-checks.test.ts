import { expect, test } from "vitest";
import type { Day } from "#kernel/time.ts";
import {
  judgeAnalysis,
  judgeCompetition,
  judgeExclusion,
  judgeInsurance,
  judgeInterests,
  type AnalysisFacts,
  type CompetitionFacts,
  type ExclusionFacts,
  type InsuranceFacts,
  type InterestFacts,
} from "./award-checks.model.ts";

const day = (text: string) => text as Day;
const made = { award: "AWD-2026-00001", made: true };

test("two responsive bids compete; one does with a finding of twenty characters", () => {
  const of = (more: Partial<CompetitionFacts>) =>
    judgeCompetition({ ...made, kind: "itb", responsive: 2, wanted: 2, finding: 0, ...more });
  expect(of({})).toEqual({ answer: "pass", said: "2 responsive bids; 2 wanted." });
  expect(of({ responsive: 1 })).toEqual({
    answer: "fail",
    said: "1 responsive bid; 2 wanted. No finding says why that is enough.",
  });
  expect(of({ responsive: 1, finding: 19 }).answer).toBe("fail");
  expect(of({ responsive: 1, finding: 20 })).toEqual({
    answer: "pass",
    said: "1 responsive bid; 2 wanted. A finding of inadequate competition is on record.",
  });
  expect(of({ kind: "rfp", responsive: 1 }).said).toMatch(/^1 responsive proposal; 2 wanted/);
  expect(of({ kind: "rfq", responsive: 0 }).answer).toBe("not_applicable");
  expect(of({ responsive: null }).answer).toBe("unknown");
  expect(of({ wanted: null }).answer).toBe("unknown");
  expect(of({ award: null }).answer).toBe("not_applicable");
});

test("above the threshold an analysis is on record; at it none is asked for", () => {
  const of = (more: Partial<AnalysisFacts>) =>
    judgeAnalysis({
      ...made,
      amount: 350_000_01,
      simplifiedCents: 350_000_00,
      evaluated: true,
      analysisKind: "price",
      analysis: 20,
      ...more,
    });
  expect(of({})).toEqual({ answer: "pass", said: "A price analysis is on record." });
  expect(of({ analysisKind: null }).said).toBe("A cost or price analysis is on record.");
  expect(of({ analysis: 19 })).toEqual({
    answer: "fail",
    said: "No cost or price analysis is on record, above $350,000.00.",
  });
  expect(of({ analysis: 0, amount: 350_000_00 }).answer).toBe("not_applicable");
  expect(of({ simplifiedCents: null }).answer).toBe("unknown");
  expect(of({ evaluated: false }).answer).toBe("unknown");
  expect(of({ award: null }).answer).toBe("not_applicable");
});

test("whoever wins a covered share of federal money was checked for exclusion", () => {
  const winner = (cents: number, screened: "clear" | "possible" | "excluded" | null) => ({
    vendor: "Ada Salt",
    cents,
    screened,
  });
  const of = (winners: ExclusionFacts["winners"], more: Partial<ExclusionFacts> = {}) =>
    judgeExclusion({ ...made, federal: true, fromCents: 25_000_00, winners, ...more });
  expect(of([winner(25_000_00, "clear")])).toEqual({
    answer: "pass",
    said: "Ada Salt: not excluded.",
  });
  expect(of([winner(25_000_00, null)])).toEqual({
    answer: "fail",
    said: "Ada Salt was not checked for exclusion before the award.",
  });
  expect(of([winner(24_999_99, null)]).answer).toBe("not_applicable");
  expect(of([winner(25_000_00, "possible")]).said).toBe(
    "Ada Salt has a match in the exclusions that nobody decided.",
  );
  expect(of([winner(25_000_00, "excluded")], { made: false })).toEqual({
    answer: "fail",
    said: "Ada Salt is excluded from federal awards.",
  });
  expect(of([winner(25_000_00, null)], { made: false }).answer).toBe("not_applicable");
  expect(of([winner(25_000_00, null)], { federal: false }).answer).toBe("not_applicable");
  expect(of([winner(25_000_00, null)], { fromCents: null }).answer).toBe("unknown");
  expect(of([], { award: null }).answer).toBe("not_applicable");
});

test("everybody who takes part declared interests; a panel alone is asked", () => {
  const of = (more: Partial<InterestFacts>) =>
    judgeInterests({
      ...made,
      ruled: true,
      evaluated: true,
      members: 3,
      undeclared: [],
      ...more,
    });
  expect(of({})).toEqual({
    answer: "pass",
    said: "3 people took part, and each declared interests.",
  });
  expect(of({ members: 1 }).said).toBe("1 person took part, and each declared interests.");
  expect(of({ undeclared: ["Ann Archer", "Ben Blum"] })).toEqual({
    answer: "fail",
    said: "Took part without a declaration of interests: Ann Archer, Ben Blum.",
  });
  expect(of({ evaluated: false }).answer).toBe("not_applicable");
  expect(of({ ruled: false }).answer).toBe("unknown");
  expect(of({ members: 0 }).answer).toBe("unknown");
  expect(of({ award: null }).answer).toBe("not_applicable");
});

test("where insurance is demanded each certificate holds on the day of the award", () => {
  const on = day("2026-07-01");
  const of = (until: Day | null, letGo = false, more: Partial<InsuranceFacts> = {}) =>
    judgeInsurance({
      ...made,
      demanded: true,
      ruled: true,
      on,
      winners: [{ vendor: "Ada Salt", until, letGo }],
      ...more,
    });
  expect(of(on)).toEqual({
    answer: "pass",
    said: "Every winner's certificate is in force on Jul 1, 2026.",
  });
  expect(of(day("2026-06-30"))).toEqual({
    answer: "fail",
    said: "The certificate of Ada Salt ran out on Jun 30, 2026.",
  });
  expect(of(null).said).toBe("No certificate of Ada Salt is on record.");
  expect(of(day("2026-06-30"), true)).toEqual({
    answer: "pass",
    said: "In force on Jul 1, 2026; let go on with a reason: Ada Salt.",
  });
  expect(of(null, false, { demanded: false }).answer).toBe("not_applicable");
  expect(of(null, false, { ruled: false }).answer).toBe("unknown");
  expect(of(null, false, { award: null }).answer).toBe("not_applicable");
});
