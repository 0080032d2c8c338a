import { expect, test } from "vitest";
import type { Day } from "#kernel/time.ts";
import type { Candidate } from "./candidate.model.ts";
import { shortListCases, type ShortListCase } from "./short-list.cases.ts";
import { byName, shortListAnswer } from "./short-list.evaluation.ts";
import { longest, shortListOf } from "./short-list.model.ts";
import { openSteps } from "./sourcing-answer.ts";

const [first] = (shortListCases[0]!.given as ShortListCase).vendors;
const many = (n: number, over: Partial<Candidate> = {}) =>
  Array.from({ length: n }, (_, at) => ({ ...first!, id: `${at}`, name: `V${at}`, ...over }));
const listed = (vendors: readonly Candidate[]) => shortListOf(vendors, "2026-11-30" as Day, false);

test("a short list ends, and no certified firm that names the code falls off it", () => {
  expect(listed(many(40)).list).toHaveLength(longest);
  const far = { ...first!, id: "far", name: "Far", diversity: ["wbe"], meters: 900_000 };
  const near = many(40, { meters: 1000 });
  expect(listed([...near, far]).list.at(-1)).toBe(far);
  expect(listed([...near, { ...far, codes: [] }]).list).toHaveLength(longest);
});

test("steps of 2 CFR 200.321 are open until somebody records them", () => {
  expect(openSteps([])).toHaveLength(6);
  expect(openSteps([{ step: "lists" }, { step: "solicited" }])).not.toContain("lists");
});

test("the agent judges more lists right than the directory sorted by name", () => {
  const right = (of: (given: ShortListCase) => string) =>
    shortListCases.filter((each) => of(each.given as ShortListCase) === each.right).length;
  expect(shortListCases.length).toBeGreaterThanOrEqual(15);
  expect(right(shortListAnswer)).toBeGreaterThan(right(byName));
  expect(right(shortListAnswer)).toBe(shortListCases.length);
});
