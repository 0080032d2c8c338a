import { expect, test } from "vitest";
import type { Day } from "#kernel/time.ts";
import { judgeAnalysis, judgeExclusion, judgeInsured } from "./award-checks.model.ts";

const day = (text: string) => text as Day;
const went = { status: "issued", issued: day("2026-11-10") };

test("above the simplified threshold prices stand beside each other before (2 CFR 200.324)", () => {
  const facts = {
    ...went,
    amount: 400_000_00,
    raised: 350_000_01,
    simplifiedCents: 350_000_00,
    solicitation: null,
    underContract: false,
    quoted: 0,
    late: 0,
  };
  expect(judgeAnalysis({ ...facts, quoted: 2 }).answer).toBe("pass");
  expect(judgeAnalysis({ ...facts, quoted: 1 }).answer).toBe("unknown");
  expect(judgeAnalysis({ ...facts, late: 2 })).toEqual({
    answer: "fail",
    said: "$350,000.01 is above $350,000.00, and 2 prices came after the order went out.",
  });
  expect(judgeAnalysis({ ...facts, raised: 350_000_00, late: 2 }).answer).toBe("not_applicable");
  expect(judgeAnalysis({ ...facts, raised: -1 }).said).toBe("$0.00 does not exceed $350,000.00.");
  expect(judgeAnalysis({ ...facts, solicitation: "RFQ-1" }).answer).toBe("not_applicable");
  expect(judgeAnalysis({ ...facts, underContract: true }).answer).toBe("not_applicable");
  expect(judgeAnalysis({ ...facts, simplifiedCents: null }).answer).toBe("unknown");
  expect(judgeAnalysis({ ...facts, status: "draft", issued: null }).answer).toBe("not_applicable");
});

test("a vendor is screened before a covered transaction (2 CFR 180.300)", () => {
  const facts = {
    ...went,
    amount: 25_000_00,
    federal: true,
    cents: 25_000_00,
    screened: null,
  };
  const of = (
    outcome: "clear" | "possible" | "excluded",
    decision: "clear" | "excluded" | null = null,
  ) => judgeExclusion({ ...facts, screened: { outcome, decision, on: day("2026-11-01") } });
  expect(judgeExclusion(facts)).toEqual({
    answer: "fail",
    said: "The vendor was not screened before the order.",
  });
  expect(judgeExclusion({ ...facts, amount: 24_999_99 }).answer).toBe("not_applicable");
  expect(judgeExclusion({ ...facts, federal: false }).answer).toBe("not_applicable");
  expect(judgeExclusion({ ...facts, cents: null }).answer).toBe("unknown");
  expect(of("clear")).toEqual({ answer: "pass", said: "Not excluded, screened Nov 1, 2026." });
  expect(of("possible", "clear").said).toBe(
    "Not excluded, screened Nov 1, 2026 and decided by a person.",
  );
  expect(of("possible")).toEqual({
    answer: "fail",
    said: "A possible match of Nov 1, 2026 was not decided before the order.",
  });
  expect(of("possible", "excluded").said).toBe("The vendor was found excluded on Nov 1, 2026.");
  expect(of("excluded").answer).toBe("fail");
});

test("insurance that is demanded is in force on the day, or somebody let it go on", () => {
  const facts = {
    ...went,
    amount: 1,
    demandedBy: "CON-2027-00001",
    certificate: true,
    until: day("2026-11-10"),
    day: day("2026-11-10"),
    gaps: [],
    overriddenBy: null,
  };
  expect(judgeInsured(facts)).toEqual({
    answer: "pass",
    said: "Insured on Nov 10, 2026 as CON-2027-00001 demands.",
  });
  expect(judgeInsured({ ...facts, until: day("2026-11-09") })).toEqual({
    answer: "fail",
    said: "CON-2027-00001 demands insurance. The certificate ran out on Nov 9, 2026.",
  });
  expect(judgeInsured({ ...facts, until: null }).said).toContain("No certificate");
  expect(judgeInsured({ ...facts, until: null, overriddenBy: "Ann Archer" })).toEqual({
    answer: "pass",
    said: "No certificate of insurance is on record. Ann Archer let it go on with a reason.",
  });
  expect(judgeInsured({ ...facts, certificate: false, until: null }).answer).toBe("pass");
  expect(judgeInsured({ ...facts, gaps: ["Liability is short."] }).answer).toBe("fail");
  expect(judgeInsured({ ...facts, demandedBy: null }).answer).toBe("not_applicable");
});
