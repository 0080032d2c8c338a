import { expect, test } from "vitest";
import { judgeOwn, objectionsToOwn, type OwnCondition, type OwnField } from "./own-check.ts";

const field = (name: string, label: string, kind: OwnField["kind"]): OwnField => ({
  name,
  label,
  kind,
  choices: [],
});
const fields = [
  field("amount", "Amount", "money"),
  field("promisedOn", "Delivery promised for", "date"),
  field("title", "Title", "text"),
  field("federal", "Federal money", "yesNo"),
  field("lineCount", "Lines", "number"),
];
const big: OwnCondition = {
  applies: { ">=": [{ var: "amount" }, 10_000_00] },
  holds: { "!=": [{ var: "promisedOn" }, null] },
};
const judge = (values: Record<string, unknown>, of: OwnCondition = big) =>
  judgeOwn({ ...of, demands: "A large order names its delivery day.", values, fields });

test("a check of the agency applies, holds and fails at its limit", () => {
  expect(judge({ amount: 9_999_99, promisedOn: null }).answer).toBe("not_applicable");
  expect(judge({ amount: 10_000_00, promisedOn: "2027-01-31" }).answer).toBe("pass");
  expect(judge({ amount: 10_000_00, promisedOn: null })).toEqual({
    answer: "fail",
    said: "A large order names its delivery day. Delivery promised for: not said.",
  });
});

test("what the record does not say is no pass and no failure", () => {
  const few: OwnCondition = { applies: true, holds: { "<=": [{ var: "lineCount" }, 5] } };
  expect(judge({ lineCount: 5 }, few).answer).toBe("pass");
  expect(judge({ lineCount: 6 }, few)).toMatchObject({ answer: "fail" });
  expect(judge({ lineCount: null }, few)).toEqual({
    answer: "unknown",
    said: "It cannot be told (Lines: not said).",
  });
  expect(judge({ amount: null, promisedOn: null })).toEqual({
    answer: "unknown",
    said: "Whether it applies cannot be told (Amount: not said).",
  });
});

test("an unknown fact, money against text, and a rule without a fact are refused at their path", () => {
  const of = (applies: unknown, holds: unknown) =>
    objectionsToOwn({ applies, holds } as OwnCondition, fields);
  expect(of(true, { "==": [{ var: "colour" }, "red"] })).toEqual([
    { path: "holds", sentence: "colour is no fact of the record." },
  ]);
  expect(of({ ">": [{ var: "amount" }, "much"] }, { "==": [{ var: "title" }, "x"] })).toEqual([
    { path: "applies", sentence: 'Amount is an amount, not "much".' },
  ]);
  expect(of(true, { "==": [{ var: "federal" }, 1] })).toEqual([
    { path: "holds", sentence: "Federal money is yes or no, not 1." },
  ]);
  expect(of(true, true)).toEqual([{ path: "holds", sentence: "Say of which fact it depends." }]);
  expect(of(true, { boom: [{ var: "amount" }] })[0]).toMatchObject({ path: "holds" });
  expect(of(big.applies, big.holds)).toEqual([]);
});
