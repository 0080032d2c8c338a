// Amounts of a narrative: inserted ones follow the budget, typed ones that are none of it are listed.
import { expect, test } from "vitest";
import { budgetInput } from "../budget/budget.model.ts";
import { constructionCosts, fundingOf } from "../budget/construction.model.ts";
import { sf424cOf } from "./fill-more.service.ts";
import { figuresOf, strangeAmounts, unknownFields, withFigures } from "./figures.model.ts";
import { uncheckedOf } from "./unchecked.model.ts";

const rule = {
  from: "2024-10-01",
  equipmentCents: 10_000_00,
  deMinimisBp: 1500,
  subawardCapCents: 50_000_00,
  citation: "2 CFR 200",
  source: "",
  entered: false,
};
const budget = budgetInput.parse({
  years: 2,
  activities: [{ title: "Meals", aln: "93.045" }],
  lines: [0, 1].map((year) => ({
    kind: "personnel",
    description: "Coordinator",
    year,
    cents: 80_000_00,
    fringe: 25,
  })),
  match: [{ source: "General fund", year: 0, cents: 20_000_40 }],
});
const of = { kind: "non_construction" as const, budget, rule };

test("a field says the budget's amount, and another one once the budget changes", () => {
  const text =
    "We ask for {budget.federal} of {budget.total}; year 1 needs {budget.year1.personnel}.";
  expect(withFigures(text, figuresOf(of))).toBe(
    "We ask for $179,999.60 of $200,000.00; year 1 needs $80,000.00.",
  );
  const more = { ...of, budget: { ...budget, match: [] } };
  expect(withFigures(text, figuresOf(more))).toContain("We ask for $200,000.00 of");
  expect(unknownFields("Travel is {budget.travel}.", figuresOf(of))).toEqual(["{budget.travel}"]);
  expect(unknownFields(text, figuresOf(of))).toEqual([]);
});

test("a typed amount is compared whatever stands beside it, rounded as it was written", () => {
  const strange = (text: string) => strangeAmounts(text, of);
  expect(strange("Meals for $157,000 a year, and 43,000 dollars for rent.")).toEqual([
    "$157,000",
    "43,000 dollars",
  ]);
  expect(strange("A total of $200,000, of which $20,000 is ours.")).toEqual([]);
  expect(strange("About $0.2 million, or $200k.")).toEqual([]);
  expect(strange("About $1.2 million.")).toEqual(["$1.2 million"]);
  expect(strange("Exactly $20,000.10 is ours; {budget.federal} is yours.")).toEqual(["$20,000.10"]);
  expect(strange("In 2027, 38 townships.")).toEqual([]);
});

test("costs of construction fall under the lines of the SF-424C, income is taken off", () => {
  const bridge = budgetInput.parse({
    activities: [{ title: "Bridge", programIncome: 10_000_00 }],
    lines: [
      { kind: "personnel", description: "Clerk", cents: 40_000_00, effort: 50, fringe: 30 },
      { kind: "contractual", description: "Design", cents: 60_000_00 },
      {
        kind: "contractual",
        description: "Inspector",
        cents: 9_000_00,
        construction: "inspection",
      },
      { kind: "construction", description: "Deck", cents: 400_000_00 },
      { kind: "goods", description: "Pump", cents: 12_000_00, usefulYears: 9, why: "Dry" },
      { kind: "other", description: "Reserve", cents: 20_000_00, construction: "contingencies" },
    ],
    match: [{ source: "Road fund", cents: 120_000_00 }],
  });
  expect(Object.fromEntries(constructionCosts(bridge, rule))).toEqual({
    administration: 26_000_00,
    architectural: 60_000_00,
    inspection: 9_000_00,
    construction: 400_000_00,
    equipment: 12_000_00,
    contingencies: 20_000_00,
  });
  expect(fundingOf("construction", bridge, rule).federal).toBe(397_000_00);
  expect(fundingOf("non_construction", bridge, rule).federal).toBe(407_000_00);
  const filled = sf424cOf({ budget: bridge, rule } as Parameters<typeof sf424cOf>[0]);
  expect(filled).toMatchObject({ l13a: 20_000_00, l15a: 10_000_00, percent: 77 });
});

test("what is not checked is said, and lobbying above its threshold until the form is there", () => {
  const asked = {
    forms: ["SF-424"],
    withoutSchema: ["SF-424M"],
    lobbying: { overCents: 100_000_00, citation: "31 U.S.C. 1352" },
  };
  const what = (federalCents: number, forms: string[] = []) =>
    uncheckedOf({ ...asked, federalCents, forms: [...asked.forms, ...forms] }).map((u) => u.what);
  expect(what(100_000_00)).not.toContain("Lobbying");
  expect(what(100_000_01)).toContain("Lobbying");
  expect(what(100_000_01, ["SF-LLL"])).not.toContain("Lobbying");
  expect(what(0)).toContain("The XML of the SF-424M");
  expect(what(0)).toContain("The words of the narrative");
});
