import { expect, test } from "vitest";
import type { Day } from "#kernel/time.ts";
import {
  judgeBonds,
  judgeClauses,
  judgeEstimate,
  judgeNotice,
  judgeOutreach,
  type BondFacts,
  type ClauseFacts,
  type EstimateFacts,
  type NoticeFacts,
  type OutreachFacts,
} from "./solicitation-checks.model.ts";

const day = (text: string) => text as Day;
const out = { kind: "itb", published: day("2026-06-01"), ended: false };
const large = { amount: 350_000_01, simplifiedCents: 350_000_00 };

test("a solicitation is advertised for the days of the rule, to the minute", () => {
  const of = (more: Partial<NoticeFacts>) =>
    judgeNotice({ ...out, minutes: 14 * 1440, wanted: 14, invitedOnly: false, ...more });
  expect(of({})).toEqual({
    answer: "pass",
    said: "14 days between publication and the deadline; 14 wanted.",
  });
  expect(of({ minutes: 14 * 1440 - 1 })).toEqual({
    answer: "fail",
    said: "13 days between publication and the deadline; 14 wanted.",
  });
  expect(of({ wanted: null }).answer).toBe("unknown");
  expect(of({ minutes: null }).answer).toBe("unknown");
});

test("bids and proposals are advertised to everybody, quotations may be asked of some", () => {
  const of = (kind: string) =>
    judgeNotice({ ...out, kind, minutes: 40 * 1440, wanted: 14, invitedOnly: true }).answer;
  expect([of("itb"), of("rfp"), of("rfq")]).toEqual(["fail", "fail", "pass"]);
});

test("what binds nobody, is not published, or was never awarded, is not judged", () => {
  const of = (more: object) =>
    judgeOutreach({ ...out, federal: true, ruled: true, steps: 0, late: 0, ...more }).answer;
  expect(of({})).toBe("fail");
  expect(of({ kind: "rfi" })).toBe("not_applicable");
  expect(of({ published: null })).toBe("not_applicable");
  expect(of({ ended: true })).toBe("not_applicable");
});

test("above the threshold an estimate is on record on the day of the opening at the latest", () => {
  const of = (more: Partial<EstimateFacts>) =>
    judgeEstimate({
      ...out,
      ...large,
      estimateOn: day("2026-07-01"),
      opened: day("2026-07-01"),
      ...more,
    });
  expect(of({}).answer).toBe("pass");
  expect(of({ estimateOn: day("2026-07-02") })).toEqual({
    answer: "fail",
    said: "The estimate is of Jul 2, 2026, the opening was on Jul 1, 2026.",
  });
  expect(of({ estimateOn: null })).toEqual({
    answer: "fail",
    said: "No independent estimate is on record.",
  });
  expect(of({ estimateOn: null, amount: 350_000_00 }).answer).toBe("not_applicable");
  expect(of({ amount: null }).answer).toBe("unknown");
  expect(of({ amount: null, kind: "rfq" }).answer).toBe("not_applicable");
  expect(of({ simplifiedCents: null }).answer).toBe("unknown");
  expect(of({ opened: null }).answer).toBe("not_applicable");
});

test("federally funded construction above the threshold asks for three bonds", () => {
  const of = (more: Partial<BondFacts>) =>
    judgeBonds({
      ...out,
      ...large,
      federal: true,
      construction: true,
      demanded: { bid: 5, performance: 100, payment: 100 },
      wanted: { bid: 5, performance: 100, payment: 100 },
      ...more,
    });
  expect(of({}).answer).toBe("pass");
  expect(of({ demanded: { bid: 4.99, performance: 100, payment: null } })).toEqual({
    answer: "fail",
    said: "It asks for a bid guarantee of 4.99 percent; 5 percent wanted. It asks for no payment bond; 100 percent wanted.",
  });
  expect(of({ demanded: { bid: 5, performance: 99, payment: 100 } }).answer).toBe("fail");
  const none = { bid: null, performance: null, payment: null };
  expect(of({ demanded: none, amount: 350_000_00 }).answer).toBe("not_applicable");
  expect(of({ demanded: none, federal: false }).answer).toBe("not_applicable");
  expect(of({ demanded: none, construction: false }).answer).toBe("not_applicable");
  expect(of({ wanted: none }).answer).toBe("unknown");
  expect(of({ amount: null }).answer).toBe("unknown");
});

test("provisions of federal awards stand in it, or a reason why one is left out", () => {
  const of = (more: Partial<ClauseFacts>) =>
    judgeClauses({
      ...out,
      federal: true,
      ruled: true,
      present: ["Records and access"],
      leftOut: [],
      missing: [],
      ...more,
    });
  expect(of({})).toEqual({ answer: "pass", said: "1 provision of federal awards in it." });
  expect(of({ leftOut: ["Domestic preference"] })).toEqual({
    answer: "pass",
    said: "1 provision of federal awards in it; left out with a reason: Domestic preference.",
  });
  expect(of({ missing: ["Byrd anti-lobbying", "Debarment and suspension"] })).toEqual({
    answer: "fail",
    said: "It lacks: Byrd anti-lobbying; Debarment and suspension.",
  });
  expect(of({ ruled: false }).answer).toBe("unknown");
  expect(of({ federal: false, missing: ["Byrd anti-lobbying"] }).answer).toBe("not_applicable");
});

test("a step toward small and minority firms is taken until the deadline, not after it", () => {
  const of = (more: Partial<OutreachFacts>) =>
    judgeOutreach({ ...out, federal: true, ruled: true, steps: 0, late: 0, ...more });
  expect(of({ steps: 1 })).toEqual({
    answer: "pass",
    said: "1 step recorded until the deadline.",
  });
  expect(of({ late: 2 })).toEqual({
    answer: "fail",
    said: "No step toward small and minority firms is recorded. 2 steps came after the deadline.",
  });
  expect(of({ ruled: false }).answer).toBe("unknown");
  expect(of({ federal: false }).answer).toBe("not_applicable");
});
