import { expect, test } from "vitest";
import type { Day } from "#kernel/time.ts";
import {
  judgeBank,
  judgeExceptions,
  judgePayee,
  judgePrompt,
  type PromptFacts,
} from "./payment-checks.model.ts";

const day = (text: string) => text as Day;
const paid = { status: "released", day: day("2026-11-10") };

test("a bill is paid on its due day at the latest, days of a dispute aside; interest is told", () => {
  const of = (dueOn: string | null, over: Partial<PromptFacts> = {}, disputedDays = 0) =>
    judgePrompt({
      ...paid,
      bills: [
        {
          number: "INV-1",
          dueOn: dueOn === null ? null : day(dueOn),
          disputedDays,
          interest: 15_00,
        },
      ],
      interestRule: "Minn. Stat. 471.425",
      ...over,
    });
  expect(of("2026-11-10")).toEqual({ answer: "pass", said: "1 bill, paid in time." });
  expect(of("2026-11-09")).toEqual({
    answer: "fail",
    said: "INV-1 was paid 1 day late. Interest owed: $15.00 (Minn. Stat. 471.425).",
  });
  expect(of("2026-11-09", { interestRule: null }).said).toBe("INV-1 was paid 1 day late.");
  expect(of("2026-11-07", {}, 3).answer).toBe("pass");
  expect(of(null).answer).toBe("unknown");
  for (const status of ["approved", "voided", "returned", "cancelled"])
    expect(of("2026-11-01", { status }).answer).toBe("not_applicable");
  expect(of("2026-11-01", { bills: [] }).answer).toBe("not_applicable");
});

test("a payment soon after a change of the account is found until the agency's days are over", () => {
  const facts = {
    ...paid,
    method: "ach" as const,
    since: day("2026-10-31"),
    change: true,
    days: 10,
  };
  expect(judgeBank(facts)).toEqual({
    answer: "pass",
    said: "The vendor's account was changed on Oct 31, 2026, 10 days before.",
  });
  expect(judgeBank({ ...facts, since: day("2026-11-01") })).toEqual({
    answer: "fail",
    said: "The vendor's account was changed on Nov 1, 2026, 9 days before the payment; 10 wanted.",
    turnsOn: null,
  });
  expect(judgeBank({ ...facts, status: "approved", since: day("2026-11-01") }).turnsOn).toBe(
    "2026-11-11",
  );
  expect(judgeBank({ ...facts, change: false }).answer).toBe("not_applicable");
  expect(judgeBank({ ...facts, method: "check" }).answer).toBe("not_applicable");
  expect(judgeBank({ ...facts, since: null }).answer).toBe("unknown");
  expect(judgeBank({ ...facts, days: null }).answer).toBe("unknown");
  expect(judgeBank({ ...facts, since: paid.day }).answer).toBe("fail");
  expect(judgeBank({ ...facts, since: day("2026-11-11") }).answer).toBe("unknown");
  expect(judgeBank({ ...facts, status: "cancelled" }).answer).toBe("not_applicable");
});

test("nobody is paid unscreened, excluded or while a match is not decided", () => {
  const of = (
    outcome: "clear" | "possible" | "excluded",
    decision: "clear" | "excluded" | null = null,
  ) => judgePayee({ ...paid, screened: { outcome, decision, on: day("2026-11-09") } });
  expect(of("clear")).toEqual({ answer: "pass", said: "Not excluded, screened Nov 9, 2026." });
  expect(of("possible", "clear").answer).toBe("pass");
  expect(of("possible").said).toBe("A possible match of Nov 9, 2026 is not decided.");
  expect(of("excluded").said).toBe("The vendor was found excluded on Nov 9, 2026.");
  expect(judgePayee({ ...paid, screened: null }).answer).toBe("fail");
  expect(judgePayee({ status: "cancelled", day: paid.day, screened: null }).answer).toBe(
    "not_applicable",
  );
});

test("whoever entered a bill accepts no finding of it", () => {
  const of = (by: string | null) =>
    judgeExceptions({
      ...paid,
      accepted: [{ bill: "INV-1", kind: "price", by, enteredBy: "a" }],
      names: { a: "Ann Archer" },
    });
  expect(of("a")).toEqual({
    answer: "fail",
    said: "Ann Archer entered INV-1 and accepted what was found (price).",
  });
  expect(of("b").answer).toBe("pass");
  expect(of(null).answer).toBe("unknown");
  expect(judgeExceptions({ ...paid, accepted: [], names: {} }).answer).toBe("not_applicable");
});
