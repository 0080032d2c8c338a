// Why a step of an evaluation or an award is refused: the pure rules with their sentences.
import { expect, test } from "vitest";
import { reasonOf } from "#server/testing/rules.ts";
import { awardCycle } from "../award/award.fields.model.ts";
import { evaluationCycle } from "./evaluation.lifecycle.model.ts";

const member = (personId: string, over: object = {}) => ({
  personId,
  role: "evaluator",
  scoring: true,
  declared: true,
  recused: false,
  submitted: true,
  ...over,
});
const evaluation = {
  status: "setup",
  minimumEvaluators: 2,
  buyerId: "buyer",
  solicitationStatus: "evaluating",
  scored: true,
  members: [member("p", { role: "chair" }), member("q")],
  undecided: 0,
  takePart: 1,
  offersDue: null,
  missing: [],
};
const outside = { personId: "outsider" };
const scoring = { status: "individual_scoring" };
const consensus = { status: "consensus" };
const priced = { status: "price_opened" };
const ranked = { status: "ranked" };

test.each([
  ["askDeclarations", {}, {}, null],
  [
    "askDeclarations",
    { members: [member("p", { role: "chair" })] },
    {},
    "1 of at least 2 evaluators takes part: name another.",
  ],
  ["askDeclarations", { members: [member("p"), member("q")] }, {}, "Name a chair."],
  [
    "askDeclarations",
    { minimumEvaluators: 1, members: [member("buyer", { role: "chair" })] },
    {},
    "The buyer cannot be the only evaluator.",
  ],
  ["startScoring", { status: "declarations" }, {}, null],
  [
    "startScoring",
    { status: "declarations" },
    outside,
    "Only who takes part in the evaluation takes this step.",
  ],
  [
    "startScoring",
    { status: "declarations", solicitationStatus: "closed" },
    {},
    "The bids are not open yet.",
  ],
  [
    "startScoring",
    {
      status: "declarations",
      members: [member("p", { role: "chair" }), member("q", { declared: false })],
    },
    {},
    "1 of 2 has not declared yet.",
  ],
  [
    "lock",
    { ...scoring, members: [member("p", { role: "chair" }), member("q", { submitted: false })] },
    {},
    "1 evaluator has not handed in scores.",
  ],
  ["lock", scoring, {}, null],
  [
    "openPrices",
    { ...consensus, undecided: 1 },
    {},
    "1 bid waits for a decision on responsiveness.",
  ],
  [
    "openPrices",
    { ...consensus, undecided: 2 },
    {},
    "2 bids wait for a decision on responsiveness.",
  ],
  ["openPrices", { ...consensus, takePart: 0 }, {}, "No bid takes part."],
  ["openPrices", consensus, {}, null],
  [
    "rank",
    { ...priced, offersDue: "2026-12-01T12:00:00Z" },
    {},
    "Final offers are asked for and not opened yet: they are opened together when their due instant has passed.",
  ],
  ["rank", priced, {}, null],
  ["recommend", ranked, { personId: "q" }, "The chair recommends."],
  ["recommend", { ...ranked, missing: ["Write the record."] }, {}, "Write the record."],
  ["recommend", ranked, {}, null],
  [
    "approve",
    { status: "recommended" },
    {},
    "Somebody who took no part in the evaluation decides.",
  ],
  [
    "approve",
    { status: "recommended" },
    { personId: "buyer" },
    "Somebody who took no part in the evaluation decides.",
  ],
  ["approve", { status: "recommended" }, outside, null],
] as const)("an evaluation: %s with %o by %o is refused by %s", (action, over, who, reason) => {
  expect(reasonOf(evaluationCycle, action, { ...evaluation, ...over }, who)).toBe(reason);
});

const award = {
  status: "intent",
  openProtests: 0,
  windowOver: true,
  postedBy: "q",
  uninsured: null,
};
test.each([
  [{ openProtests: 1 }, "A protest stays the award."],
  [{ windowOver: false }, "The protest window is still open."],
  [{ postedBy: "p" }, "Somebody else than who posted the intent makes the award."],
  [{ uninsured: "Its insurance ended." }, "Its insurance ended."],
  [{}, null],
])("an award with %o is refused by %s", (over, reason) => {
  expect(reasonOf(awardCycle, "finalise", { ...award, ...over })).toBe(reason);
});
