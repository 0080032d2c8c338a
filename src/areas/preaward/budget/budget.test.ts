import { expect, test } from "vitest";
import { type Day, day as asDay } from "#kernel/time.ts";
import { federalRules } from "#areas/governance/rule/federal-rules.data.ts";
import type { Rule } from "#areas/governance/governance.public.ts";
import { budgetRuleOf as ruleAmong } from "./budget-rules.model.ts";
import { budgetInput } from "./budget.model.ts";
import { budgetFindings } from "./findings.model.ts";
import { classOf, costOf, workOut } from "./workings.model.ts";

const budget = (over: object) =>
  budgetInput.parse({ activities: [{ title: "Aging", aln: "93.045" }], ...over });
const shipped: Rule[] = federalRules.map((r) => ({
  ...r,
  id: `${r.key} ${r.effectiveFrom}`,
  jurisdiction: "federal",
  version: 1,
}));
const budgetRuleOf = (day: string, more: readonly Rule[] = []) =>
  ruleAmong(day, [...shipped, ...more]);
const lastOld = budgetRuleOf("2024-09-30");
const firstNew = budgetRuleOf("2024-10-01");

test("a person costs effort by months of the salary, and fringe of that", () => {
  const of = budget({
    lines: [
      {
        kind: "personnel",
        description: "Nurse",
        cents: 6_000_000,
        effort: 50,
        months: 6,
        fringe: 30.5,
      },
    ],
  });
  expect(costOf(of.lines[0]!)).toBe(1_500_000);
  expect(workOut(of, firstNew).cells[0]![0]!.classes).toMatchObject({
    personnel: 1_500_000,
    fringe: 457_500,
  });
});

test.each([
  ["2024-09-30", 25_000_00, 1000],
  ["2024-10-01", 50_000_00, 1500],
  ["2026-11-24", 50_000_00, 1500],
] as const)(
  "of a subaward under an award from %s the first %i cents count, and %i is the rate",
  (day, cap, rate) => {
    expect(budgetRuleOf(day)).toMatchObject({ subawardCapCents: cap, deMinimisBp: rate });
  },
);

test("half a cent goes up", () => {
  const of = budget({
    lines: [{ kind: "personnel", description: "Nurse", cents: 101, effort: 50, fringe: 0 }],
  });
  expect(costOf(of.lines[0]!)).toBe(51);
});

test("equipment begins at the threshold of its day, and lasts more than a year", () => {
  const at = (cents: number, usefulYears = 5, own: number | null = null) => {
    const of = budget({
      lines: [{ kind: "goods", description: "Pump", cents, usefulYears }],
      ownThreshold: own,
    });
    return [lastOld, firstNew].map((rule) => classOf(of.lines[0]!, of, rule));
  };
  expect(at(499_999)).toEqual(["supplies", "supplies"]);
  expect(at(500_000)).toEqual(["equipment", "supplies"]);
  expect(at(999_999)).toEqual(["equipment", "supplies"]);
  expect(at(1_000_000)).toEqual(["equipment", "equipment"]);
  expect(at(1_000_000, 1)).toEqual(["supplies", "supplies"]);
  expect(at(600_000, 5, 500_000)).toEqual(["equipment", "equipment"]);
});

test("of a subaward the first part counts over all years, and what is excluded never", () => {
  const of = budget({
    years: 2,
    lines: [
      { kind: "subaward", description: "District", year: 0, cents: 3_000_000 },
      { kind: "subaward", description: "district", year: 1, cents: 3_000_000 },
      { kind: "excluded", description: "Rent", year: 0, cents: 900_000, why: "Rental cost" },
      { kind: "construction", description: "Ramp", year: 1, cents: 500_000 },
      { kind: "travel", description: "Visits", year: 0, cents: 10_000, quantity: 10 },
    ],
    indirect: { kind: "deMinimis", rate: 15 },
  });
  const now = workOut(of, firstNew).cells[0]!;
  // 30,000 and 1,000 of travel; then 20,000 up to the cap of 50,000.
  expect(now.map(({ base }) => base)).toEqual([3_100_000, 2_000_000]);
  expect(now.map(({ indirect }) => indirect)).toEqual([465_000, 300_000]);
  const before = workOut(of, lastOld).cells[0]!;
  expect(before.map(({ base }) => base)).toEqual([2_600_000, 0]);
  // Ten percent was the most.
  expect(before.map(({ indirect }) => indirect)).toEqual([260_000, 0]);
});

test("findings name their place and law", () => {
  const startsOn = "2027-07-01";
  const found = budgetFindings({
    budget: budget({
      lines: [
        { kind: "personnel", description: "Nurse", cents: 6_000_000, effort: 80 },
        { kind: "personnel", description: "nurse", cents: 6_000_000, effort: 30 },
        { kind: "excluded", description: "Rent", cents: 900_000 },
      ],
      indirect: { kind: "deMinimis", rate: 15.01 },
      match: [{ source: "Fund", cents: 100 }],
      matchRequired: 25,
    }),
    rule: budgetRuleOf(startsOn),
    startsOn: asDay(startsOn),
    endsOn: asDay("2028-06-30"),
  });
  expect(found.map(({ path }) => path)).toEqual([
    "lines.2.why",
    "lines.0.effort",
    "lines.1.effort",
    "indirect.rate",
    "match",
  ]);
  expect(found.every(({ citation }) => citation.length > 3)).toBe(true);
});

test("more match than costs is told", () => {
  const startsOn = "2027-07-01";
  const found = budgetFindings({
    budget: budget({
      lines: [{ kind: "other", description: "Print", cents: 500 }],
      match: [{ source: "Fund", cents: 501 }],
    }),
    rule: budgetRuleOf(startsOn),
    startsOn: asDay(startsOn),
    endsOn: asDay("2028-06-30"),
  });
  expect(found.map(({ path }) => path)).toEqual(["match"]);
});

test("a later federal value that the agency entered holds from its first day on, and a newer shipped one takes its place", () => {
  const entered: Rule = {
    ...shipped.find((r) => r.key === "grantBudget" && r.effectiveFrom === "2024-10-01")!,
    effectiveFrom: asDay("2027-10-01"),
    parameters: { equipmentCents: 12_000_00, deMinimisBp: 1600, subawardCapCents: 60_000_00 },
    source: "A rule that is to come",
    agencyEntry: true,
  };
  expect(budgetRuleOf("2027-09-30", [entered])).toMatchObject({
    equipmentCents: 10_000_00,
    entered: false,
  });
  expect(budgetRuleOf("2027-10-01", [entered])).toMatchObject({
    equipmentCents: 12_000_00,
    deMinimisBp: 1600,
    subawardCapCents: 60_000_00,
    source: "A rule that is to come",
    entered: true,
  });
  const later = { ...entered, agencyEntry: false, parameters: { ...entered.parameters } };
  later.parameters["equipmentCents"] = 13_000_00;
  const both = (from: Day) =>
    budgetRuleOf("2028-01-01", [entered, { ...later, effectiveFrom: from }]).equipmentCents;
  expect([both(asDay("2027-09-30")), both(asDay("2027-10-01")), both(asDay("2027-12-01"))]).toEqual(
    [12_000_00, 13_000_00, 13_000_00],
  );
  expect(budgetRuleOf("2001-01-01").deMinimisBp).toBe(1000);
});
