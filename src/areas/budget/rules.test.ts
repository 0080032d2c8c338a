// Why a step of a budget cycle, an amendment or a change is refused: the pure rules with their
// sentences.
import { expect, test } from "vitest";
import { yearQuery } from "./line/line.labels.ts";
import { refusal } from "#kernel/lifecycle.ts";
import { amendmentCycle } from "./amendment/amendment.labels.ts";
import { amendmentInput } from "./amendment/amendment.model.ts";
import { changeCycle } from "./change/change.labels.ts";
import { cycleCycle, type CycleFacts } from "./cycle/cycle.labels.ts";

const all = (cycle: { actions: Record<string, { permission: string }> }) => ({
  personId: "p",
  kind: "member",
  permissions: new Set(Object.values(cycle.actions).map((action) => action.permission)),
});

const cycle: CycleFacts = {
  status: "preparation",
  preparedBy: null,
  proposals: 1,
  openProposals: 0,
  openPackages: 0,
  books: 1,
};
const ofCycle = (action: keyof typeof cycleCycle.actions, over: Partial<CycleFacts> = {}) =>
  refusal(cycleCycle, action, { ...cycle, ...over }, all(cycleCycle))?.reason ?? null;

test.each([
  ["open", { proposals: 0 }, "Build the base first: it makes the proposals."],
  ["open", {}, null],
  ["recommend", { status: "review", proposals: 0 }, "There is no proposal yet."],
  ["recommend", { status: "review", openProposals: 1 }, "1 proposal is not accepted yet."],
  ["recommend", { status: "review", openProposals: 2 }, "2 proposals are not accepted yet."],
  ["recommend", { status: "review", openPackages: 1 }, "1 decision package waits for a decision."],
  ["recommend", { status: "review", openPackages: 2 }, "2 decision packages wait for a decision."],
  ["recommend", { status: "review" }, null],
  ["hold", { status: "recommended", books: 0 }, "Publish the proposed book first."],
  ["hold", { status: "recommended" }, null],
  ["prepare", { status: "hearing", preparedBy: "q" }, "The adoption is prepared."],
  ["prepare", { status: "hearing", openProposals: 1 }, "1 proposal is not accepted yet."],
  ["prepare", { status: "hearing" }, null],
  ["adopt", { status: "hearing" }, "The budget officer prepares the adoption first."],
  [
    "adopt",
    { status: "hearing", preparedBy: "p" },
    "You prepared the adoption, so another person enters the decision.",
  ],
  ["adopt", { status: "hearing", preparedBy: "q" }, null],
] as const)("a cycle: %s with %o is refused by %s", (action, over, reason) => {
  expect(ofCycle(action, over)).toBe(reason);
});

test("only who entered an amendment or a change takes it on", () => {
  const amendment = (requestedBy: string) =>
    refusal(amendmentCycle, "submit", { status: "draft", requestedBy }, all(amendmentCycle))
      ?.reason;
  expect(amendment("q")).toBe("Only who entered this amendment does that.");
  expect(amendment("p")).toBeUndefined();
  const change = (requestedBy: string) =>
    refusal(
      changeCycle,
      "withdraw",
      { status: "in_approval", requestedBy } as never,
      all(changeCycle),
    )?.reason;
  expect(change("q")).toBe("Only who entered this change withdraws it.");
  expect(change("p")).toBeUndefined();
});

test.each([
  ["transfer", [1_00, -99], "A transfer gives as much as it takes: its lines come to zero."],
  ["transfer", [1_00, -1_00], null],
  ["supplement", [1_00, -1_00], "A supplement adds to the budget."],
  ["supplement", [1_00, -99], null],
  ["reduction", [1_00, -1_00], "A reduction takes from the budget."],
  ["reduction", [-1], null],
] as const)("a %s of %o: %s", (kind, cents, reason) => {
  const entered = (source: string) =>
    amendmentInput.safeParse({
      kind,
      fiscalYearId: crypto.randomUUID(),
      title: "Road work",
      reason: "The flood.",
      source,
      lines: cents.map((each) => ({ accountStringId: crypto.randomUUID(), cents: each })),
    }).error?.issues[0]?.message ?? null;
  expect(entered("The fund balance")).toBe(reason);
  if (reason === null && kind !== "transfer")
    expect(entered("")).toBe(
      "Say where the money comes from, or goes: a grant, revenue, the fund balance.",
    );
});

test("an imported file leads to the lines of its own year, not to today's", () => {
  expect(yearQuery({ "Spending of 2028": 5_00 })).toBe("?year=2028&side=spending");
  expect(yearQuery({ "Revenue of 2028": 5_00, "Spending of 2028": 5_00 })).toBe("?year=2028");
  expect(yearQuery({ "Spending of 2027": 1, "Spending of 2028": 1 })).toBe("");
  expect(yearQuery(undefined)).toBe("");
});
