import { expect, test } from "vitest";
import type { Day } from "#kernel/time.ts";
import { policyCitation, policyOn, type PolicyVersion } from "./policies.ts";

const day = (text: string) => text as Day;
const version = (over: Partial<PolicyVersion>): PolicyVersion => ({
  id: "v1",
  policyId: "p",
  number: "POL-2026-0001",
  versionNo: 1,
  title: "Purchasing",
  from: day("2026-03-01"),
  until: day("2026-06-01"),
  ...over,
});
const next = version({ id: "v2", versionNo: 2, from: day("2026-06-01"), until: day("2026-09-30") });
const versions = [version({}), next, version({ id: "other", policyId: "q", until: null })];

test.each([
  ["2026-02-28", null],
  ["2026-03-01", "v1"],
  ["2026-05-31", "v1"],
  ["2026-06-01", "v2"],
  ["2026-09-30", "v2"],
  ["2026-10-01", null],
] as const)("on %s held %s", (on, held) => {
  expect(policyOn(versions, "p", day(on))?.id ?? null).toBe(held);
});

test("a version is cited with its number and title", () => {
  expect(policyCitation(next)).toBe("Policy POL-2026-0001, version 2: Purchasing");
});
