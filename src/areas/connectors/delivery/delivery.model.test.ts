import { expect, test } from "vitest";
import { plainAnswer, verdictOfAnswer, verdictOfRefusal } from "./delivery.model.ts";

test.each([
  [200, "arrived"],
  [202, "arrived"],
  [400, "refused"],
  [401, "refused"],
  [404, "refused"],
  [413, "refused"],
  [422, "refused"],
  [429, "refused"],
  [408, "unknown"],
  [409, "unknown"],
  [500, "unknown"],
  [502, "unknown"],
  [504, "unknown"],
  [304, "unknown"],
])("an answer of %i leaves a file %s", (status, outcome) => {
  expect(verdictOfAnswer(status, "").outcome).toBe(outcome);
});

test.each([
  ["connection", "ECONNREFUSED", "refused"],
  ["connection", "ENOTFOUND", "refused"],
  ["time", "UND_ERR_CONNECT_TIMEOUT", "refused"],
  ["connection", "ECONNRESET", "unknown"],
  ["connection", "UND_ERR_SOCKET", "unknown"],
  ["time", "", "unknown"],
  ["size", "", "unknown"],
  ["encoding", "Z_DATA_ERROR", "unknown"],
  ["certificate", "CERT_HAS_EXPIRED", "refused"],
  ["redirect", "", "refused"],
  ["busy", "", "refused"],
  ["resting", "", "refused"],
])("without an answer, by %s and %s, it is %s", (rule, code, outcome) => {
  expect(verdictOfRefusal(rule, code, "Words.").outcome).toBe(outcome);
});

test("the receiver's words are one plain line", () => {
  expect(plainAnswer('{\n  "error": "Line\t3"\u0000\n}')).toBe('{ "error": "Line 3" }');
  expect(plainAnswer("x".repeat(2_000))).toHaveLength(501);
});
