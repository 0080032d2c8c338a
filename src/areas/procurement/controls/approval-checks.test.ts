import { expect, test } from "vitest";
import { judgeBand, judgeOverrides, judgePace } from "./approval-checks.model.ts";

test("an amount just below the next policy is found, farther below it and at it are not", () => {
  const of = (amount: number, below: number | null = 15_000_00) =>
    judgeBand({
      approvals: [{ number: "REQ-2027-00004", amount, policy: "Below $15,000", below }],
      belowPercent: 2,
    });
  expect(of(14_899_00)).toEqual({
    answer: "fail",
    said: "REQ-2027-00004: $14,899.00 was decided by Below $15,000, $101.00 below $15,000.00.",
  });
  expect(of(14_700_00).answer).toBe("fail");
  expect(of(14_699_99).answer).toBe("pass");
  expect(of(15_000_00).answer).toBe("pass");
  expect(of(14_899_00, null).answer).toBe("pass");
  expect(judgeBand({ approvals: [], belowPercent: 2 }).answer).toBe("not_applicable");
  const approvals = [{ number: "REQ-1", amount: 1, policy: null, below: 2 }];
  expect(judgeBand({ approvals, belowPercent: null }).answer).toBe("unknown");
});

test("decisions within seconds are found with their share and who took them", () => {
  const names = { a: "Ann Archer" };
  const of = (seconds: number | null, other: number | null = null) =>
    judgePace({
      decisions: [
        {
          number: "REQ-1",
          person: "a",
          behind: seconds === null ? null : { number: "REQ-9", seconds },
        },
        {
          number: "PO-1",
          person: "b",
          behind: other === null ? null : { number: "PO-9", seconds: other },
        },
      ],
      names,
      seconds: 10,
    });
  expect(of(9)).toEqual({
    answer: "fail",
    said: "1 of 2 decisions within 10 seconds: Ann Archer decided REQ-1 9 seconds after REQ-9.",
  });
  expect(of(9, 1).said).toContain("2 of 2 decisions");
  expect(of(9, 1).said).toContain("A former member decided PO-1 1 second after PO-9.");
  expect(of(10)).toEqual({ answer: "pass", said: "2 decisions, none within seconds." });
  expect(of(null).answer).toBe("pass");
  expect(judgePace({ decisions: [], names, seconds: 10 }).answer).toBe("not_applicable");
  const decisions = [{ number: "REQ-1", person: "a", behind: null }];
  expect(judgePace({ decisions, names, seconds: null }).answer).toBe("unknown");
});

test("an override by whoever asked or ordered is found; by somebody else it is not", () => {
  const of = (decidedBy: string | null) =>
    judgeOverrides({
      overrides: [{ kind: "budget", number: "REQ-1", decidedBy }],
      askers: ["a"],
      names: { a: "Ann Archer" },
    });
  expect(of("a")).toEqual({
    answer: "fail",
    said: "Ann Archer, who asked for it or ordered it, decided the budget override of REQ-1.",
  });
  expect(of("b")).toEqual({
    answer: "pass",
    said: "1 override, decided by others than who asked.",
  });
  expect(of(null).answer).toBe("unknown");
  expect(judgeOverrides({ overrides: [], askers: ["a"], names: {} }).answer).toBe("not_applicable");
});
