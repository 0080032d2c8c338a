import { expect, test } from "vitest";
import type { Day } from "#kernel/time.ts";
import { judgeMethod, judgeQuotes, judgeReason, judgeReceiptFirst } from "./order-checks.model.ts";

const went = { status: "issued", issued: "2026-11-10" as Day, amount: 20_000_00 };
const draft = { status: "draft", issued: null, amount: 20_000_00 };
const never = { status: "cancelled", issued: null, amount: 20_000_00 };
// 2 CFR 200.1 with 48 CFR 2.101 from October 2025 on.
const law = { microCents: 15_000_00, simplifiedCents: 350_000_00 };

test("an order that is still written, or never went out, is judged by nothing", () => {
  for (const base of [draft, never]) {
    const method = { ...base, ...law, method: null, aggregate: 0, underContract: false };
    expect(judgeMethod(method).answer).toBe("not_applicable");
    const quotes = { wanted: 3, asked: 0, quoted: 0, late: 0, answers: null, solicitation: null };
    expect(judgeQuotes({ ...base, ...quotes, method: "simplified" }).answer).toBe("not_applicable");
  }
});

test("a method does for the sum with like purchases, at and above each threshold (2 CFR 200.320)", () => {
  const of = (method: string | null, aggregate: number) =>
    judgeMethod({ ...went, ...law, amount: 0, method, aggregate, underContract: false }).answer;
  expect(of("micro_purchase", 15_000_00)).toBe("pass");
  expect(of("micro_purchase", 15_000_01)).toBe("fail");
  expect(of("simplified", 350_000_00)).toBe("pass");
  expect(of("simplified", 350_000_01)).toBe("fail");
  expect(of("sealed_bid", 350_000_01)).toBe("pass");
  expect(of("proposal", 9_000_000_00)).toBe("pass");
  expect(of("noncompetitive", 9_000_000_00)).toBe("pass");
  expect(of(null, 1)).toBe("unknown");
});

test("like purchases count with the order, and a contract was competed for by itself", () => {
  const facts = { ...went, ...law, method: "micro_purchase", aggregate: 9_000_00 };
  expect(judgeMethod({ ...facts, underContract: false })).toEqual({
    answer: "fail",
    said: "Micro-purchase, $20,000.00 with like purchases, above $15,000.00: it asks for simplified acquisition (quotes).",
  });
  expect(judgeMethod({ ...facts, underContract: true }).answer).toBe("not_applicable");
  expect(judgeMethod({ ...facts, underContract: false, microCents: null }).answer).toBe("unknown");
});

test("suppliers that were asked before the order went out count, one that declined too (2 CFR 200.320(a)(2))", () => {
  const none = {
    ...went,
    method: "simplified",
    wanted: 3,
    asked: 0,
    quoted: 0,
    late: 0,
    answers: null,
    solicitation: null,
  };
  expect(judgeQuotes(none)).toEqual({
    answer: "fail",
    said: "0 suppliers asked, 0 quoted; 3 wanted.",
  });
  expect(judgeQuotes({ ...none, asked: 3, quoted: 2 }).answer).toBe("pass");
  expect(judgeQuotes({ ...none, asked: 3, quoted: 0 }).answer).toBe("fail");
  expect(judgeQuotes({ ...none, asked: 2, quoted: 2, late: 1 })).toEqual({
    answer: "fail",
    said: "2 suppliers asked, 2 quoted; 3 wanted. 1 answer came after the order went out.",
  });
  expect(judgeQuotes({ ...none, wanted: null }).answer).toBe("unknown");
  expect(judgeQuotes({ ...none, method: "micro_purchase" }).answer).toBe("not_applicable");
});

test("answers opened in a solicitation are its quotes", () => {
  const of = (answers: number) =>
    judgeQuotes({
      ...went,
      method: "simplified",
      wanted: 3,
      asked: 0,
      quoted: 0,
      late: 0,
      answers,
      solicitation: "RFQ-2027-00003",
    });
  expect(of(1)).toEqual({ answer: "pass", said: "1 answer opened in RFQ-2027-00003." });
  expect(of(0).answer).toBe("fail");
});

test("buying without competition names its ground (2 CFR 200.320(c))", () => {
  const of = (method: string, reason: string) =>
    judgeReason({ ...went, method, reason, citation: "2 CFR 200.320(c)", microCents: 1 }).answer;
  expect(of("noncompetitive", "The maker alone sells this part")).toBe("pass");
  expect(of("noncompetitive", "   ")).toBe("fail");
  expect(of("simplified", "")).toBe("not_applicable");
});

test("nothing is received before it was ordered", () => {
  const of = (issued: Day | null, firstReceipt: Day | null, change = false) =>
    judgeReceiptFirst({ ...went, issued, change, firstReceipt, receipt: "RCV-2027-00001" });
  const day = (text: string) => text as Day;
  expect(of(day("2026-11-10"), day("2026-11-10")).answer).toBe("pass");
  expect(of(day("2026-11-10"), day("2026-11-09"))).toEqual({
    answer: "fail",
    said: "RCV-2027-00001 of Nov 9, 2026 came before the order of Nov 10, 2026.",
  });
  expect(of(null, day("2026-11-09")).answer).toBe("fail");
  expect(of(day("2026-11-10"), null).answer).toBe("not_applicable");
  expect(of(day("2026-11-10"), day("2026-11-09"), true).answer).toBe("not_applicable");
});
