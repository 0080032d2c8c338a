import { expect, test } from "vitest";
import { type Day, day } from "#kernel/time.ts";
import { stopsOf } from "#areas/grants/award/terms.model.ts";
import { phaseOn } from "./program/program.labels.ts";
import { drawSample, populationDigest } from "#kernel/sampling/random.ts";
import { meanOf, rankApplications, type ProgramSheet } from "./review/ranking.model.ts";
import { classFindings } from "./request/classes.model.ts";
import { factFields, openFacts, unknownFacts } from "./subaward/facts.model.ts";
import { riskOf } from "./subaward/risk.model.ts";

test.each([
  [[0, 0, 0, 0], "low"],
  [[1, 1, 1, 0], "low"],
  [[1, 1, 1, 1], "medium"],
  [[3, 0, 0, 0], "medium"],
  [[2, 2, 1, 1], "medium"],
  [[2, 2, 2, 1], "high"],
  [[3, 3, 3, 3], "high"],
] as const)("answers %j are %s risk", (points, level) => {
  expect(riskOf(points).level).toBe(level);
});

test("2 CFR 200.332(b)(1) has fourteen fields; empty is open, marked is not known", () => {
  expect(factFields.map((f) => f.paragraph)).toEqual([
    "(i)",
    "(ii)",
    "(iii)",
    "(iv)",
    "(v)",
    "(vi)",
    "(vii)",
    "(viii)",
    "(ix)",
    "(x)",
    "(xi)",
    "(xii)",
    "(xiii)",
    "(xiv)",
  ]);
  const facts = Object.fromEntries(
    factFields.map(({ key }) => [key, { value: "Said", known: true }]),
  );
  expect(openFacts(facts)).toEqual([]);
  const some = {
    ...facts,
    fain: { value: " ", known: true },
    uei: { value: "", known: false },
  };
  expect(openFacts(some).map((f) => f.key)).toEqual(["fain"]);
  expect(unknownFacts(some).map((f) => f.key)).toEqual(["uei"]);
});

test("a term on subawards stops subawards alone, until its approval", () => {
  const held = {
    number: "AWD-1",
    status: "active",
    periodFrom: day("2026-01-01"),
    periodTo: day("2026-12-31"),
    preawardFrom: null,
  };
  const term = {
    id: "1",
    kind: "subaward" as const,
    objectClass: null,
    cents: null,
    words: "Subawards need approval.",
    document: "Notice",
    page: 3,
    approvedOn: null,
    approval: "",
  };
  const charge = { objectClass: "contractual", cents: 1, fresh: 1, incurredOn: day("2026-06-01") };
  const stops = (over: object, approvedOn: Day | null = null) =>
    stopsOf(held, [{ ...term, approvedOn }], { ...charge, ...over }, new Map());
  expect(stops({})).toEqual([]);
  expect(stops({ subaward: true })).toEqual([expect.stringContaining("(Notice, page 3)")]);
  expect(stops({ subaward: true }, day("2026-05-01"))).toEqual([]);
});

test("a mean rounds half up, and equal points share a rank", () => {
  expect(meanOf(["7", "8"])).toBe("7.50");
  expect(meanOf(["7.01", "7.02"])).toBe("7.02");
  expect(meanOf([])).toBe("0.00");
  const sheet: ProgramSheet = {
    format: "levee-program-sheet-1",
    program: "GPR-1",
    criteria: [{ id: "c", name: "Need", weight: 100, maxScore: 10 }],
    applications: ["8", "9", "8"].map((score, i) => ({
      id: String(i),
      number: `GAP-${i}`,
      applicant: `Applicant ${i}`,
      requested: 1,
      scores: { c: score },
    })),
    individual: [],
  };
  expect(rankApplications(sheet).map((r) => [r.number, r.rank])).toEqual([
    ["GAP-1", 1],
    ["GAP-0", 2],
    ["GAP-2", 2],
  ]);
});

test("a sample is the same for the same seed, another one for another, and never larger", () => {
  const costs = Array.from({ length: 200 }, (_, i) => ({ id: `cost-${i}`, cents: i + 1 }));
  const drawn = drawSample(costs, "a", 10);
  expect(drawSample([...costs].reverse(), "a", 10)).toEqual(drawn);
  expect(drawSample(costs, "b", 10)).not.toEqual(drawn);
  expect(drawSample(costs.slice(0, 3), "a", 10)).toHaveLength(3);
  expect(populationDigest([...costs].reverse())).toBe(populationDigest(costs));
  expect(populationDigest(costs.slice(1))).not.toBe(populationDigest(costs));
});

test.each([
  ["open", "2026-11-25", "forecasted"],
  ["open", "2026-11-26", "open"],
  ["open", "2026-12-31", "open"],
  ["open", "2027-01-01", "closed"],
  ["scoring", "2026-11-25", "closed"],
] as const)(
  "a program in %s is on %s %s, for the door, the portal and the feed",
  (status, today, is) =>
    expect(phaseOn({ status, opensOn: "2026-11-26", closesOn: "2026-12-31" }, today)).toBe(is),
);

test("costs of a class without a line, or beyond it, are found; beyond the limit of transfers they ask for a revision", () => {
  const budget = [
    { objectClass: "personnel", cents: 200_000_00 },
    { objectClass: "supplies", cents: 100_000_00 },
  ];
  const rule = { percent: 10, citation: "2 CFR 200.308(i)", simplified: 250_000_00 };
  const found = (
    lines: [string, number][],
    over: Partial<Parameters<typeof classFindings>[0]> = {},
  ) =>
    classFindings({
      budget,
      before: [],
      lines: lines.map(([objectClass, cents]) => ({ objectClass, cents })),
      amount: 300_000_00,
      rule,
      ...over,
    }).map((f) => [f.objectClass, f.asksRevision]);
  expect(found([["personnel", 200_000_00]])).toEqual([]);
  expect(found([["travel", 600_00]])).toEqual([["travel", false]]);
  expect(
    found([["supplies", 1]], { before: [{ objectClass: "supplies", cents: 100_000_00 }] }),
  ).toEqual([["supplies", false]]);
  // Exactly ten percent of the whole budget passes; a cent more asks.
  expect(found([["travel", 30_000_00]])).toEqual([["travel", false]]);
  expect(found([["travel", 30_000_01]])).toEqual([
    ["travel", false],
    [null, true],
  ]);
  expect(
    found([["travel", 10_000_01]], { before: [{ objectClass: "equipment", cents: 20_000_00 }] }),
  ).toEqual([
    ["travel", false],
    [null, true],
  ]);
  expect(found([["travel", 30_000_01]], { amount: 250_000_00 })).toEqual([["travel", false]]);
  // A request that keeps to its classes passes though an earlier one did not.
  expect(
    found([["personnel", 1_00]], { before: [{ objectClass: "travel", cents: 90_000_00 }] }),
  ).toEqual([]);
  expect(found([["travel", 90_000_00]], { budget: [] })).toEqual([]);
});
