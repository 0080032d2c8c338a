import { expect, test } from "vitest";
import type { Day } from "#kernel/time.ts";
import { scoreOf } from "#server/agents/evaluation.ts";
import { clauseIn } from "./clauses.model.ts";
import { contractAgent } from "./contract.agent.ts";
import { dutiesIn, firstDayOf, isEntered } from "./duties.model.ts";
import { numberIn, passagesOf } from "./prose.model.ts";
import { saidIn } from "./said.model.ts";
import { paperCases } from "./said.cases.ts";
import { readCase } from "./said.evaluation.ts";

const lines = (...texts: string[]) => texts.map((text) => ({ page: 1, text }));

test("every labelled passage is read as a person reads it, more of them than by the first value", () => {
  for (const { name, given, right } of paperCases)
    expect(readCase(given as never), name).toBe(right);
  const score = scoreOf(contractAgent)!;
  expect(score.right).toBe(score.cases);
  expect(score.baseline).toBeLessThan(score.right);
});

test("numbers in words, and sentences over lines and pages", () => {
  expect(
    ["60", "sixty (60)", "forty-five", "one hundred twenty", "one hundred and twenty (120)"].map(
      numberIn,
    ),
  ).toEqual([60, 60, 45, 120, 120]);
  expect(numberIn("none")).toBeNull();
  expect(
    passagesOf([
      { page: 1, text: "The term of this Agreement begins on the first day that both sides have" },
      { page: 2, text: "signed. Ends June 30, 2027" },
      { page: 2, text: "Ceiling $5,000.00" },
    ]),
  ).toEqual([
    {
      page: 1,
      text: "The term of this Agreement begins on the first day that both sides have signed.",
    },
    { page: 1, text: "Ends June 30, 2027" },
    { page: 2, text: "Ceiling $5,000.00" },
  ]);
});

test("a paper that this product printed says what the record says", () => {
  const said = saidIn(
    lines(
      "Ceiling $144,000.00",
      "Begins July 1, 2026",
      "Ends June 30, 2027",
      "Options 2 options of 12 months each; notice 6 months and 15 days before the end",
      "Retainage 5% of each invoice",
    ),
  );
  expect(said).toMatchObject({
    ceiling: { value: "14400000" },
    startsOn: { value: "2026-07-01" },
    endsOn: { value: "2027-06-30" },
    optionCount: { value: "2" },
    optionMonths: { value: "12" },
    optionNoticeDays: { value: "15" },
    retainagePercent: { value: "5" },
  });
});

test("the clause that does not apply is not there; a rule without known words says nothing", () => {
  expect(clauseIn("clause.lobbying", lines("Lobbying: this clause does not apply."))).toBeNull();
  expect(clauseIn("clause.livingWage", lines("Living wage"))).toBeUndefined();
});

test("a duty is entered where half of its words are, as often; its first day is still to come", () => {
  const [duty] = dutiesIn(
    lines("4.2 The Contractor shall furnish quarterly usage reports to the County."),
  );
  expect(duty).toMatchObject({ side: "vendor", recurrence: "quarterly" });
  expect(isEntered(duty!, [{ title: "Usage report", recurrence: "quarterly" }])).toBe(true);
  expect(isEntered(duty!, [{ title: "Usage report", recurrence: "monthly" }])).toBe(false);
  expect(isEntered(duty!, [{ title: "Proof of insurance", recurrence: "quarterly" }])).toBe(false);
  expect(firstDayOf("quarterly", "2026-01-31" as Day, "2026-05-01" as Day)).toBe("2026-07-31");
});
