import { expect, test } from "vitest";
import type { Day } from "#kernel/time.ts";
import { judgedBy, type Rule } from "./rule.model.ts";

const rule = (over: Partial<Rule>): Rule => ({
  id: "1",
  key: "likeOrders",
  jurisdiction: "federal",
  citation: "2 CFR 200.320",
  text: "Like purchases.",
  effectiveFrom: "2000-01-01" as Day,
  effectiveTo: null,
  parameters: {},
  source: "2 CFR 200.320",
  verified: true,
  version: 1,
  ...over,
});

test("a shipped default of the agency's own policy is no federal rule, federal law is", () => {
  const federal = (over: Partial<Rule>) => judgedBy([rule(over)], ["likeOrders"])[0]!.federal;
  expect(federal({})).toBe(true);
  expect(federal({ citation: "Agency policy on internal control; 2 CFR 200.303(a)" })).toBe(false);
  expect(federal({ jurisdiction: "state", citation: "Minn. Stat. 471.345" })).toBe(false);
});
