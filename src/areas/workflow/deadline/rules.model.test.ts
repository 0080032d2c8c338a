import { expect, test } from "vitest";
import { reasonOf } from "#server/testing/rules.ts";
import { deadlineCycle } from "./deadline.labels.ts";

test("a deadline is met by its owner or who assigns, where it does not end with its record", () => {
  const meet = (over: object, permissions = new Set(["deadline.done"])) =>
    reasonOf(
      deadlineCycle,
      "meet",
      { status: "open", byHand: true, ownerId: "q", ...over },
      {
        permissions,
      },
    );
  expect(meet({ byHand: false })).toBe("It ends with its record: open that.");
  expect(meet({})).toBe("Only who looks after it, a manager or an administrator says so.");
  expect(meet({ ownerId: "p" })).toBeNull();
  expect(meet({}, new Set(["deadline.done", "deadline.assign"]))).toBeNull();
});
