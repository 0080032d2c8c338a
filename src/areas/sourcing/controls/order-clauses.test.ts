import { expect, test } from "vitest";
import type { Day } from "#kernel/time.ts";
import { judgeOrderClauses, type ClauseControlFacts } from "./order-clauses.model.ts";

const facts: ClauseControlFacts = {
  issued: "2026-11-10" as Day,
  federal: true,
  underContract: false,
  asked: { "clause.records": "Records", "clause.remedies": "Remedies" },
  present: ["clause.records", "clause.remedies"],
  leftOut: {},
};

test("an order on federal money bears its clauses, or says why one is left out", () => {
  expect(judgeOrderClauses(facts)).toEqual({ answer: "pass", said: "2 clauses, all there." });
  const without = { ...facts, present: ["clause.records"] };
  expect(judgeOrderClauses(without)).toEqual({
    answer: "fail",
    said: "1 clause of 2 missing: Remedies.",
  });
  expect(judgeOrderClauses({ ...without, leftOut: { "clause.remedies": "Below $50." } })).toEqual({
    answer: "pass",
    said: "2 clauses, 1 left out with a reason: Remedies.",
  });
  expect(judgeOrderClauses({ ...without, leftOut: { "clause.remedies": " " } }).answer).toBe(
    "fail",
  );
});

test("without federal money, under a contract and before it goes out nothing is asked", () => {
  for (const other of [{ federal: false }, { underContract: true }, { issued: null }])
    expect(judgeOrderClauses({ ...facts, present: [], ...other }).answer).toBe("not_applicable");
  expect(judgeOrderClauses({ ...facts, asked: {} }).answer).toBe("unknown");
});
