import { expect, test } from "vitest";
import { conditionFits, type DocumentFacts } from "./policy-choice.model.ts";
import { conditionInWords } from "./policy-words.labels.ts";
import { policyCondition } from "./policy.model.ts";

const contract = (over: Partial<DocumentFacts>): DocumentFacts => ({
  amount: 10_000_00,
  fundIds: [],
  departmentIds: [],
  commodities: [],
  emergency: false,
  ...over,
});
const nobody = { department: new Map(), fund: new Map(), person: new Map() };

test.each([
  [{ termMonthsMin: 36 }, { termMonths: 35 }, false],
  [{ termMonthsMin: 36 }, { termMonths: 36 }, true],
  // What has no term fits no policy that asks for one.
  [{ termMonthsMin: 1 }, {}, false],
  [{ cumulativeMin: 50_000_00 }, { cumulative: 49_999_99 }, false],
  [{ cumulativeMin: 50_000_00 }, { cumulative: 50_000_00 }, true],
  [{ cumulativeMin: 10_000_00 }, {}, true],
  [{ amountMin: 20_000_00, cumulativeMin: 1 }, { cumulative: 90_000_00 }, false],
])("%j of a document with %j: %s", (condition, facts, fits) =>
  expect(conditionFits(policyCondition.parse(condition), contract(facts))).toBe(fits),
);

test("term and value in all are said in words", () =>
  expect(
    conditionInWords(
      policyCondition.parse({ termMonthsMin: 36, cumulativeMin: 50_000_00 }),
      nobody,
    ),
  ).toBe("Terms of 36 months or more, $50,000.00 or more in all"));
