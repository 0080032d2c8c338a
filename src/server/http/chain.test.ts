import { expect, test } from "vitest";
import { takeEnding } from "./chain.ts";

test("what becomes of the records that came of it is a list of choices, taken out of the body", () => {
  const id = "01930000-0000-7000-8000-000000000001";
  const body = { reason: "Twice", ending: [{ id, outcome: "cancel" }] };
  expect(takeEnding(body)).toEqual([{ id, outcome: "cancel" }]);
  expect(body).toEqual({ reason: "Twice" });
  expect(takeEnding({ reason: "Twice" })).toBeUndefined();
  for (const ending of ["all", [{ id: "1", outcome: "cancel" }], [{ id }]])
    expect(() => takeEnding({ ending })).toThrow("Say of each record what becomes of it.");
});
