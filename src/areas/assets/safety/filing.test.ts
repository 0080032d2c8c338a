// Who files what: reckoned by hand from 29 CFR 1904.41 at, below and above each size, by industry and state.
import { expect, test } from "vitest";
import { filingRules, stateDifferences, statePlans } from "./filing-rules.data.ts";
import { differencesOf, filingOf, planOf, type FilingOf } from "./filing.model.ts";

const works: FilingOf = { year: 2025, state: "MN", kind: 3, naics: "921190", employees: 64 };
const sends = (over: Partial<FilingOf>) => filingOf({ ...works, ...over }).sends;

test.each([
  [249, []],
  [250, ["300A"]],
  [251, ["300A"]],
])("a town hall of %i employees sends %j", (employees, sent) => {
  expect(sends({ employees })).toEqual(sent);
});

test.each([
  [19, []],
  [20, ["300A"]],
  [99, ["300A"]],
  [100, ["300A", "cases"]],
  [250, ["300A", "cases"]],
])("a waterworks of %i employees sends %j", (employees, sent) => {
  expect(sends({ naics: "221310", employees })).toEqual(sent);
});

test("cases were not sent for years before 2023; figures go by 2 March of the year after", () => {
  const water = { ...works, naics: "221310", employees: 120 };
  expect(filingOf({ ...water, year: 2022 })).toMatchObject({
    sends: ["300A"],
    sendBy: "2023-03-02",
  });
  expect(filingOf({ ...water, year: 2023 }).sends).toEqual(["300A", "cases"]);
});

test("a county in a state without a plan is no employer of the federal act; a company there is", () => {
  expect(filingOf({ ...works, state: "TX" })).toMatchObject({ keeps: false, sends: [] });
  expect(filingOf({ ...works, state: "TX", kind: 1 })).toMatchObject({
    regime: "Federal OSHA",
    keeps: true,
  });
});

test("plans for governments only, from the day on which they began", () => {
  expect(planOf({ ...works, state: "MA", year: 2021 })).toBeNull();
  expect(planOf({ ...works, state: "MA", year: 2022 })).toMatchObject({ covers: "public" });
  expect(planOf({ ...works, state: "MA", kind: 1 })).toBeNull();
});

test("what lacks is asked for and nothing is guessed", () => {
  const lacking = (over: Partial<FilingOf>) => filingOf({ ...works, ...over }).reasons.at(-1)!.text;
  expect(lacking({ state: "" })).toContain("Enter the state of the establishment");
  expect(filingOf({ ...works, state: "" }).keeps).toBeNull();
  expect(lacking({ naics: "9211" })).toContain("Enter the NAICS code of the establishment");
  expect(lacking({ employees: null })).toContain("Enter the average of employees: what is sent");
});

test("an industry that keeps no log; volunteers where the state counts them", () => {
  expect(filingOf({ ...works, naics: "611110" }).keeps).toBe(false);
  expect(differencesOf({ ...works, state: "NY" }, "volunteers")).toHaveLength(1);
  expect(differencesOf({ ...works, state: "NY", kind: 1 }, "volunteers")).toEqual([]);
  expect(differencesOf(works, "volunteers")).toEqual([]);
});

test("where a state has a plan, its employers are told that it may ask for more, exempt industries first", () => {
  const last = (over: Partial<FilingOf>) => filingOf({ ...works, ...over }).reasons.at(-1)!;
  for (const over of [{}, { naics: "611110" }])
    expect(last(over)).toMatchObject({
      text: expect.stringContaining("The plan of MN may ask for more than this"),
      citation: "29 CFR 1904.37(b)(2)",
      verified: false,
    });
  expect(last({ state: "TX", kind: 1 }).citation).not.toContain("1904.37");
});

test("each rule has its source, and none of them is called verified", () => {
  const all = [...filingRules, ...statePlans, ...stateDifferences];
  expect(all.every((one) => one.citation && one.verifiedOn === null)).toBe(true);
});
