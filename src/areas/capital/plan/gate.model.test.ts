// The last gate of a capital plan names everything at once.
import { expect, test } from "vitest";
import { planGateTitle } from "./gate.labels.ts";
import { planGateOf, type PlanFacts } from "./gate.model.ts";

const clear: PlanFacts = {
  firstYear: 2028,
  otherPlan: null,
  answer: "optimal",
  holds: true,
  gone: [],
  refusals: [],
  funds: [],
  open: false,
};
const told = (over: Partial<PlanFacts>) =>
  planGateOf({ ...clear, ...over }).map((f) => `${f.kind}: ${f.sentence}`);

test("each reason has its sentence, and all stand together", () => {
  expect(told({})).toEqual([]);
  expect(planGateTitle([])).toBe("Nothing stops the adoption");
  expect(told({ answer: null })).toEqual(["stops: The plan is not worked out yet."]);
  expect(told({ answer: "infeasible" })).toEqual(["stops: No plan keeps these pins and ceilings."]);
  expect(told({ holds: false })).toEqual([
    "stops: The plan does not keep its ceilings. Work it out again.",
  ]);
  expect(told({ gone: ["CR-1", "CR-2"] })).toEqual([
    "stops: CR-1, CR-2 are no longer to be chosen. Work it out again.",
  ]);
  const all = planGateOf({
    ...clear,
    otherPlan: "CS-2028-00001",
    refusals: ["Fiscal year 2028 is closed: its budget does not change."],
    funds: ["402: It spends $1.00 more than it has."],
    open: true,
  });
  expect(all.map((f) => f.code)).toEqual(["adopted", "year", "fund", "source"]);
  expect(planGateTitle(all)).toBe(
    "2 things will stop the adoption, 2 need a word with the decision",
  );
  expect(planGateTitle(all.filter((f) => f.code === "fund"))).toBe(
    "Nothing stops the adoption, 1 needs a word with the decision",
  );
});
