import { expect, test } from "vitest";
import { reasonOf } from "#server/testing/rules.ts";
import { protestCycle, type ProtestFacts } from "./protest.model.ts";

const protest: ProtestFacts = {
  status: "under_review",
  timely: false,
  stay: true,
  insiders: ["q"],
  decidedBy: null,
  awardStatus: "intent",
  appealOpen: true,
};

test.each([
  ["deny", { insiders: ["p"] }, "Somebody who had no part in the award decides."],
  ["deny", {}, null],
  ["dismiss", { timely: true }, "It was filed in time."],
  ["dismiss", {}, null],
  ["sustain", { awardStatus: "final" }, "The award is final: end its orders first."],
  ["sustain", { awardStatus: "withdrawn" }, "The intent is withdrawn already."],
  ["sustain", {}, null],
  ["overrideStay", { stay: false }, "It does not stay the award."],
  ["overrideStay", {}, null],
  ["appeal", { status: "denied", appealOpen: false }, "The time to appeal is over."],
  ["appeal", { status: "denied" }, null],
  [
    "uphold",
    { status: "appealed", decidedBy: "p" },
    "Somebody else than who decided first decides the appeal.",
  ],
  ["uphold", { status: "appealed", decidedBy: "q" }, null],
] as const)("a protest: %s with %o is refused by %s", (action, over, reason) => {
  expect(reasonOf(protestCycle, action, { ...protest, ...over })).toBe(reason);
});
