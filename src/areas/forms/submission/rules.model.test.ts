import { expect, test } from "vitest";
import { reasonOf } from "#server/testing/rules.ts";
import { submissionCycle } from "./submission.labels.ts";

const review = { status: "in_review", filledBy: "q", decidedBy: "reviewer" };
test.each([
  ["submit", { status: "draft", filledBy: "q" }, "Only whoever filled this in submits it."],
  ["submit", { status: "draft", filledBy: "p" }, null],
  ["approve", { ...review, filledBy: "p" }, "You filled this in, so another person decides it."],
  ["approve", { ...review, decidedBy: "asked" }, "Its approvers decide this now."],
  [
    "approve",
    { ...review, decidedBy: "policy" },
    "An approval policy decides this form. Send it to its approvers.",
  ],
  ["approve", review, null],
  ["ask", review, "No approval policy covers this form."],
  ["ask", { ...review, decidedBy: "policy" }, null],
] as const)("a submission: %s with %o is refused by %s", (action, record, reason) => {
  expect(reasonOf(submissionCycle, action, record)).toBe(reason);
});

test("a submission is voided by whoever filled it in, or a reviewer", () => {
  const voided = (filledBy: string, permission: string) =>
    reasonOf(
      submissionCycle,
      "void",
      { status: "draft", filledBy },
      {
        permissions: new Set(["form.fill", permission]),
      },
    );
  expect(voided("q", "form.fill")).toBe("Only whoever filled this in, or a reviewer, voids it.");
  expect(voided("p", "form.fill")).toBeNull();
  expect(voided("q", "form.review")).toBeNull();
});
