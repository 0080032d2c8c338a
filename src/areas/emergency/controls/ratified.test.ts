import { expect, test } from "vitest";
import type { Day } from "#kernel/time.ts";
import { judgeRatified, type RatifiedFacts } from "./ratified.model.ts";

const day = (text: string) => text as Day;
const facts: RatifiedFacts = {
  purchase: "EP-2027-00001",
  status: "ratified",
  dueOn: day("2026-11-12"),
  decidedOn: day("2026-11-12"),
  late: false,
};

test("what was ordered on a verbal approval is ratified in time", () => {
  expect(judgeRatified(facts)).toEqual({
    answer: "pass",
    said: "EP-2027-00001 was ratified on Nov 12, 2026.",
  });
  expect(judgeRatified({ ...facts, late: true, decidedOn: day("2026-11-13") })).toEqual({
    answer: "fail",
    said: "EP-2027-00001 was ratified on Nov 13, 2026, after Nov 12, 2026.",
  });
  expect(judgeRatified({ ...facts, decidedOn: null }).answer).toBe("unknown");
  expect(judgeRatified({ ...facts, status: "refused" }).answer).toBe("fail");
});

test("until the term is over nothing is asked; then it fails by itself", () => {
  const open = { ...facts, status: "to_ratify", decidedOn: null } as const;
  expect(judgeRatified(open)).toEqual({
    answer: "not_applicable",
    said: "EP-2027-00001 is to be ratified by Nov 12, 2026.",
    turnsOn: "2026-11-12",
  });
  expect(judgeRatified({ ...open, late: true })).toEqual({
    answer: "fail",
    said: "EP-2027-00001 was to be ratified by Nov 12, 2026, and nobody did.",
  });
  expect(judgeRatified({ ...open, status: "returned", late: true }).answer).toBe("fail");
  expect(judgeRatified({ ...open, purchase: null }).answer).toBe("not_applicable");
});
