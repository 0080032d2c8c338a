// Why a step of a solicitation or a bid is refused: the pure rules with their sentences.
import { expect, test } from "vitest";
import { reasonOf } from "#server/testing/rules.ts";
import { bidCycle } from "./bid/bid.model.ts";
import { solicitationCycle } from "./solicitation/solicitation.lifecycle.model.ts";

test.each([
  [
    "submit",
    { kind: "quotes", status: "draft" },
    "Quotations and requests for information need no review: publish it.",
  ],
  ["publish", { kind: "itb", status: "draft" }, "Send it to review first."],
  [
    "publish",
    { kind: "itb", status: "review", approvedAt: null },
    "A manager must approve it first.",
  ],
  [
    "approve",
    { kind: "itb", status: "review", approvedAt: "2026-11-25" },
    "It is approved already.",
  ],
  ["noAward", { kind: "rfi", status: "opened" }, "A request for information cannot be awarded."],
  ["noAward", { kind: "itb", status: "opened" }, null],
] as const)("a solicitation: %s with %o is refused by %s", (action, record, reason) => {
  expect(reasonOf(solicitationCycle, action, record)).toBe(reason);
});

test.each(["supersede", "withdraw"] as const)("a bid is not %s after the deadline", (action) => {
  expect(reasonOf(bidCycle, action, { status: "submitted", early: false })).toBe(
    "A bid can be changed or withdrawn only before the deadline.",
  );
  expect(reasonOf(bidCycle, action, { status: "submitted", early: true })).toBeNull();
});
