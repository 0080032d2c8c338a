import { expect, test } from "vitest";
import { takeEnding } from "./chain.ts";

test("what becomes of children is taken out of a step's body, which keeps the rest", () => {
  const said = { id: "01930000-0000-7000-8000-000000000001", outcome: "tell" };
  const body = { reason: "Over.", ending: [said] };
  expect(takeEnding(body)).toEqual([said]);
  expect(body).toEqual({ reason: "Over." });
  expect(takeEnding(body)).toBeUndefined();
  expect(takeEnding(null)).toBeUndefined();
  expect(() => takeEnding({ ending: "all" })).toThrow("Say of each record what becomes of it.");
});
